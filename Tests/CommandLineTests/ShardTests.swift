import Foundation
import Testing

/// The reports of all shards of a run, and what they come to.
struct ShardedRun {
  /// As `moult merge` takes them, by shard.
  let files: [String]

  /// Where they are: beside the project, of which a report is no part.
  private let reports: TemporaryFolder

  /// What each shard said.
  let shards: [MoultRun]
  let merged: MoultRun

  /// Runs each shard and merges.
  init(
    _ folder: TemporaryFolder, _ count: Int, _ format: String, _ options: [String] = [],
    merging mergeOptions: [String] = []
  ) throws {
    var files: [String] = []
    var shards: [MoultRun] = []
    reports = try TemporaryFolder()
    for index in 1...count {
      let run = try folder.moult(
        ["lint", "--shard", "\(index)/\(count)", "--format", format] + options)
      try reports.write("\(index).\(format)", run.output)
      files.append(reports.path + "/\(index).\(format)")
      shards.append(run)
    }
    self.files = files
    self.shards = shards
    // In no order.
    merged = try folder.moult(["merge"] + files.reversed() + mergeOptions)
  }
}

/// A report of Moult's own format.
func jsonObject(_ text: String) throws -> [String: Any] {
  try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
}

private let package =
  "// swift-tools-version:5.5\nimport PackageDescription\nlet package = Package(name: \"P\")\n"

private func use(_ name: String) -> String {
  "import SwiftGRPC\nfunc \(name)(_ code: StatusCode) -> StatusCode { code }\n"
}

/// Three packages, each with an old use.
private func packages(_ names: [String] = ["a", "b", "c"]) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for name in names {
    try folder.write("\(name)/Package.swift", package)
    try folder.write("\(name)/Sources/\(name.uppercased())/Use.swift", use(name))
  }
  // The configuration and the baseline are looked for up to the root of the repository.
  try folder.write(".git/HEAD", "ref: refs/heads/main\n")
  return folder
}

/// Expects that shards come to what one run says, with its exit code; returns the run.
@discardableResult
private func expectOneRun(
  _ folder: TemporaryFolder, _ count: Int, _ format: String = "json", _ options: [String] = [],
  _ location: SourceLocation = #_sourceLocation
) throws -> MoultRun {
  let whole = try folder.moult(["lint", "--format", format] + options)
  let sharded = try ShardedRun(folder, count, format, options)
  #expect(sharded.merged.output == whole.output, "\(count) \(format)", sourceLocation: location)
  #expect(sharded.merged.code == whole.code, "\(sharded.merged.errors)", sourceLocation: location)
  return whole
}

struct ShardTests {
  @Test(arguments: ["json", "sarif"])
  func `shards of all fixtures side by side come to one run`(_ format: String) throws {
    let folder = try TemporaryFolder()
    for name in Fixture.all {
      for (file, data) in try Fixture(named: name).files("before")
      where !file.hasSuffix(".moult.yml") {
        try folder.write("\(name)/\(file)", Array(data))
      }
    }
    let whole = try folder.moult("lint", "--format", format)
    #expect(whole.output.utf8.count > 1_000_000)
    for count in [1, 2, 3, 7] {
      let sharded = try ShardedRun(folder, count, format)
      #expect(sharded.merged.output == whole.output, "\(count)")
      #expect(sharded.merged.code == whole.code)
    }
  }

  @Test func `each program is judged in one shard, and the others do not name it`() throws {
    let folder = try packages()
    let run = try ShardedRun(folder, 3, "json")
    let names = try run.shards.map { shard in
      let record = try jsonObject(shard.output)["shard"] as? [String: Any]
      return (record?["programs"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }
    #expect(names == [["a"], ["b"], ["c"]])
    for (shard, name) in zip(run.shards, ["a", "b", "c"]) {
      let findings = try jsonObject(shard.output)["findings"] as? [[String: Any]] ?? []
      #expect(!findings.isEmpty)
      #expect(findings.allSatisfy { ($0["path"] as? String)?.hasPrefix("\(name)/") ?? false })
      #expect(shard.code == 1)
    }
  }

  @Test(arguments: ["json", "sarif"])
  func `places of unknown types are those of one run`(_ format: String) throws {
    let folder = try packages()
    for name in ["a", "b"] {
      try folder.write(
        "\(name)/Sources/\(name.uppercased())/Run.swift",
        "import SwiftGRPC\nfunc code() { run { print($0.statusCode) } }\n")
    }
    let whole = try folder.moult("lint", "--expand")
    #expect(whole.output.contains("types not known: 2 places (2 of closures' parameters)\n"))
    #expect(whole.output.contains("  b/Sources/B/Run.swift:2:30: nothing says"))
    let sharded = try ShardedRun(folder, 3, format, merging: ["--format", "text", "--expand"])
    let lines = whole.output.split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.hasPrefix("types not known") })
    #expect(
      sharded.merged.output.contains(lines[place...place + 2].joined(separator: "\n") + "\n"))
    try expectOneRun(folder, 2)
  }

  @Test func `a shard with nothing to do is a success`() throws {
    let folder = try packages(["a"])
    let run = try ShardedRun(folder, 3, "json")
    #expect(run.shards.map(\.code).sorted() == [0, 0, 1])
    let idle = try #require(run.shards.first { $0.code == 0 })
    #expect(idle.errors == "")
    #expect((try jsonObject(idle.output)["findings"] as? [Any])?.isEmpty ?? false)
    #expect(run.merged.code == 1)
    // Where nobody has anything to do it is what it is in one run.
    let empty = try TemporaryFolder()
    let nothing = try empty.moult("lint", "--shard", "2/2")
    #expect(nothing.code == 2)
    #expect(nothing.errors.contains("there are no files to look at"))
    try expectOneRun(empty, 2)
  }

  @Test(arguments: [
    "0/4", "5/4", "a/b", "1/0", "4", "1/2/3", "/", "-1/2", "1/10000", "+1/2", " 1/2",
  ])
  func `what names no part is a wrong call`(_ shard: String) throws {
    let run = try packages(["a"]).moult("lint", "--shard=\(shard)")
    #expect(run.code == 2)
    #expect(run.errors.contains("--shard '\(shard)' names no part"), "\(run.errors)")
    #expect(run.output == "")
  }

  @Test func `a fix refuses to see a part of the tree`() throws {
    let folder = try packages()
    let run = try folder.moult("fix", "--shard", "1/2")
    #expect(run.code == 2)
    #expect(run.errors.contains("'moult fix' needs all of them"), "\(run.errors)")
    #expect(try folder.read("a/Sources/A/Use.swift") == use("a"))
  }

  @Test(arguments: [
    ["--markdown"], ["--show-files"], ["--stdin-filename", "a/Sources/A/Use.swift"],
  ])
  func `what is about the whole tree or one file does not go with a shard`(
    _ options: [String]
  ) throws {
    let run = try packages().moult(["lint", "--shard", "1/2"] + options)
    #expect(run.code == 2)
    #expect(run.errors.contains("\(options[0]) "), "\(run.errors)")
    #expect(run.errors.contains("does not go with --shard"))
  }

  @Test func `a file that programs share is one finding with what all of them say`() throws {
    let folder = try packages()
    try folder.write("protos/a.proto", "syntax = \"proto3\";\npackage a;\nmessage M {}\n")
    try folder.write(
      "Makefile",
      """
      gen:
      \tprotoc --swiftgrpc_out=. protos/a.proto
      # moult:ignore[grpc-swift.protoc-plugin] later
      \tprotoc --swiftgrpc_out=. protos/a.proto

      """)
    let whole = try expectOneRun(folder, 3)
    try expectOneRun(folder, 2, "sarif")
    let report = try jsonObject(whole.output)
    let findings = report["findings"] as? [[String: Any]] ?? []
    #expect(findings.count { $0["path"] as? String == "Makefile" } == 1, "\(findings)")
    #expect((report["suppressed"] as? [Any])?.count == 1)
  }

  @Test func `what nobody can read or understand is said once`() throws {
    let folder = try packages()
    try folder.write("a/Sources/A/Bad.swift", [0xFF, 0xFE, 0x0A])
    try folder.write("b/Sources/B/Data.swift", [0x61, 0, 0x62])
    try folder.write("Bad.proto", [0xFF, 0xFE, 0x0A])
    try folder.write("c/README.stencil", "")
    try folder.write("LICENSE", "no script\n")
    let whole = try expectOneRun(folder, 3)
    #expect(whole.code == 2)
    try expectOneRun(folder, 5, "sarif")
    let coverage = try jsonObject(whole.output)["coverage"] as? [String: Any]
    #expect((coverage?["gaps"] as? [Any])?.count == 4, "\(String(describing: coverage))")
  }

  @Test func `a folder of the tree is divided as the tree is`() throws {
    try expectOneRun(try packages(), 2, "json", ["a", "c"])
  }

  @Test func `the severity that fails is that of the shards`() throws {
    let folder = try packages()
    #expect(try expectOneRun(folder, 2, "json", ["--fail-on", "never"]).code == 0)
    #expect(try expectOneRun(folder, 2, "sarif", ["--fail-on", "error"]).code == 1)
  }

  @Test func `what a comment ignores is ignored, and what ignores nothing found once`() throws {
    let folder = try packages()
    try folder.write(
      "b/Sources/B/Ignored.swift",
      """
      import SwiftGRPC  // moult:ignore[grpc-swift.import-swiftgrpc] later
      // moult:ignore[grpc-swift.status-code-type]
      let nothing = 1

      """)
    let whole = try expectOneRun(folder, 3)
    #expect(whole.output.contains("moult.unused-suppression"))
    try expectOneRun(folder, 3, "sarif")
  }

  @Test func `a baseline holds across shards, also for what has moved from one to another`() throws
  {
    let folder = try packages()
    try folder.write(".moult.yml", "baseline: known.yml\n")
    #expect(try folder.moult("baseline").code == 0)
    #expect(try expectOneRun(folder, 3, "json", ["--baseline-strict"]).code == 0)
    // A declaration moves to another program, a file goes, and another one is new.
    try folder.write("c/Sources/C/Moved.swift", use("a"))
    try folder.write("a/Sources/A/Use.swift", "import SwiftGRPC\n")
    try FileManager.default.removeItem(atPath: folder.path + "/b/Sources/B/Use.swift")
    try folder.write("b/Sources/B/Other.swift", use("new"))
    for format in ["json", "sarif"] {
      for options in [[], ["--baseline-strict"]] {
        try expectOneRun(folder, 3, format, options)
      }
    }
    let whole = try folder.moult("lint", "--format", "json")
    let report = try jsonObject(whole.output)
    #expect((report["unchanged"] as? [Any])?.isEmpty == false)
    #expect((report["absent"] as? [Any])?.isEmpty == false)
    #expect((report["findings"] as? [Any])?.isEmpty == false)
  }

  @Test func `changed lines are those of the shards`() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write("\(name)/Package.swift", package)
      try folder.write("\(name)/Sources/\(name)/Use.swift", use(name))
    }
    try folder.commitAll()
    try folder.write("b/Sources/b/Use.swift", use("b") + "func g(_ code: StatusCode) {}\n")
    let since = try expectOneRun(folder, 2, "json", ["--since", "HEAD"])
    #expect((try jsonObject(since.output)["findings"] as? [Any])?.count == 1)
    try folder.git("add", "-A")
    try expectOneRun(folder, 2, "sarif", ["--staged"])
    try expectOneRun(folder, 2, "json", ["--since", "HEAD", "--since-scope", "files"])
  }

  @Test func `a deployment target that decides is told once`() throws {
    let folder = try TemporaryFolder()
    for (name, module) in [("a", "GRPC"), ("b", "GRPC"), ("c", "GRPC")] {
      try folder.write(
        "\(name)/Package.swift",
        """
        // swift-tools-version:5.5
        import PackageDescription
        let package = Package(
          name: "P", platforms: [.iOS(.v13)],
          dependencies: [.package(url: "https://github.com/grpc/grpc-swift.git", from: "1.0.0")])

        """)
      try folder.write("\(name)/Sources/\(name)/Use.swift", "import \(module)\n")
    }
    // A script that all share: what the whole tree can reach decides about it.
    try folder.write("Makefile", "gen:\n\tprotoc --grpc-swift_out=. a.proto\n")
    try expectOneRun(folder, 3)
    let whole = try expectOneRun(folder, 2, "sarif")
    #expect(whole.output.contains("iOS"), "\(whole.output)")
    // One that is there already, in the last shard.
    try folder.write("c/Sources/c/Use.swift", "import GRPCCore\n")
    for count in [2, 3] { try expectOneRun(folder, count) }
  }

  @Test func `rules of the project's own are named and told as in one run`() throws {
    let folder = try packages()
    try writeAcmeRules(into: folder)
    try folder.write(".moult.yml", "rule_folders: [MoultRules]\n")
    try folder.write(
      "b/Sources/B/Ping.swift",
      "import AcmeNet\nfunc code(_ client: PingClient) -> Int { client.lastCode ?? 0 }\n")
    let whole = try expectOneRun(folder, 3, "sarif")
    #expect(whole.output.contains("It was nil before the first call."), "\(whole.errors)")
    try expectOneRun(folder, 2, "json")
  }
}
