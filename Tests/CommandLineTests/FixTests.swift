import Foundation
import Testing

private let oldImport = "// é\r\nimport SwiftGRPC\r\n"

/// A folder whose only file has a safe fix.
private func project() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write("Sources/A.swift", oldImport)
  return folder
}

private func mode(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
}

@Test func `fix writes, keeps mode and line endings, and has nothing to do the second time`() throws
{
  let folder = try project()
  let path = folder.path + "/Sources/A.swift"
  try FileManager.default.setAttributes([.posixPermissions: 0o754], ofItemAtPath: path)
  let first = try folder.moult("fix")
  #expect(first.code == 0, "\(first.output)\(first.errors)")
  #expect(first.output.contains("fixed Sources/A.swift"))
  let fixed = try folder.read("Sources/A.swift")
  #expect(fixed.hasPrefix("// é\r\n"))
  #expect(!fixed.contains("SwiftGRPC"))
  #expect(!fixed.replacing("\r\n", with: "").contains("\n"))
  #expect(try mode(path) == 0o754)
  let second = try folder.moult("fix")
  #expect(second.code == 0)
  #expect(second.output.contains("Applied 0 fixes"))
  #expect(try folder.read("Sources/A.swift") == fixed)
  #expect(folder.files() == ["Sources", "Sources/A.swift"])
}

@Test func `a diff is 1, goes to the output stream alone, applies, and writes nothing`() throws {
  let folder = try project()
  let run = try folder.moult("fix", "--diff")
  #expect(run.code == 1)
  #expect(run.output.hasPrefix("--- a/Sources/A.swift\n+++ b/Sources/A.swift\n@@ "))
  #expect(run.errors.contains("Would apply 1 fix in 1 file"))
  #expect(try folder.read("Sources/A.swift") == oldImport)
  try folder.write("fix.patch", run.output)
  #expect(try folder.git("apply", "-p1", "fix.patch").code == 0)
  let patched = try folder.read("Sources/A.swift")
  try folder.write("Sources/A.swift", oldImport)
  #expect(try folder.moult("fix").code == 0)
  #expect(try folder.read("Sources/A.swift") == patched)
  #expect(try folder.moult("fix", "--diff").code == 0)
}

@Test func `a committed file is fixed`() throws {
  let folder = try project()
  try folder.commitAll()
  #expect(try folder.moult("fix").code == 0)
  #expect(try !folder.read("Sources/A.swift").contains("SwiftGRPC"))
}

@Test(arguments: ["modified", "staged", "untracked", "ignored"])
func `a file that git could not bring back is refused, and all others with it`(state: String) throws
{
  let folder = try project()
  try folder.write("Sources/Clean.swift", oldImport)
  try folder.commitAll()
  switch state {
  case "untracked": try folder.write("Sources/New.swift", oldImport)
  case "ignored":
    try folder.write(".gitignore", "Ignored.swift\n")
    try folder.write("Sources/Ignored.swift", oldImport)
  case "staged":
    try folder.write("Sources/A.swift", oldImport + "// mine\n")
    try folder.git("add", "-A")
  default: try folder.write("Sources/A.swift", oldImport + "// mine\n")
  }
  let before = try folder.read("Sources/A.swift")
  let paths =
    state == "ignored"
    ? ["Sources/Ignored.swift", "Sources/Clean.swift", "Sources/A.swift"] : ["."]
  let run = try folder.moult(["fix"] + paths)
  #expect(run.code == 2)
  #expect(run.output == "")
  #expect(run.errors.contains("nothing was written"))
  #expect(run.errors.contains("it is \(state == "staged" ? "modified" : state) in git"))
  #expect(try folder.read("Sources/Clean.swift") == oldImport)
  #expect(try folder.read("Sources/A.swift") == before)
  #expect(try folder.moult(["fix", "--allow-dirty"] + paths).code == 0)
  #expect(try !folder.read("Sources/Clean.swift").contains("SwiftGRPC"))
}

@Test func `a changed file that is not to be fixed stands in nobody's way`() throws {
  let folder = try project()
  try folder.write("Sources/Other.swift", currentSwift)
  try folder.commitAll()
  try folder.write("Sources/Other.swift", currentSwift + "// mine\n")
  #expect(try folder.moult("fix").code == 0)
}

@Test func `when the disk is full nothing is changed and nothing is left behind`() throws {
  let folder = try project()
  try folder.write("Sources/B.swift", oldImport)
  // A process that may write files of no size sees what a full disk looks like.
  let run = try folder.shell("trap '' XFSZ; ulimit -f 0; exec \"$MOULT\" fix 2>&1")
  #expect(run.code == 2)
  #expect(run.output.contains("nothing was written: cannot write beside 'Sources/A.swift'"))
  #expect(try folder.read("Sources/A.swift") == oldImport)
  #expect(folder.files() == ["Sources", "Sources/A.swift", "Sources/B.swift"])
}

@Test func `a file with the longest of names is fixed`() throws {
  let folder = try TemporaryFolder()
  let name = String(repeating: "n", count: 249) + ".swift"
  try folder.write(name, oldImport)
  #expect(try folder.moult("fix").code == 0)
  #expect(folder.files() == [name])
}

@Test func `generated code is not edited`() throws {
  let folder = try TemporaryFolder()
  try folder.write("echo.grpc.swift", oldSwift)
  try folder.write("made.swift", "// DO NOT EDIT.\n" + oldSwift)
  _ = try folder.moult("fix", "--review", "--placeholders")
  #expect(try folder.read("echo.grpc.swift") == oldSwift)
  #expect(try folder.read("made.swift") == "// DO NOT EDIT.\n" + oldSwift)
}

@Test func `a file that changes while it is looked at is not overwritten`() throws {
  let folder = try project()
  try folder.commitAll()
  // Git is asked after the files were read, so a git that writes comes at the worst moment.
  try folder.write(
    "tools/git",
    "#!/bin/sh\ncase $* in *status*) echo '// mine' >> Sources/A.swift;; esac\n")
  let run = try folder.shell("chmod +x tools/git; cd .; PATH=$PWD/tools:$PATH \"$MOULT\" fix")
  #expect(run.code == 2)
  #expect(run.errors.contains("Sources/A.swift: it changed while it was looked at"))
  #expect(try folder.read("Sources/A.swift") == oldImport + "// mine\n")
}

@Test func `a repository without a git to ask is refused`() throws {
  let folder = try project()
  try folder.commitAll()
  try folder.write("tools/git", "#!/bin/sh\nexit 128\n")
  let run = try folder.shell("chmod +x tools/git; PATH=$PWD/tools:$PATH \"$MOULT\" fix")
  #expect(run.code == 2)
  #expect(run.errors.contains("--allow-dirty continues without it"))
  #expect(try folder.read("Sources/A.swift") == oldImport)
}

@Test func `many files are fixed together`() throws {
  let folder = try TemporaryFolder()
  for number in 0..<1_200 { try folder.write("d\(number % 9)/F\(number).swift", oldImport) }
  try folder.commitAll()
  let run = try folder.moult("fix")
  #expect(run.code == 0)
  #expect(run.output.contains("Applied 1200 fixes in 1200 files"))
  #expect(try folder.moult("lint").code == 0)
}

// The import is the only sign that 'RPCError' is the library's: rewritten alone it would hide what waits for a person.
@Test func `a safe fix of an import waits for what is not safe`() throws {
  let folder = try TemporaryFolder()
  let text = "import SwiftGRPC\nfunc f(_ error: RPCError) -> Bool { error.callResult == nil }\n"
  try folder.write("A.swift", text)
  #expect(try folder.moult("lint").output.contains("grpc-swift.rpc-error-type"))
  let run = try folder.moult("fix")
  #expect(try folder.read("A.swift") == text)
  #expect(run.output.contains("not fixed: A.swift [grpc-swift.import-swiftgrpc]"))
  let other = try folder.moult("fix", "--placeholders")
  #expect(try folder.read("A.swift") == text)
  #expect(other.output.contains("not fixed: A.swift [grpc-swift.import-swiftgrpc]"))
  #expect(run.code == 1)
}
