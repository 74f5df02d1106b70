import Foundation
import Testing

/// A command that an output suggests.
private struct Suggestion: Hashable, CustomStringConvertible {
  /// As it is printed, for a shell, with the program's name in front.
  let command: String

  /// The line that suggests it.
  let line: String

  var description: String { "\(command)  in  \(line)" }

  /// The words behind the program's name; none of a command of these outputs holds a blank.
  var words: [String] { command.split(separator: " ").dropFirst().map(String.init) }
}

/// Each command that some output of a fixture suggests is run as it is printed, in the project as the output left it, and does
/// what was said.
@Suite struct SuggestedCommandTests {
  @Test(arguments: Fixture.all)
  func `each suggested command runs and does what was said`(name: String) throws {
    let fixture = try Fixture(named: name)
    let untouched = try copy(fixture)
    let fresh = try contents(untouched)
    var suggestedFresh: Set<String> = []
    for arguments in outputs {
      let folder = try untouched.copied()
      let text = try terminal(folder, arguments)
      // What is said again about the same files is the same.
      let isFresh = try contents(folder) == fresh
      for suggestion in suggestions(in: text).sorted(by: { $0.description < $1.description })
      where !isFresh || suggestedFresh.insert(suggestion.command).inserted {
        try check(suggestion, in: isFresh ? untouched : folder, after: arguments)
      }
    }
    #expect(!suggestedFresh.isEmpty, "nothing is suggested: no output went to a terminal")
  }

  @Test func `a suggestion is found in a line as a shell reads it`() {
    let found = suggestions(
      in: "next: 'moult fix --diff' shows, 'moult rename-prefix \"\" ABC' too\n")
    #expect(
      found.map(\.command).sorted() == ["moult fix --diff", "moult rename-prefix \"\" ABC"])
  }

  /// Every way of looking at a project that writes nothing, and those that write.
  private var outputs: [[String]] {
    [
      ["lint"], ["lint", "--format", "json"], ["lint", "--format", "markdown"], ["plan"],
      ["plan", "--format", "html"], ["fix", "--diff"], ["fix"], ["fix", "--review"],
      ["fix", "--placeholders"], ["fix", "--step"], ["migrate", "--plan-only"], ["baseline"],
      ["baseline", "--budget", "rule"], ["init"], ["config"], ["lint", "--rule", "nothing.such"],
      ["lintt"],
    ]
  }

  /// Runs a command as in a terminal, and returns what it prints on both streams.
  private func terminal(_ folder: TemporaryFolder, _ arguments: [String]) throws -> String {
    let call = (["\"$MOULT\""] + arguments.map { "'\($0)'" }).joined(separator: " ")
    let script = "NO_COLOR=1 script -qec \(quoted(call)) /dev/null 2>&1 </dev/null"
    return try folder.shell(script).output.replacing("\r\n", with: "\n")
  }

  private func check(
    _ suggestion: Suggestion, in state: TemporaryFolder, after arguments: [String]
  ) throws {
    let folder = try state.copied()
    let before = try contents(folder)
    let commits = try folder.commits()
    let run = try folder.shell("moult() { \"$MOULT\" \"$@\"; }; \(suggestion.command) </dev/null")
    let after = try contents(folder)
    let all = run.output + run.errors
    let said = Comment(rawValue: "\(suggestion)  after \(arguments): \(all)")
    #expect(!all.contains("Usage:"), said)
    let words = suggestion.words
    switch words.first {
    case "fix" where words.contains("--diff"):
      #expect(run.code <= 1 && run.output.hasPrefix("--- a/"), said)
      #expect(before == after, said)
    case "fix":
      #expect(run.code <= 1 && run.output.contains("Applied "), said)
      #expect(before != after, said)
    case "explain":
      #expect(run.code == 0 && !run.output.isEmpty, said)
      #expect(before == after, said)
    case "rename-prefix":
      #expect(run.code <= 1, said)
      let wrote = after.contains { path, bytes in
        path.hasSuffix(".proto") && before[path] != bytes
          && String(decoding: bytes, as: UTF8.self).contains("\"\(words[2])\"")
      }
      #expect(wrote, said)
    case "migrate" where words.contains("--plan-only"):
      #expect(run.code == 0 && run.output.contains("\n- [ ] "), said)
      #expect(before == after, said)
    case "migrate":
      // The steps that the plan lists are commits; what is not made is said, with the reason.
      let steps = try steps(state)
      let made = try folder.commits() - commits
      let left = run.output.split(separator: "\n").count { $0.hasPrefix("  not made: ") }
      #expect(run.code <= 1 && steps > 0 && made + left == steps, said)
      #expect(try folder.git("status", "--porcelain").output.isEmpty, said)
    case "lint", "plan", "rules", "config":
      #expect(run.code <= 1 && !run.output.isEmpty, said)
      #expect(before == after, said)
    case "baseline":
      #expect(run.code <= 1, said)
      #expect(before != after || run.output.hasPrefix("Dropped 0"), said)
    default:
      Issue.record("no check of what '\(suggestion)' says that it does")
    }
  }

  /// The number of steps that a plan lists.
  private func steps(_ state: TemporaryFolder) throws -> Int {
    try state.moult("migrate", "--plan-only").output.split(separator: "\n")
      .count { $0.prefixMatch(of: #/- \[ \] \d+\. /#) != nil }
  }
}

/// Returns the commands that a text suggests: what stands between quotes and begins with the program's name.
private func suggestions(in text: String) -> Set<Suggestion> {
  var found: Set<Suggestion> = []
  // A command in a JSON report or a page has its quotes written otherwise.
  let plain = text.replacing("&#39;", with: "'").replacing("\\\"", with: "\"")
    .replacing("&quot;", with: "\"").replacing("`", with: "'").replacing("\\-", with: "-")
  for line in plain.split(separator: "\n") {
    var rest = line[...]
    while let start = rest.range(of: "'moult ") {
      let text = rest[rest.index(after: start.lowerBound)...]
      guard let end = text.firstIndex(of: "'") else { break }
      rest = text[text.index(after: end)...]
      found.insert(Suggestion(command: String(text[..<end]), line: String(line.prefix(200))))
    }
  }
  return found
}

private func quoted(_ text: String) -> String {
  "'" + text.replacing("'", with: "'\\''") + "'"
}

/// The fixture as somebody has it who would migrate it: a repository in which everything is committed.
private func copy(_ fixture: Fixture) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for (path, bytes) in try fixture.files("before") { try folder.write(path, Array(bytes)) }
  try folder.commitAll()
  return folder
}

extension TemporaryFolder {
  /// A folder with the same files and the same repository.
  fileprivate func copied() throws -> TemporaryFolder {
    let other = try TemporaryFolder()
    let run = try shell("cp -Rp . '\(other.path)'")
    #expect(run.code == 0, "\(run.errors)")
    return other
  }

  fileprivate func commits() throws -> Int {
    Int(try git("rev-list", "--count", "HEAD").output.split(separator: "\n").first ?? "") ?? 0
  }
}

private func contents(_ folder: TemporaryFolder) throws -> [String: Data] {
  var result: [String: Data] = [:]
  for path in folder.files() {
    if let bytes = FileManager.default.contents(atPath: folder.path + "/" + path) {
      result[path] = bytes
    }
  }
  return result
}
