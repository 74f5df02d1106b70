import Foundation
import Testing

/// Answers the questions of `moult fix --interactive` in a folder, one letter each; the rest is `q`.
///
/// - Returns: what the terminal showed, or nil where there is no Python to open one.
private func answer(_ answers: String, in folder: TemporaryFolder) throws -> String? {
  try folder.write(".git/info/exclude", "terminal.py\n")
  try folder.write(
    "terminal.py",
    """
    import os, pty, sys
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp(os.environ["MOULT"], ["moult", "fix", "--interactive", "--color", "always"])
    answers, data, asked = "\(answers)", b"", 0
    try:
        while piece := os.read(terminal, 65536):
            data += piece
            while data.count(b"[y,n,a,q,r,x,b,e,?]") > asked:
                answer = answers[asked] if asked < len(answers) else "q"
                os.write(terminal, (answer + "\\n").encode())
                asked += 1
    except OSError:
        pass
    sys.stdout.buffer.write(data)
    """)
  let run = try folder.shell("command -v python3 >/dev/null || exit 9; python3 terminal.py")
  return run.code == 9 ? nil : run.output
}

private func project() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(".moult.yml", "rule_folders:\n  - MoultRules\n")
  try folder.write("MoultRules/old-kit.md", ruleOfOldKit)
  for name in ["A", "B", "C"] { try folder.write("Sources/\(name).swift", "import OldKit\n") }
  try folder.commitAll()
  return folder
}

/// The files that were rewritten.
private func rewritten(_ folder: TemporaryFolder) throws -> [String] {
  try ["A", "B", "C"].filter { try folder.read("Sources/\($0).swift") == "import NewKit\n" }
}

@Test(arguments: [
  // The last question is the second, asked again; who goes back is asked the first once more.
  ("nbyr", ["A", "B", "C"], ["1 of 3", "2 of 3", "1 of 3", "2 of 3"]),
  ("ynr", ["A", "C"], ["1 of 3", "2 of 3", "3 of 3"]),
  ("yx", ["A"], ["1 of 3", "2 of 3"]),
  ("byyy", ["A", "B", "C"], ["1 of 3", "2 of 3", "3 of 3"]),
])
func `interactive mode counts, goes back, and takes or leaves all of a rule`(
  answers: String, expected: [String], counts: [String]
) throws {
  let folder = try project()
  guard let shown = try answer(answers, in: folder) else { return }
  #expect(try rewritten(folder) == expected, "\(shown)")
  let seen = shown.split(whereSeparator: \.isNewline).map(String.init)
    .filter { $0.wholeMatch(of: /\d+ of \d+/) != nil }
  #expect(seen == counts, "\(shown)")
  #expect(shown.contains("\u{1B}[32m+import NewKit\u{1B}[0m"), "what comes is green")
  #expect(shown.contains("\u{1B}[31m-import OldKit\u{1B}[0m"), "what goes is red")
}
