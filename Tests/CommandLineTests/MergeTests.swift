import Foundation
import Testing

private let package =
  "// swift-tools-version:5.5\nimport PackageDescription\nlet package = Package(name: \"P\")\n"

/// Two packages with an old use each, and the reports of their shards.
private func project(
  _ format: String = "json", _ count: Int = 2
) throws -> (folder: TemporaryFolder, run: ShardedRun) {
  let folder = try TemporaryFolder()
  for name in ["a", "b"] {
    try folder.write("\(name)/Package.swift", package)
    try folder.write(
      "\(name)/Sources/\(name)/Use.swift",
      "import SwiftGRPC\nfunc f(_ code: StatusCode) -> StatusCode { code }\n")
  }
  return (folder, try ShardedRun(folder, count, format))
}

/// Expects that a merge is refused, with a sentence that holds all of some words.
private func expectRefusal(
  _ folder: TemporaryFolder, _ files: [String], _ words: String...,
  location: SourceLocation = #_sourceLocation
) throws {
  let run = try folder.moult(["merge"] + files)
  #expect(run.code == 2, sourceLocation: location)
  #expect(run.output == "", sourceLocation: location)
  for word in words {
    #expect(run.errors.contains(word), "\(run.errors)", sourceLocation: location)
  }
}

struct MergeTests {
  @Test func `a report that is missing is named, and goes missing where that is wanted`() throws {
    let (folder, run) = try project("json", 4)
    try expectRefusal(
      folder, [run.files[0], run.files[2]], "shards 2/4, 4/4 are missing", "--partial")
    try expectRefusal(folder, Array(run.files[1...]), "shard 1/4 is missing")
    let partial = try folder.moult("merge", run.files[3], "--partial")
    #expect(partial.errors.contains("shard 1/4 is missing"), "\(partial.errors)")
    let report = try jsonObject(partial.output)
    let gaps = (report["coverage"] as? [String: Any])?["gaps"] as? [[String: Any]] ?? []
    #expect(gaps.count == 3, "\(gaps)")
    #expect(gaps.allSatisfy { ($0["reason"] as? String)?.contains("is missing") ?? false })
    let findings = report["findings"] as? [[String: Any]] ?? []
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { ($0["path"] as? String)?.hasPrefix("b/") ?? false })
    #expect(partial.code == 1)
  }

  @Test func `one shard goes in once`() throws {
    let (folder, run) = try project()
    try expectRefusal(
      folder, [run.files[0], run.files[1], run.files[0]], "both of shard 1/2", run.files[0])
  }

  @Test func `shards of different divisions are not put together`() throws {
    let (folder, two) = try project()
    let three = try ShardedRun(folder, 3, "json")
    try expectRefusal(
      folder, [two.files[0], three.files[1]], "of shard 1/2", "of shard 2/3", "not of one run")
  }

  @Test func `shards of different trees or options are not put together`() throws {
    let (folder, before) = try project()
    let other = try ShardedRun(folder, 2, "json", ["--fail-on", "never"])
    try expectRefusal(folder, [before.files[0], other.files[1]], "not of one run")
    try folder.write("a/Sources/a/More.swift", "struct More {}\n")
    let after = try ShardedRun(folder, 2, "json")
    try expectRefusal(folder, [before.files[0], after.files[1]], "another tree")
    try folder.write(".moult.yml", "fail_on: error\n")
    let configured = try ShardedRun(folder, 2, "json")
    try expectRefusal(folder, [after.files[0], configured.files[1]], "configuration")
  }

  @Test func `reports of two formats are not put together`() throws {
    let (folder, json) = try project()
    let sarif = try ShardedRun(folder, 2, "sarif")
    try expectRefusal(
      folder, [json.files[0], sarif.files[1]], "is JSON", "is SARIF", "take one format")
  }

  @Test func `what is no report of a shard is told for what it is`() throws {
    let (folder, run) = try project()
    let text = try String(contentsOfFile: run.files[0], encoding: .utf8)
    try folder.write("torn.json", String(text.prefix(text.count / 2)))
    try expectRefusal(folder, ["torn.json"], "'torn.json' is no JSON, or only the beginning of it")
    try folder.write("empty.json", "")
    try expectRefusal(folder, ["empty.json"], "is no JSON")
    try folder.write("list.json", "[1, 2]\n")
    try expectRefusal(folder, ["list.json"], "neither a JSON report of Moult nor a SARIF log")
    try folder.write("object.json", "{\"shard\": 1}\n")
    try expectRefusal(folder, ["object.json"], "neither a JSON report of Moult nor a SARIF log")
    try folder.write(
      "other.sarif",
      """
      {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "SwiftLint"}}, "results": []}]}

      """)
    try expectRefusal(folder, ["other.sarif"], "SARIF log by 'SwiftLint'")
    try folder.write("whole.json", try folder.moult("lint", "--format", "json").output)
    try expectRefusal(folder, ["whole.json"], "of a run without --shard")
    try expectRefusal(folder, ["nowhere.json"], "cannot read 'nowhere.json': ")
    try folder.write(
      "later.json", text.replacing("\"version\" : \"0.1.0\"", with: "\"version\" : \"9.0.0\""))
    try expectRefusal(folder, ["later.json"], "by moult 9.0.0", "take one version")
    try folder.write(
      "odd.json", text.replacing("\"severity\" : \"error\"", with: "\"severity\" : \"odd\""))
    try expectRefusal(folder, ["odd.json"], "'odd.json' is not as Moult writes it", "'odd'")
    try folder.write("gate.json", text.replacing("\"gate\"", with: "\"gait\""))
    try expectRefusal(folder, ["gate.json"], "'gate.json' is not as Moult writes it", "gate")
  }

  @Test(
    arguments: [
      "json", "json-lines", "sarif", "gitlab", "checkstyle", "junit", "rdjson", "github",
      "concise", "xcode",
    ])
  func `each format can be made of either`(_ format: String) throws {
    for input in ["json", "sarif"] {
      let (folder, run) = try project(input)
      let whole = try folder.moult("lint", "--format", format)
      let merged = try folder.moult(
        ["merge", "--format", format, "--output", "\(format)=out.txt"] + run.files)
      #expect(merged.output == whole.output, "\(input)")
      #expect(merged.code == whole.code)
      #expect(try folder.read("out.txt") == whole.output)
    }
  }

  @Test func `a text report has places, counts and the exit code, and no code`() throws {
    let (folder, run) = try project()
    let merged = try folder.moult(["merge", "--format", "text"] + run.files)
    #expect(merged.code == 1)
    #expect(merged.output.contains("a/Sources/a/Use.swift:2:16: error:"), "\(merged.output)")
    #expect(!merged.output.contains("func f("))
    let whole = try folder.moult("lint")
    let counts = whole.output.split(separator: "\n").filter { $0.contains(" in 2 files") }
    #expect(!counts.isEmpty)
    for line in counts { #expect(merged.output.contains(line)) }
    // Advice needs the project, of which nothing is at hand.
    #expect(whole.output.contains("next: "))
    #expect(!merged.output.contains("next: "))
  }

  @Test func `the format is that of the reports unless another is asked for`() throws {
    for format in ["json", "sarif"] {
      let (folder, run) = try project(format)
      #expect(run.merged.output == (try folder.moult("lint", "--format", format).output))
    }
  }

  @Test func `a report of all that was asked for carries nothing of shards`() throws {
    let (folder, run) = try project()
    #expect(try jsonObject(run.merged.output)["shard"] == nil)
    #expect(try jsonObject(folder.moult("lint", "--format", "json").output)["shard"] == nil)
    #expect(try jsonObject(run.shards[0].output)["shard"] != nil)
  }
}
