import Foundation
import Testing

/// Waits until a run takes what was written by now for what it will read: not before the clock of the file system has moved on.
private func settle() { Thread.sleep(forTimeInterval: 0.06) }

/// Two packages with a file each.
private func smallTree() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(".git/HEAD", "ref: refs/heads/main\n")
  for name in ["hello-v0", "depot-v0"] {
    try folder.write(
      "\(name)/Package.swift",
      """
      // swift-tools-version:5.1
      import PackageDescription
      let package = Package(name: "\(name)", targets: [.target(name: "App", path: "Sources")])
      """)
    try folder.write(
      "\(name)/Sources/A.swift",
      "import SwiftGRPC\n\nfunc isMissing(_ code: StatusCode) -> Bool {\n  code == .notFound\n}\n")
  }
  return folder
}

@Suite struct KnownRunTests {
  @Test(arguments: [
    ["--format", "json"], ["-q"], ["--format", "sarif"], ["--format", "github"], [],
  ])
  func `a run in which nothing is another says the same again`(options: [String]) throws {
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    settle()
    let command = ["lint"] + options
    let cold = try folder.moult(command + ["--no-cache"], environment: cache.environment)
    #expect(try cache.entries(".run").isEmpty)
    _ = try folder.moult(command, environment: cache.environment)
    let kept = try cache.entries(".run")
    #expect(kept.count == 1)
    let again = try folder.moult(command, environment: cache.environment)
    expectSame(again, cold, "again")
    #expect(again.errors == cold.errors)
    #expect(try cache.entries(".run") == kept)
  }

  @Test func `an entry is believed, so what another run said shows`() throws {
    // Or the test above would pass without anything ever being read.
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    settle()
    _ = try folder.moult("lint", "--format", "json", environment: cache.environment)
    let ofJSON = try #require(try cache.entries(".run").first)
    let text = try folder.moult("lint", environment: cache.environment)
    let name = try #require(try cache.entries(".run").keys.first { $0 != ofJSON.key })
    try cache.write(Array(Data(base64Encoded: ofJSON.value) ?? Data()), to: name)
    let run = try folder.moult("lint", environment: cache.environment)
    #expect(run.output.hasPrefix("{"))
    #expect(run.output != text.output)
  }

  @Test func `whatever is another is seen`() throws {
    let (folder, cache) = (try smallTree(), try CacheOfTests())
    var options: [String] = []
    func expectTruth(_ comment: Comment) throws {
      settle()
      let cold = try folder.moult(["lint", "--no-cache"] + options, environment: cache.environment)
      // Once to look, once to say again.
      for _ in 1...2 {
        let run = try folder.moult(["lint"] + options, environment: cache.environment)
        expectSame(run, cold, comment)
        #expect(run.errors == cold.errors, comment)
      }
    }
    func shell(_ script: String) throws {
      let run = try folder.shell("set -e\n" + script)
      try #require(run.code == 0, "\(script)\n\(run.errors)")
    }
    try expectTruth("first")
    let changes = [
      // Neither the size nor the time of the content is another.
      """
      cd hello-v0 && file=$(grep -rl StatusCode --include=*.swift . | head -1)
      cp -p "$file" ../kept && sed 's/StatusCode/StatusKode/' "$file" >../new
      cat ../new >"$file" && touch -r ../kept "$file" && rm ../new
      """,
      "mv kept $(grep -rl StatusKode hello-v0 | head -1)",
      "printf 'import SwiftGRPC\\nlet a = StatusCode.ok\\n' >hello-v0/Sources/More.swift",
      "mv hello-v0/Sources/More.swift hello-v0/Sources/Moved.swift",
      "mkdir hello-v0/Sources/Inner && mv hello-v0/Sources/Moved.swift hello-v0/Sources/Inner",
      "printf 'Inner\\n' >hello-v0/.gitignore",
      "rm hello-v0/.gitignore",
      "rm -r hello-v0/Sources/Inner",
      "printf 'rules:\\n  grpc-swift.status-code-type: off\\n' >.moult.yml",
      "printf 'rules:\\n  grpc-swift.status-code-type: note\\n' >.moult.yml",
      "rm .moult.yml",
      "printf '[*.swift]\\nindent_style = tab\\n' >.editorconfig",
      "rm .editorconfig",
      "mv depot-v0 depot && mkdir depot-v0",
      "rmdir depot-v0 && mv depot depot-v0",
      "mv hello-v0/Package.swift hello-v0/Package.txt",
      "mv hello-v0/Package.txt hello-v0/Package.swift",
    ]
    for change in changes {
      try shell(change)
      try expectTruth("\(change)")
    }
    options = ["--baseline", "known.json"]
    try shell("$MOULT baseline --baseline known.json")
    try expectTruth("a baseline")
    try shell("$MOULT baseline --baseline known.json --rule grpc-swift.status-code-type")
    try expectTruth("another baseline")
  }

  @Test func `what git tracks and whether it is clean is seen`() throws {
    let (folder, cache) = (try treeWorthKeeping(), try CacheOfTests())
    func expectTruth(_ comment: Comment) throws -> MoultRun {
      settle()
      let cold = try folder.moult("lint", "--no-cache", environment: cache.environment)
      for _ in 1...2 {
        expectSame(try folder.moult("lint", environment: cache.environment), cold, comment)
      }
      return cold
    }
    let setUp = try folder.shell(
      """
      set -e
      rm -r .git && git init -q . && git config user.name t && git config user.email t@example.com
      printf 'Ignored\\n' >.gitignore && mkdir Ignored
      printf 'import SwiftGRPC\\nlet a = StatusCode.ok\\n' >Ignored/A.swift
      echo one >notes.txt && git add . && git commit -qm first
      """)
    try #require(setUp.code == 0, "\(setUp.errors)")
    let offer = "'moult migrate' makes them"
    let clean = try expectTruth("clean")
    #expect(clean.output.contains(offer))
    // No run reads this file, and the folder around it stays what it was.
    try #require(try folder.shell("echo two >notes.txt").code == 0)
    let modified = try expectTruth("modified")
    #expect(!modified.output.contains(offer))
    try #require(try folder.shell("git add -f Ignored").code == 0)
    let tracked = try expectTruth("tracked although it is ignored")
    #expect(tracked.output.contains("Ignored/A.swift"))
    #expect(!modified.output.contains("Ignored/A.swift"))
  }

  @Test func `a link that comes to lead elsewhere is seen`() throws {
    let (folder, cache) = (try smallTree(), try CacheOfTests())
    func expectTruth(_ comment: Comment) throws -> String {
      settle()
      let command = ["lint", "current", "--config", "configuration.yml"]
      let cold = try folder.moult(command + ["--no-cache"], environment: cache.environment)
      for _ in 1...2 {
        expectSame(try folder.moult(command, environment: cache.environment), cold, comment)
      }
      return cold.output
    }
    try folder.write("one.yml", "rules:\n  grpc-swift.status-code-type: error\n")
    try folder.write("two.yml", "rules:\n  grpc-swift.status-code-type: note\n")
    let links = "ln -sfn hello-v0 current && ln -sfn one.yml configuration.yml"
    try #require(try folder.shell(links).code == 0)
    let first = try expectTruth("first")
    try #require(try folder.shell("ln -sfn two.yml configuration.yml").code == 0)
    let second = try expectTruth("another configuration")
    try #require(try folder.shell("ln -sfn depot-v0 current").code == 0)
    let third = try expectTruth("another folder")
    #expect(Set([first, second, third]).count == 3)
  }

  @Test func `a file of a time that is far away stops nothing`() throws {
    let (folder, cache) = (try smallTree(), try CacheOfTests())
    for time in ["2300-01-01", "1600-01-01"] {
      _ = try folder.shell("touch -d \(time) hello-v0/Sources/A.swift")
      settle()
      let cold = try folder.moult("lint", "--no-cache", environment: cache.environment)
      for _ in 1...2 {
        expectSame(try folder.moult("lint", environment: cache.environment), cold, "\(time)")
      }
    }
  }

  @Test func `what may have been written while it was read is not kept`() throws {
    let (folder, cache) = (try smallTree(), try CacheOfTests())
    try #require(try folder.shell("touch -d tomorrow hello-v0/Package.swift").code == 0)
    settle()
    _ = try folder.moult("lint", environment: cache.environment)
    #expect(try cache.entries(".run").isEmpty)
  }

  @Test(arguments: [
    ["--output", "sarif=report.sarif"], ["--staged"], ["--since", "HEAD"], ["--markdown"],
    ["--timings"],
    ["--statistics"], ["--dependencies"],
  ])
  func `a run that writes files or reads more than the tree is not kept`(options: [String]) throws {
    let (folder, cache) = (try smallTree(), try CacheOfTests())
    try folder.commitAll()
    settle()
    let run = try folder.moult(["lint"] + options, environment: cache.environment)
    #expect(run.code != 2, "\(run.errors)")
    #expect(try cache.entries(".run").isEmpty)
  }

  @Test func `an entry that is not whole is found anew and replaced`() throws {
    let (folder, cache) = (try smallTree(), try CacheOfTests())
    settle()
    let whole = try folder.moult("lint", environment: cache.environment)
    let kept = try #require(try cache.entries(".run").first)
    let bytes = try #require(Data(base64Encoded: kept.value))
    let damages: [(Data) -> Data] = [
      { _ in Data() }, { Data($0.prefix($0.count / 2)) }, { Data($0.reversed()) },
      { $0 + $0 },
      { Data($0.prefix(8)) + Data(repeating: 0xFF, count: 64) + Data($0.dropFirst(72)) },
    ]
    for damage in damages {
      try cache.write(Array(damage(bytes)), to: kept.key)
      expectSame(try folder.moult("lint", environment: cache.environment), whole, "damaged")
      #expect(try cache.entries(".run")[kept.key] == kept.value)
    }
  }
}
