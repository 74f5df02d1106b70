import Foundation
import Testing

@Suite struct CacheTests {
  @Test(arguments: ["text", "json", "sarif", "github"])
  func `a second run says the same and writes nothing`(format: String) throws {
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    let command = ["lint", "--format", format]
    let plain = try folder.moult(command + ["--no-cache"], environment: cache.environment)
    #expect(try cache.entries().isEmpty)
    let first = try folder.moult(command, environment: cache.environment)
    let kept = try cache.entries()
    #expect(!kept.isEmpty)
    let second = try folder.moult(command, environment: cache.environment)
    expectSame(first, plain, "the first run")
    expectSame(second, plain, "the second run")
    #expect(try cache.entries() == kept)
    #expect(
      folder.files() == (try treeWorthKeeping()).files(), "something was written into the project")
  }

  @Test func `a second run counts the same places of unknown types`() throws {
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    try folder.write(
      "hello-v0/Sources/Run.swift", "import SwiftGRPC\nfunc code() { run { $0.statusCode } }\n")
    let first = try folder.moult("lint", environment: cache.environment)
    #expect(first.output.contains("types not known: 1 place (1 of closures' parameters); "))
    try cache.forgetRuns()
    expectSame(try folder.moult("lint", environment: cache.environment), first, "the second run")
  }

  @Test func `what is edited, configured or asked otherwise is found anew`() throws {
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    func expectTruth(_ comment: Comment, _ options: String...) throws {
      let known = try folder.moult(["lint"] + options, environment: cache.environment)
      let cold = try folder.moult(["lint", "--no-cache"] + options, environment: cache.environment)
      expectSame(known, cold, comment)
    }
    try expectTruth("first")
    try expectTruth("one rule", "--rule", "grpc-swift.status-code-type")
    try expectTruth("one folder", "hello-v0")
    try folder.write(".moult.yml", "rules:\n  grpc-swift.status-code-type: error\n")
    try expectTruth("a severity")
    try folder.write(".moult.yml", "rules:\n  grpc-swift.status-code-type: off\n")
    try expectTruth("a rule that is off")
    try folder.write(".moult.yml", "targets:\n  grpc-swift: \"1\"\n")
    try expectTruth("a target")
    try folder.write("hello-v0/.moult.yml", "exclude: [Sources]\n")
    try expectTruth("a configuration below")
    try folder.write("hello-v0/.editorconfig", "root = true\n[*.swift]\nindent_style = tab\n")
    try expectTruth("a layout")
    try folder.write("hello-v0/Sources/More.swift", "import SwiftGRPC\nlet a = StatusCode.ok\n")
    try expectTruth("a new file")
    try FileManager.default.removeItem(atPath: folder.path + "/hello-v0/Sources/More.swift")
    try expectTruth("the file is gone")
  }

  @Test func `entries that are not whole are found anew and replaced`() throws {
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    let whole = try folder.moult("lint", environment: cache.environment)
    let kept = try cache.entries()
    let damages: [(Data) -> Data] = [
      { _ in Data() }, { Data($0.prefix($0.count / 2)) }, { Data($0.reversed()) },
    ]
    for damage in damages {
      for (name, text) in kept {
        try cache.write(Array(damage(Data(base64Encoded: text) ?? Data())), to: name)
      }
      try cache.forgetRuns()
      expectSame(try folder.moult("lint", environment: cache.environment), whole, "damaged")
      #expect(try cache.entries() == kept)
    }
  }

  @Test func `an entry is believed, so another's content shows`() throws {
    // Or the test above would pass without anything ever being read.
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    let whole = try folder.moult("lint", environment: cache.environment)
    let kept = try cache.entries()
    try #require(kept.count > 1)
    let names = kept.keys.sorted()
    let first = Array(Data(base64Encoded: kept[names[0]] ?? "") ?? Data())
    for name in names { try cache.write(first, to: name) }
    try cache.forgetRuns()
    // What is found in the other program is gone.
    let run = try folder.moult("lint", environment: cache.environment)
    #expect(run.output != whole.output)
  }

  @Test func `a cache that cannot be written or is switched off changes nothing`() throws {
    let folder = try treeWorthKeeping()
    let cold = try folder.moult("lint", "--no-cache")
    let file = try TemporaryFolder()
    try file.write("file", "")
    for value in ["off", "relative/folder", file.path + "/file/below", "/proc/none"] {
      let run = try folder.moult("lint", environment: ["MOULT_CACHE": value])
      expectSame(run, cold, "MOULT_CACHE=\(value)")
      #expect(run.errors == cold.errors)
    }
    #expect(folder.files() == (try treeWorthKeeping()).files())
  }

  @Test func `runs beside each other agree`() async throws {
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    let cold = try folder.moult("lint", "--no-cache")
    let environment = cache.environment
    try await withThrowingTaskGroup(of: MoultRun.self) { group in
      for _ in 1...6 {
        group.addTask { try folder.moult("lint", environment: environment) }
      }
      for try await run in group { expectSame(run, cold, "one of six") }
    }
    #expect(!cache.folder.files().contains { $0.contains(".moult-") })
  }

  @Test func `a cache that has grown too large loses what was used least lately`() throws {
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    let made = try cache.folder.shell(
      """
      mkdir kept && cd kept
      # They hold nothing, and count with their length.
      truncate -s 200M old.findings && touch -d '3 days ago' old.findings
      truncate -s 100M new.findings && touch -d '1 day ago' new.findings
      echo half >gone.findings.moult-1 && touch -d '1 day ago' gone.findings.moult-1
      # Somebody keeps other things there.
      truncate -s 300M film.mov && touch -d '9 days ago' film.mov
      echo mine >notes.moult-2 && touch -d '9 days ago' notes.moult-2
      """)
    #expect(made.code == 0)
    _ = try folder.moult("lint", environment: cache.environment)
    let left = cache.folder.files()
    #expect(!left.contains("kept/old.findings"))
    #expect(left.contains("kept/new.findings"))
    #expect(!left.contains("kept/gone.findings.moult-1"))
    #expect(left.contains("kept/film.mov"))
    #expect(left.contains("kept/notes.moult-2"))
    #expect(left.count { $0.hasSuffix(".findings") } > 1)
  }
}
