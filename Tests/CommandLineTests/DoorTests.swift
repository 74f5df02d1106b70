import Foundation
import Testing

/// A copy of a fixture's project, committed.
private func copy(of fixture: String) throws -> TemporaryFolder {
  let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/\(fixture)/before").path
  let folder = try TemporaryFolder()
  _ = try folder.shell("cp -R '\(path)/.' .")
  try folder.commitAll()
  return folder
}

/// The eras of grpc-swift that the Swift which people write imports.
private func importedEras(_ folder: TemporaryFolder) throws -> Set<String> {
  let eras = ["SwiftGRPC": "0", "GRPC": "1", "GRPCCore": "2"]
  let sources = folder.files().filter { name in
    name.hasSuffix(".swift") && !name.hasSuffix(".grpc.swift") && !name.hasSuffix(".pb.swift")
  }
  return Set(
    try sources.flatMap { name in
      try folder.read(name).split(separator: "\n").compactMap { line in
        line.hasPrefix("import ") ? eras[String(line.dropFirst(7))] : nil
      }
    })
}

private func isUntouched(_ folder: TemporaryFolder) throws -> Bool {
  try folder.git("status", "--porcelain").output == ""
}

private let fixtures = ["hello-v0", "weather-async"]

@Test(arguments: fixtures, ["", "--review", "--review --placeholders"])
func `a single rule of a hop that renames a module is not applied`(
  fixture: String, options: String
) throws {
  let folder = try copy(of: fixture)
  let rule =
    fixture == "hello-v0" ? "grpc-swift.import-swiftgrpc" : "grpc-swift.import-grpc"
  let run = try folder.moult(
    ["fix", "--rule", rule] + options.split(separator: " ").map(String.init))
  #expect(try isUntouched(folder), "\(run.output)")
  #expect(run.code == 1)
  #expect(run.output.contains("Applied 0 fixes in 0 files"))
}

@Test func `what a single rule needs beside itself is named, with the command that does it`() throws
{
  let folder = try copy(of: "hello-v0")
  let run = try folder.moult("fix", "--rule", "grpc-swift.status-code-type")
  #expect(try isUntouched(folder))
  #expect(
    run.output.contains(
      "[grpc-swift.status-code-type]: it belongs to the hop grpc-swift 0 → 1, which changes its module: run 'moult fix --review' on all of it, as "
    ), "\(run.output)")
  #expect(run.output.contains(" would be left, such as grpc-swift."))
}

@Test(arguments: fixtures)
func `a file or a folder alone does not make half a hop`(fixture: String) throws {
  let folder = try copy(of: fixture)
  let sources = folder.files().filter {
    $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") && !$0.contains(".grpc.")
      && !$0.contains(".pb.")
  }
  #expect(!sources.isEmpty)
  for path in sources + ["Sources"] {
    let run = try folder.moult("fix", "--review", path)
    #expect(try isUntouched(folder), "\(path): \(run.output)\(run.errors)")
  }
}

@Test(arguments: fixtures, ["--since", "--staged"])
func `changed lines alone do not make half a hop`(fixture: String, option: String) throws {
  let folder = try copy(of: fixture)
  let sources = folder.files().filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
  let wanted = fixture == "hello-v0" ? "import SwiftGRPC" : "import GRPC"
  let path = try #require(
    sources.first { name in
      (try? folder.read(name).contains(wanted + "\n")) ?? false
    })
  try folder.write(path, try folder.read(path) + "// changed\n")
  try folder.git("add", "-A")
  let text = try folder.read(path)
  let options = option == "--since" ? ["--since", "HEAD"] : ["--staged"]
  let run = try folder.moult(
    ["fix", "--review", "--allow-dirty", "--since-scope", "files"] + options)
  #expect(try folder.read(path) == text, "\(run.output)\(run.errors)")
  #expect(try folder.git("status", "--porcelain").output == "M  \(path)\n")
}

@Test(arguments: fixtures)
func `after each step the project is in one era`(fixture: String) throws {
  let folder = try copy(of: fixture)
  let before = try importedEras(folder)
  for _ in 0..<12 {
    let run = try folder.moult("fix", "--review", "--step", "--allow-dirty")
    let eras = try importedEras(folder)
    #expect(eras.count <= max(1, before.count), "\(eras)\n\(run.output)")
    if run.output.contains("Applied 0 fixes") { break }
  }
}

@Test func `a step of a hop that renames a module is the whole hop`() throws {
  let steps = try copy(of: "hello-v0")
  let run = try steps.moult("fix", "--review", "--step")
  #expect(try importedEras(steps) == ["1"], "\(run.output)")
}

@Test(arguments: ["n", "yn", "yyyyyyyyn"])
func `who does not want one fix of a hop gets none of it`(answers: String) throws {
  let folder = try TemporaryFolder()
  try folder.write("Sources/A.swift", "import SwiftGRPC\nlet a: StatusCode = .ok\n")
  try folder.write("Sources/B.swift", "import SwiftGRPC\nlet b: StatusCode = .ok\n")
  try folder.write("Podfile", "target 'A' do\nend\n")
  try folder.commitAll()
  try folder.write(
    "../terminal-\(answers).py",
    """
    import os, pty, sys
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp("sh", ["sh", "-c", '"$MOULT" fix --interactive --color never'])
    answers, data, asked = "\(answers)", b"", 0
    try:
        while piece := os.read(terminal, 65536):
            data += piece
            while data.count(b"[y,n,a,q,r,x,b,e,?]") > asked:
                answer = answers[asked] if asked < len(answers) else "n"
                os.write(terminal, (answer + "\\n").encode())
                asked += 1
    except OSError:
        pass
    sys.stdout.buffer.write(data)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    """)
  let run = try folder.shell(
    "python3 ../terminal-\(answers).py; c=$?; rm ../terminal-\(answers).py; exit $c")
  let isComplete = answers.allSatisfy { $0 == "y" } || answers.count > 4
  #expect(try importedEras(folder) == (isComplete ? ["1"] : ["0"]), "\(run.output)")
  #expect(isComplete || run.code == 1)
  // Where nothing was wanted, nothing has to be explained.
  let isHalf = answers.contains("y") && !isComplete
  #expect(!isHalf || run.output.contains("it belongs to the hop grpc-swift 0 → 1"))
}

@Test(arguments: fixtures)
func `a text from the input stream stays in its era`(fixture: String) throws {
  let folder = try copy(of: fixture)
  let wanted = fixture == "hello-v0" ? "import SwiftGRPC\n" : "import GRPC\n"
  let path = try #require(
    folder.files().first {
      $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") && !$0.contains(".grpc.")
        && ((try? folder.read($0).contains(wanted)) ?? false)
    })
  let run = try folder.shell(
    "\"$MOULT\" fix --review --stdin-filename '\(path)' < '\(path)'")
  #expect(run.output == (try folder.read(path)))
  #expect(run.code == 1)
  #expect(run.errors.contains("it belongs to the hop grpc-swift"), "\(run.errors)")
}

@Test func `a part of the project that stands apart makes its hop alone`() throws {
  let folder = try TemporaryFolder()
  for name in ["one", "two"] {
    try folder.write(
      "\(name)/Package.swift", "// swift-tools-version:5.3\nimport PackageDescription\n")
    try folder.write(
      "\(name)/Sources/\(name)/A.swift", "import SwiftGRPC\nlet a: StatusCode = .ok\n")
  }
  try folder.commitAll()
  let run = try folder.moult("fix", "one")
  #expect(try folder.read("one/Sources/one/A.swift").hasPrefix("import GRPC\n"), "\(run.output)")
  #expect(try folder.read("two/Sources/two/A.swift").hasPrefix("import SwiftGRPC\n"))
  #expect(run.code == 0)
}

@Test func `what is behind a hop is fixed rule by rule`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Sources/A.swift", "import SwiftProtobuf\n")
  try folder.write(
    "Makefile", "gen:\n\tprotoc --swiftgrpc_out=. a.proto\n")
  try folder.commitAll()
  let run = try folder.moult("fix", "--review", "--rule", "grpc-swift.protoc-plugin")
  #expect(try !folder.read("Makefile").contains("swiftgrpc_out"), "\(run.output)")
}

// MARK: Texts that are not understood, and texts that cannot be written

@Test func `a file that has syntax errors already is not edited, and its hop waits`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Sources/A.swift", "import SwiftGRPC\nlet a: StatusCode = .ok\n")
  try folder.write("Sources/B.swift", "import SwiftGRPC\nfunc f( { let = 3\n")
  try folder.commitAll()
  for options in [[], ["--review"]] {
    let run = try folder.moult(["fix"] + options)
    #expect(try isUntouched(folder), "\(run.output)")
    #expect(run.output.contains("the hop grpc-swift 0 → 1"), "\(run.output)")
    #expect(run.output.contains("Sources/B.swift has syntax errors already"))
    #expect(run.code == 1)
  }
}

@Test func `a fix of no hop is refused in a file with syntax errors, with the reason`() throws {
  let folder = try TemporaryFolder()
  try folder.write(".moult.yml", "rule_folders:\n  - MoultRules\n")
  try folder.write("MoultRules/old-kit.md", ruleOfOldKit)
  try folder.write("Sources/A.swift", "import OldKit\nfunc f( { let = 3\n")
  try folder.commitAll()
  let run = try folder.moult("fix")
  #expect(try isUntouched(folder))
  #expect(run.output.contains("[own.old-kit]: Sources/A.swift has syntax errors already"))
}

@Test func `exit code 2 says that nothing was written`() throws {
  let folder = try TemporaryFolder()
  try folder.write(".moult.yml", "rule_folders:\n  - MoultRules\n")
  try folder.write("MoultRules/old-kit.md", ruleOfOldKit)
  try folder.write("Sources/A.swift", "import OldKit\n")
  try folder.write("Sources/B.swift", Array("import OldKit // ".utf8) + [0xE9, 0x0A])
  try folder.commitAll()
  let run = try folder.moult("fix")
  let isWritten = try folder.read("Sources/A.swift") == "import NewKit\n"
  #expect(isWritten != (run.code == 2), "\(run.code) \(run.output)\(run.errors)")
  #expect(run.code != 0)
}

@Test func `what plan calls automatic is what fix applies`() throws {
  for fixture in fixtures {
    let folder = try copy(of: fixture)
    let plan = try folder.moult("plan")
    let run = try folder.moult("fix", "--diff")
    let applied = try #require(run.errors.firstMatch(of: /Would apply (\d+) fix/)?.1)
    let counted = try #require(plan.output.firstMatch(of: /findings?: (\d+) automatic/)?.1)
    #expect(applied == counted, "\(fixture)")
  }
}
