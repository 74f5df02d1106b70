import MoultSource

/// A simple command while a script is read.
struct ShellCommand {
  /// The word before the command that tells how a following `)` is meant.
  enum LeadingKeyword { case caseKeyword, esacKeyword, other }

  let role: CommandLine.Role

  /// Empty for what holds no command, such as `done` or `A=1`.
  let words: [Word]

  let leadingKeyword: LeadingKeyword

  /// The assignments before the command: all of it in `A=1` and `export A=1`.
  private let assignments: [Word]

  /// - Returns: nil if there are no words.
  init?(_ words: [Word]) {
    guard let first = words.first else { return nil }
    role = .command
    var rest = words[...]
    switch first.keyword {
    case "case":
      leadingKeyword = .caseKeyword
      rest = []
    case "esac": leadingKeyword = .esacKeyword
    default: leadingKeyword = .other
    }
    while let keyword = rest.first?.keyword {
      guard Self.keywordsBeforeCommands.contains(keyword) else {
        if Self.keywordsWithoutCommands.contains(keyword) { rest = [] }
        break
      }
      rest.removeFirst()
    }
    let declares = rest.first?.keyword.map(Self.declarations.contains) ?? false
    let operands = declares ? rest.dropFirst().drop { $0.content.bytes.first == "-" } : rest
    assignments = Array(operands.prefix { $0.assignedName != nil })
    let command = operands.dropFirst(assignments.count)
    self.words = declares ? [] : Array(command)
  }

  private init(role: CommandLine.Role, words: [Word]) {
    self.role = role
    self.words = words
    leadingKeyword = .other
    assignments = []
  }

  /// Returns what the assignments keep, each split into words.
  func variableAssignments(depth: Int) -> [ShellCommand] {
    assignments.compactMap { word in
      guard let (name, value) = word.assignedName else { return nil }
      var words = word.content.slice(value)
      if words.bytes.first == "(", words.bytes.last == ")", words.count > 1 {
        words = words.slice(1..<words.count - 1)
      }
      var lexer = ShellLexer(words, depth: depth + 1)
      let fragment = lexer.readFragment()
      return fragment.isEmpty
        ? nil : ShellCommand(role: .assignment(variable: name), words: fragment)
    }
  }

  /// Whether the command is a shell that reads its script from its input.
  var readsScriptFromInput: Bool {
    guard let last = words.last else { return false }
    if last.isShell { return true }
    return words[0].isShell && words.dropFirst().allSatisfy { $0.content.bytes.first == "-" }
  }

  /// The argument that is a script itself: `sh -c '…'`, `eval "…"`.
  var scriptArgument: Word? {
    if words.count == 2, words[0].keyword == "eval" { return words[1] }
    guard let shell = words.firstIndex(where: \.isShell) else { return nil }
    var index = shell + 1
    while index < words.count, words[index].content.bytes.first == "-" {
      let isScriptFollowing = words[index].content.bytes.last == "c"
      index += 1
      if isScriptFollowing, index < words.count { return words[index] }
    }
    return nil
  }

  private static let keywordsBeforeCommands: Set<String> = [
    "if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "esac", "exec",
    "command", "builtin",
  ]

  private static let keywordsWithoutCommands: Set<String> = [
    "fi", "done", "}", "for", "select", "function", "in",
  ]

  private static let declarations: Set<String> = [
    "export", "local", "readonly", "declare", "typeset",
  ]
}

extension Word {
  /// The word as a reserved word, which it is only without quotes; nil if it is too long to be one.
  fileprivate var keyword: String? {
    guard content.count <= 8, range.utf8Count == content.count, isStatic else { return nil }
    return text
  }

  fileprivate var isShell: Bool {
    let name = content.bytes[lastPathComponent]
    return name.isText("sh") || name.isText("bash") || name.isText("zsh") || name.isText("dash")
  }

  /// The variable and the place of its value in `content`, if the word is `NAME=…` or `NAME+=…`.
  fileprivate var assignedName: (name: String, value: Range<Int>)? {
    let bytes = content.bytes
    guard let first = bytes.first, first.isNameStart else { return nil }
    var index = 1
    while index < bytes.count, bytes[index].isNamePart { index += 1 }
    let nameEnd = index
    if bytes.byte(at: index) == "+" { index += 1 }
    guard bytes.byte(at: index) == "=" else { return nil }
    // A quoted or escaped name is an argument, not an assignment.
    guard content.range(of: 0..<index + 1).utf8Count == index + 1,
      content.range.lowerBound == range.lowerBound
    else { return nil }
    return (content.text(of: 0..<nameEnd), index + 1..<bytes.count)
  }
}

/// Returns the commands of a script, those of nested scripts and substitutions included.
///
/// - Returns: sorted by where they start; a command before those inside its words.
/// - Complexity: O(*n* log *n*) for *n* bytes.
package func shellCommands(in script: MappedText, surface: ManifestKind) -> [CommandLine] {
  var lexer = ShellLexer(script)
  lexer.readScript()
  return lexer.commands
    .filter { !$0.words.isEmpty }
    .map { CommandLine(surface: surface, role: $0.role, words: $0.words) }
    .sorted(by: CommandLine.inFileOrder)
}

/// Returns the words of the value of a variable, or nil if there are none.
func assignment(
  of variable: String, _ value: MappedText, surface: ManifestKind
) -> CommandLine? {
  var lexer = ShellLexer(value)
  let words = lexer.readFragment()
  guard !words.isEmpty else { return nil }
  return CommandLine(surface: surface, role: .assignment(variable: variable), words: words)
}

extension CommandLine {
  static func inFileOrder(_ a: CommandLine, _ b: CommandLine) -> Bool {
    let (l, r) = (a.range, b.range)
    return l.lowerBound != r.lowerBound
      ? l.lowerBound < r.lowerBound : l.upperBound > r.upperBound
  }
}
