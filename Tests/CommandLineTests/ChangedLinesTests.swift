import Foundation
import Testing

private let use = "func f%(_ code: StatusCode) {}\n"

/// Two uses far apart behind an import, committed.
private func project() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write("Sources/A.swift", text(middle: ""))
  try folder.commitAll()
  return folder
}

private func text(before: String = "", middle: String) -> String {
  before + "import SwiftGRPC\n" + use.replacing("%", with: "1") + "// a\n// b\n// c\n" + middle
    + "// d\n// e\n// f\n" + use.replacing("%", with: "2")
}

private let middle = use.replacing("%", with: "Middle")

/// Returns the lines of `path:line:…` output.
private func lines(_ run: MoultRun) -> [String] {
  run.output.split(separator: "\n").map { line in
    line.split(separator: ":").prefix(2).joined(separator: ":").components(separatedBy: "Sources/")
      .last ?? ""
  }
}

private func lint(_ folder: TemporaryFolder, _ options: String...) throws -> [String] {
  lines(try folder.moult(["lint", "--format", "xcode"] + options))
}

@Test func `since a commit only changed lines are reported, and everything is analysed`() throws {
  let folder = try project()
  try folder.write("Sources/A.swift", text(middle: middle))
  #expect(try lint(folder) == ["A.swift:1", "A.swift:2", "A.swift:6", "A.swift:10"])
  // What makes the changed line old is the import, which did not change.
  #expect(try lint(folder, "--since", "HEAD") == ["A.swift:6"])
  #expect(
    try lint(folder, "--since", "HEAD", "--since-scope", "files")
      == ["A.swift:1", "A.swift:2", "A.swift:6", "A.swift:10"])
  #expect(try folder.moult("lint", "--since", "HEAD").code == 1)
}

@Test func `a branch is compared with the place where it left the other`() throws {
  let folder = try project()
  try folder.git("checkout", "-q", "-b", "work")
  try folder.write("Sources/B.swift", "import SwiftGRPC\n")
  try folder.git("add", "-A")
  try folder.git("commit", "-q", "-m", "work")
  try folder.git("checkout", "-q", "-b", "other", "HEAD~1")
  try folder.write("Sources/A.swift", text(middle: middle))
  try folder.git("commit", "-q", "-a", "-m", "other")
  try folder.git("checkout", "-q", "work")
  #expect(try lint(folder, "--since", "other") == ["B.swift:1"])
  try folder.write("Sources/New.swift", "import SwiftGRPC\n")
  #expect(try lint(folder, "--since", "other") == ["B.swift:1", "New.swift:1"])
}

@Test func `nothing changed is nothing found`() throws {
  let folder = try project()
  let run = try folder.moult("lint", "--since", "HEAD")
  #expect(run.code == 0)
  #expect(run.output.contains("No findings"))
}

@Test func `staged lines are found where the working tree has them`() throws {
  let folder = try project()
  try folder.write("Sources/A.swift", text(middle: middle))
  try folder.git("add", "-A")
  // Lines that are not staged move the staged one, and are not reported themselves.
  try folder.write(
    "Sources/A.swift", text(before: "\n\n// g\n", middle: middle) + "typealias C = StatusCode\n")
  #expect(try lint(folder, "--staged") == ["A.swift:9"])
  #expect(try lint(folder, "--staged", "--since-scope", "files").count == 5)
}

@Test func `paths that git quotes and lines that look like headers are understood`() throws {
  let folder = try project()
  let name = "Sources/Ü \"x\".swift"
  try folder.write(name, "import Foundation\n")
  try folder.git("add", "-A")
  try folder.git("commit", "-q", "-m", "more")
  try folder.write(name, "/*\n++ b/Sources/A.swift\n@@ -1,9 +1,9 @@\n*/\nimport SwiftGRPC\n")
  #expect(try lint(folder, "--since", "HEAD") == ["Ü \"x\".swift:5"])
}

@Test func `fix touches changed lines alone`() throws {
  let folder = try TemporaryFolder()
  try folder.write(".moult.yml", "rule_folders:\n  - MoultRules\n")
  try folder.write("MoultRules/old-kit.md", ruleOfOldKit)
  func text(_ middle: String) -> String {
    "import OldKit\n// a\n// b\n// c\n\(middle)// d\n// e\n// f\nimport OldKit\n"
  }
  try folder.write("Sources/A.swift", text(""))
  try folder.commitAll()
  try folder.write("Sources/A.swift", text("import OldKit\n"))
  let run = try folder.moult("fix", "--since", "HEAD", "--allow-dirty")
  #expect(run.output.contains("Applied 1 fix in 1 file"), "\(run.output)\(run.errors)")
  #expect(try folder.read("Sources/A.swift") == text("import NewKit\n"))
}

@Test(arguments: [["--since", "no-such-commit"], ["--since", "--output=x"]])
func `a commit that git does not know is 2`(options: [String]) throws {
  let folder = try project()
  let run = try folder.moult(["lint"] + options)
  #expect(run.code == 2)
  #expect(run.errors.contains("cannot tell what changed") || run.errors.contains("--since"))
  #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
}

@Test func `outside a repository there is no since`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import SwiftGRPC\n")
  let run = try folder.moult("lint", "--since", "HEAD")
  #expect(run.code == 2)
  #expect(run.errors.contains("--since wants a git repository"))
}

// MARK: --stdin-filename

@Test func `a text from the input stream stands for the file, in its project`() throws {
  let folder = try project()
  try folder.write("Sources/B.swift", "func g(_ code: StatusCode) {}\n")
  let run = try folder.shell(
    "echo 'typealias Code = StatusCode' | \"$MOULT\" lint --stdin-filename Sources/B.swift --format xcode"
  )
  #expect(run.code == 1)
  #expect(lines(run) == ["B.swift:1"], "\(run.output)\(run.errors)")
  #expect(run.output.contains("grpc-swift.status-code-type"))
  // It need not exist, and nothing is written.
  let new = try folder.shell(
    "echo 'import SwiftGRPC' | \"$MOULT\" lint --stdin-filename Sources/New.swift --format xcode")
  #expect(lines(new) == ["New.swift:1"], "\(new.output)\(new.errors)")
  #expect(!folder.files().contains("Sources/New.swift"))
}

@Test func `fix prints the text from the input stream`() throws {
  let folder = try project()
  let run = try folder.shell(
    "printf 'import SwiftGRPC\\n// end' | \"$MOULT\" fix --stdin-filename Sources/A.swift")
  #expect(run.output == "import GRPC\n// end")
  #expect(run.code == 0)
  #expect(try folder.read("Sources/A.swift") == text(middle: ""))
  let clean = try folder.shell(
    "printf 'import X' | \"$MOULT\" fix --stdin-filename Sources/A.swift")
  #expect(clean.output == "import X")
}

@Test func `a name in no folder is 2`() throws {
  let folder = try project()
  let run = try folder.shell("echo x | \"$MOULT\" lint --stdin-filename no/such/A.swift")
  #expect(run.code == 2)
  #expect(run.errors.contains("there is no folder for 'no/such/A.swift'"))
}

@Test func `a repository's own filters and hooks do not run for a question`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import Foundation\n")
  try folder.write(".gitattributes", "*.swift filter=own.er\n")
  _ = try folder.git("init", "-q")
  _ = try folder.git("add", ".")
  _ = try folder.git("commit", "-q", "-m", "start")
  let program = "touch '\(folder.path)/ran'; cat"
  _ = try folder.git("config", "filter.own.er.clean", program)
  try folder.write(".git/hooks/post-index-change", "#!/bin/sh\n\(program)\n")
  #expect(try folder.shell("chmod +x .git/hooks/post-index-change").code == 0)
  try folder.write("A.swift", "import SwiftGRPC\n")
  #expect(try folder.moult("lint", "--since", "HEAD").code == 1)
  #expect(try folder.moult("lint", "--staged").code == 0)
  _ = try folder.moult("fix", "--review")
  #expect(!FileManager.default.fileExists(atPath: folder.path + "/ran"))
}
