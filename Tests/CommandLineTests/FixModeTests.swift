import Foundation
import Testing

private let oldImport = "import OldKit\n"
private let newImport = "import NewKit\n"

/// A rule of no hop, whose fixes may be applied one by one.
let ruleOfOldKit = """
  ---
  id: own.old-kit
  severity: error
  find: { import: OldKit }
  put: NewKit
  safety: safe
  message: "module 'OldKit' is old"
  fix: Import 'NewKit'
  ---
  # `import OldKit` became `import NewKit`

  It has a new name.

  ## An import

  ```swift before
  import OldKit
  //     ^^^^^^ own.old-kit safe
  ```
  ```swift after
  import NewKit
  ```

  ## Another module is left alone

  ```swift before
  import OldKitten
  ```
  """

/// A configuration that reads the rules of a folder.
private let ownRules = "rule_folders:\n  - MoultRules\n"

/// A rule whose fix no compiler would like.
private let wrongRule = """
  ---
  id: own.wrong
  severity: error
  find: { import: LostKit }
  put: BROKEN
  safety: safe
  message: "module 'LostKit' is gone"
  fix: Import what does not exist
  ---
  # `LostKit` became something else

  Nobody knows what.

  ## An import

  ```swift before
  import LostKit
  //     ^^^^^^^ own.wrong safe
  ```
  ```swift after
  import BROKEN
  ```

  ## Another module is left alone

  ```swift before
  import LostKitten
  ```
  """

/// A folder with three old imports, committed.
private func project(_ more: [String: String] = [:]) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(".moult.yml", ownRules)
  try folder.write("MoultRules/old-kit.md", ruleOfOldKit)
  for name in ["A", "B", "C"] { try folder.write("Sources/\(name).swift", oldImport) }
  for (name, text) in more { try folder.write(name, text) }
  try folder.commitAll()
  return folder
}

private func imports(_ folder: TemporaryFolder) throws -> String {
  try ["A", "B", "C"].map { name in
    switch try folder.read("Sources/\(name).swift") {
    case oldImport: "o"
    case newImport: "n"
    default: "?"
    }
  }.joined()
}

// MARK: --patch

@Test func `a patch is written to its file alone, and git applies it`() throws {
  let folder = try project()
  let run = try folder.moult("fix", "--patch", "all.patch")
  #expect(run.code == 1)
  #expect(run.output.contains("The patch is in all.patch"))
  #expect(try imports(folder) == "ooo")
  #expect(try folder.git("apply", "all.patch").code == 0)
  #expect(try imports(folder) == "nnn")
  // With nothing left to do the patch is empty, and not the one of the last run.
  #expect(try folder.moult("fix", "--allow-dirty", "--patch", "all.patch").code == 0)
  #expect(try folder.read("all.patch") == "")
}

@Test func `a patch that cannot be written is 2`() throws {
  let folder = try project()
  let run = try folder.moult("fix", "--patch", "no/such/folder.patch")
  #expect(run.code == 2)
  #expect(run.errors.contains("cannot write 'no/such/folder.patch'"))
}

@Test(arguments: [
  ["--diff", "--patch", "x"], ["--diff", "--interactive"], ["--diff", "--commit-each"],
  ["--patch", "x", "--verify", "true"], ["--commit-each", "--allow-dirty"],
  ["--interactive", "--step"], ["--since", "HEAD", "--staged"],
])
func `options that contradict each other are a wrong call`(options: [String]) throws {
  let folder = try project()
  let run = try folder.moult(["fix"] + options)
  #expect(run.code == 2)
  #expect(run.errors.contains("exclude") || run.errors.contains("nothing to"))
  #expect(try imports(folder) == "ooo")
}

// MARK: --interactive

/// Runs `moult fix --interactive` on a terminal and types `answers`.
private func interact(
  _ folder: TemporaryFolder, _ answers: String, environment: String = ""
) throws -> MoultRun {
  try folder.write(
    "terminal.py",
    """
    import os, pty, sys
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp("sh", ["sh", "-c", '\(environment) "$MOULT" fix --interactive --color never'])
    answers = "\(answers)"
    data = b""
    try:
        while piece := os.read(terminal, 65536):
            data += piece
            # Each answer is typed when its question stands there.
            while answers and data.count(b",e,?]") > \(answers.count) - len(answers):
                os.write(terminal, (answers[0] + "\\n").encode() if answers[0] != "^" else b"\\x04")
                answers = answers[1:]
    except OSError:
        pass
    sys.stdout.buffer.write(data)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    """)
  return try folder.shell("python3 terminal.py")
}

@Test(arguments: [
  ("ynn", "noo", 1), ("nyy", "onn", 1), ("a", "nnn", 0), ("na", "onn", 1), ("q", "ooo", 1),
  ("yq", "noo", 1), ("?x nq", "ooo", 1), ("y^", "noo", 1), ("yyy", "nnn", 0),
])
func `each fix is asked about, and only those that were wanted are applied`(
  answers: String, result: String, code: Int
) throws {
  let folder = try project()
  let run = try interact(folder, answers)
  #expect(try imports(folder) == result, "\(run.output)")
  #expect(run.code == code, "\(run.output)")
  #expect(run.output.contains("-import OldKit") && run.output.contains("+import NewKit"))
  #expect(run.output.contains("a  apply this fix and all that follow") == answers.contains("?"))
}

@Test func `a fix can be edited before it is applied`() throws {
  let folder = try project()
  try folder.write(
    "editor.sh", "#!/bin/sh\ncp \"$1\" shown.txt\necho '@_exported import NewKit' > \"$1\"\n")
  let run = try interact(folder, "eq", environment: "EDITOR=\"sh editor.sh\"")
  #expect(try folder.read("Sources/A.swift") == "@_exported import NewKit\n", "\(run.output)")
  #expect(try folder.read("shown.txt") == newImport)
  #expect(try folder.read("Sources/B.swift") == oldImport)
}

@Test func `an editor that fails changes nothing, and the question is asked again`() throws {
  let folder = try project()
  let run = try interact(folder, "enyq", environment: "EDITOR=false")
  #expect(run.output.contains("'false' failed; nothing was edited"))
  #expect(try imports(folder) == "ono", "\(run.output)")
}

@Test func `without a terminal nobody is asked`() throws {
  let folder = try project()
  let run = try folder.moult("fix", "--interactive")
  #expect(run.code == 2)
  #expect(run.errors.contains("needs a terminal"))
  #expect(try imports(folder) == "ooo")
}

// MARK: --step and --commit-each

private let twoRules = [
  "Sources/A.swift": "import SwiftGRPC\nfunc f(_ code: StatusCode) {}\n",
  "Podfile": "pod 'SwiftGRPC'\n",
]

@Test func `each rule's fixes are a commit with the title of its page`() throws {
  let folder = try project(twoRules)
  try folder.write("Mine.txt", "mine\n")
  try folder.git("add", "Mine.txt")
  let run = try folder.moult("fix", "--review", "--commit-each")
  #expect(run.errors == "")
  #expect(run.output.contains("committed: `import SwiftGRPC` became `import GRPC`"))
  let log = try folder.git("log", "--reverse", "--format=%s|%b|").output
  let titles = log.split(separator: "\n").map(String.init).filter { $0.contains("|") }
  #expect(titles.contains { $0.hasPrefix("`import SwiftGRPC` became `import GRPC`|") })
  #expect(log.contains("1 fix of grpc-swift.import-swiftgrpc by Moult"))
  #expect(log.contains("1 fix of grpc-swift.status-code-type by Moult"))
  // Imports tell which era the code speaks, so the code that depends on them goes first.
  let types = titles.firstIndex { $0.hasPrefix("`StatusCode` became") }
  let imports = titles.firstIndex { $0.hasPrefix("`import SwiftGRPC`") }
  #expect(types != nil && imports != nil && (types ?? 0) < (imports ?? 0), "\(titles)")
  // What somebody staged is in no commit, and still staged.
  #expect(try folder.git("status", "--porcelain").output == "A  Mine.txt\n")
}

private func tree(_ folder: TemporaryFolder) throws -> String {
  try folder.git("add", "-A")
  let run = try folder.git("write-tree")
  #expect(run.code == 0 && !run.output.isEmpty)
  return run.output
}

@Test func `commits lead where one run leads`() throws {
  let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/hello-v0/before").path
  func copy() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.shell("cp -R '\(fixture)/.' .")
    try folder.commitAll()
    return folder
  }
  let atOnce = try copy()
  _ = try atOnce.moult("fix", "--review")
  let commits = try copy()
  _ = try commits.moult("fix", "--review", "--commit-each")
  #expect(try tree(commits) == tree(atOnce))
  let count = try commits.git("rev-list", "--count", "HEAD").output
  #expect(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 5, "\(count)")
}

@Test func `one step after the other leads where one run leads`() throws {
  let atOnce = try project(twoRules)
  _ = try atOnce.moult("fix", "--review")
  let steps = try project(twoRules)
  var count = 0
  while count < 20,
    try steps.moult("fix", "--review", "--step", "--commit-each").output.contains("committed: ")
  {
    count += 1
  }
  // The hop is one step, as it renames a module; the rule of the project is another.
  #expect(count == 2)
  #expect(try tree(steps) == tree(atOnce))
}

@Test func `a commit that a hook refuses is 2 and says so`() throws {
  let folder = try project()
  try folder.write(".git/hooks/pre-commit", "#!/bin/sh\necho not today >&2\nexit 1\n")
  _ = try folder.shell("chmod +x .git/hooks/pre-commit")
  let run = try folder.moult("fix", "--commit-each")
  #expect(run.code == 2)
  #expect(run.errors.contains("git said 'not today'"))
}

@Test func `outside a repository nothing can be committed`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import SwiftGRPC\n")
  let run = try folder.moult("fix", "--commit-each")
  #expect(run.code == 2)
  #expect(run.errors.contains("lies in no git repository"))
  #expect(try folder.read("A.swift") == "import SwiftGRPC\n")
}

// MARK: --verify

private func projectWithWrongRule() throws -> TemporaryFolder {
  try project([
    "MoultRules/wrong.md": wrongRule, "Sources/D.swift": "import LostKit\n",
    "check.sh": "echo run >> runs\n! grep -rq BROKEN Sources\n",
  ])
}

@Test func `the fix after which the command fails is taken back, and no other`() throws {
  let folder = try projectWithWrongRule()
  let run = try folder.moult("fix", "--verify", "sh check.sh")
  #expect(try imports(folder) == "nnn", "\(run.output)\(run.errors)")
  #expect(try folder.read("Sources/D.swift") == "import LostKit\n")
  #expect(run.output.contains("taken back: Sources/D.swift:1 [own.wrong]"))
  #expect(run.output.contains("Applied 3 fixes in 3 files"))
  #expect(run.code == 1)
}

@Test func `of the fixes of one rule only the guilty one is taken back`() throws {
  let folder = try project(["check.sh": "echo run >> runs\ngrep -q OldKit Sources/B.swift\n"])
  let run = try folder.moult("fix", "--verify", "sh check.sh")
  #expect(try imports(folder) == "non", "\(run.output)\(run.errors)")
  #expect(run.output.contains("taken back: Sources/B.swift:1 [own.old-kit]"))
  #expect(run.output.components(separatedBy: "taken back").count == 2)
}

@Test func `two fixes that fail each for itself are both taken back`() throws {
  let folder = try project([
    "check.sh": "grep -q OldKit Sources/A.swift && grep -q OldKit Sources/C.swift\n"
  ])
  let run = try folder.moult("fix", "--verify", "sh check.sh")
  #expect(try imports(folder) == "ono", "\(run.output)\(run.errors)")
}

@Test func `a command that succeeds is run once`() throws {
  let folder = try projectWithWrongRule()
  let run = try folder.moult("fix", "--verify", "echo run >> runs")
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  #expect(try folder.read("runs") == "run\n")
  #expect(run.output.contains("'echo run >> runs' succeeds"))
}

@Test func `a command that fails without any fix leaves everything as it was`() throws {
  let folder = try projectWithWrongRule()
  let run = try folder.moult("fix", "--verify", "false")
  #expect(run.code == 2)
  #expect(run.errors.contains("'false' fails without any fix as well"))
  #expect(try imports(folder) == "ooo")
  #expect(try folder.git("status", "--porcelain").output == "")
}

@Test func `an interrupted verification leaves everything as it was`() throws {
  let folder = try projectWithWrongRule()
  let run = try folder.moult("fix", "--verify", "kill -TERM $PPID; sleep 0.3; false")
  #expect(run.code == 2)
  #expect(run.errors.contains("nothing was written: interrupted"))
  #expect(try imports(folder) == "ooo")
}

@Test func `what was verified can be committed in steps`() throws {
  let folder = try projectWithWrongRule()
  let run = try folder.moult("fix", "--verify", "sh check.sh", "--commit-each")
  #expect(try imports(folder) == "nnn", "\(run.output)\(run.errors)")
  #expect(try folder.git("log", "--format=%s").output.hasPrefix("`import OldKit` became"))
  #expect(try folder.git("status", "--porcelain").output == "?? runs\n")
}
