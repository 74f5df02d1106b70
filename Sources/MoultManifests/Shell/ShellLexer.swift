import MoultSource

/// Splits a script into simple commands and their words, as a POSIX shell or bash does.
///
/// Every byte is looked at a bounded number of times, whatever is unclosed: an open quote or parenthesis
/// goes to the end of the script.
struct ShellLexer {
  /// How deep substitutions and scripts inside scripts are followed; what lies deeper is plain text.
  static let deepest = 24

  let input: MappedText
  var position = 0

  /// The commands seen so far, in the order in which they ended.
  private(set) var commands: [ShellCommand] = []

  var depth: Int
  private var nextOpaque = 0
  private var hereDocuments: [HereDocument] = []

  /// Set once a `((` was seen that nothing closes, so that the search is not repeated.
  var sawUnclosedArithmetic = false

  init(_ input: MappedText, depth: Int = 0) {
    self.input = input
    self.depth = depth
  }

  /// A here-document whose body begins after the end of the line.
  private struct HereDocument {
    let delimiter: [UInt8]
    let stripsTabs: Bool
    var feedsShell = false
  }

  /// How far a list of commands goes.
  enum Closing { case endOfInput, parenthesis }

  /// What separates words: in a fragment, which is the value of a variable, only blanks do.
  private enum Splitting { case script, fragment }

  var bytes: [UInt8] { input.bytes }
  var current: UInt8? { bytes.byte(at: position) }
  var isAtEnd: Bool { position >= bytes.count }

  // MARK: Scripts

  /// Reads the whole input as a script.
  mutating func readScript() { readList(.endOfInput) }

  /// Reads the whole input as the value of a variable, which the shell splits at blanks.
  mutating func readFragment() -> [Word] {
    var words: [Word] = []
    while !isAtEnd {
      if skipBlank() { continue }
      if let current, current.isLineBreak {
        position += 1
        continue
      }
      words.append(readWord(.fragment))
    }
    return words
  }

  mutating func readList(_ closing: Closing) {
    var words: [Word] = []
    var firstHereDocument = hereDocuments.count
    var openCases = 0

    /// Ends the simple command that was being read.
    func finish(_ lexer: inout ShellLexer) {
      defer {
        words.removeAll()
        firstHereDocument = lexer.hereDocuments.count
      }
      guard let command = ShellCommand(words) else { return }
      switch command.leadingKeyword {
      case .caseKeyword: openCases += 1
      case .esacKeyword: openCases = max(0, openCases - 1)
      case .other: break
      }
      lexer.record(command, hereDocuments: firstHereDocument)
    }

    while let byte = current {
      let before = position
      defer { precondition(position > before, "the lexer moves on") }
      if opaqueEnd() != nil {
        words.append(readWord(.script))
        continue
      }
      switch byte {
      case " ", "\t", "\\", "\r":
        if !skipBlank() { words.append(readWord(.script)) }
      case "\n":
        finish(&self)
        position += 1
        skipHereDocuments()
        firstHereDocument = 0
      case "#":
        move(to: bytes.endOfLine(from: position))
      case ";", "|":
        finish(&self)
        position += 1
      case "&":
        if bytes.byte(at: position + 1) == ">" {
          position += 1
          skipRedirection(&words)
        } else {
          finish(&self)
          position += 1
        }
      case "<", ">":
        skipRedirection(&words)
      case "(":
        if words.isEmpty, openCases == 0, depth < Self.deepest {
          if let end = arithmeticEnd() {
            move(to: end)
          } else {
            position += 1
            nested { $0.readList(.parenthesis) }
          }
        } else {
          position += 1
        }
      case ")":
        finish(&self)
        position += 1
        if closing == .parenthesis, openCases == 0 { return }
      default:
        words.append(readWord(.script))
      }
    }
    finish(&self)
  }

  /// Keeps a finished command, and reads the scripts that it carries in its arguments.
  private mutating func record(_ command: ShellCommand, hereDocuments first: Int) {
    commands += command.variableAssignments(depth: depth)
    guard !command.words.isEmpty else { return }
    commands.append(command)
    if command.readsScriptFromInput {
      for index in first..<max(first, hereDocuments.count) {
        hereDocuments[index].feedsShell = true
      }
    }
    if let script = command.scriptArgument { readNestedScript(script.content) }
  }

  mutating func readNestedScript(_ script: MappedText) {
    guard depth < Self.deepest else { return }
    var lexer = ShellLexer(script, depth: depth + 1)
    lexer.readScript()
    commands += lexer.commands
  }

  mutating func nested(_ body: (inout ShellLexer) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  // MARK: Between words

  /// Skips one space, tab, escaped line break, or carriage return at the end of a line.
  private mutating func skipBlank() -> Bool {
    guard let byte = current else { return false }
    if byte.isBlank {
      position += 1
      return true
    }
    if byte == "\r", bytes.byte(at: position + 1) == nil || bytes.byte(at: position + 1) == "\n" {
      position += 1
      return true
    }
    return skipEscapedLineBreak()
  }

  private mutating func skipEscapedLineBreak() -> Bool {
    guard current == "\\" else { return false }
    let length = bytes.lineBreakLength(at: position + 1)
    guard length > 0 else { return false }
    position += 1 + length
    return true
  }

  /// Skips a redirection with its target, and the file descriptor that was read as a word before it.
  private mutating func skipRedirection(_ words: inout [Word]) {
    if let last = words.last,
      last.range.upperBound == input.range(of: position..<position).lowerBound,
      last.content.bytes.allSatisfy(\.isDigit)
    {
      words.removeLast()
    }
    let isInput = current == "<"
    position += 1
    if current == "(" {
      // Process substitution is an argument; the commands in it are read like any others.
      position -= 1
      words.append(readWord(.script))
      return
    }
    if isInput, current == "<" {
      position += 1
      guard current == "<" else { return readHereDocumentStart() }
      position += 1
    } else if let byte = current, byte == ">" || byte == "|" || byte == "&" {
      position += 1
    }
    skipTarget()
  }

  private mutating func skipTarget() {
    while skipBlank() {}
    if let byte = current, !Self.endsWord(byte) || opaqueEnd() != nil { _ = readWord(.script) }
  }

  // MARK: Here-documents

  private mutating func readHereDocumentStart() {
    let stripsTabs = current == "-"
    if stripsTabs { position += 1 }
    while skipBlank() {}
    guard let byte = current, !Self.endsWord(byte) else { return }
    let delimiter = readWord(.script).content.bytes
    hereDocuments.append(HereDocument(delimiter: delimiter, stripsTabs: stripsTabs))
  }

  /// Skips the bodies that begin at the start of this line, and reads those that are scripts.
  private mutating func skipHereDocuments() {
    let waiting = hereDocuments
    hereDocuments.removeAll()
    for document in waiting {
      let start = position
      var bodyEnd = bytes.count
      var line = position
      while line < bytes.count {
        var text = line
        while document.stripsTabs, bytes.byte(at: text) == "\t" { text += 1 }
        let end = bytes.endOfLine(from: text)
        let next = end + bytes.lineBreakLength(at: end)
        if bytes[text..<end].elementsEqual(document.delimiter) {
          bodyEnd = line
          line = next
          break
        }
        line = next
      }
      move(to: line)
      if document.feedsShell { readNestedScript(input.slice(start..<bodyEnd)) }
    }
  }

  // MARK: Words

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case " ", "\t", "\n", ";", "&", "|", "(", ")", "<", ">": true
    default: false
    }
  }

  /// Reads the word at the position, where one begins.
  private mutating func readWord(_ splitting: Splitting) -> Word {
    let start = position
    var content = MappedTextBuilder(start: input.range(of: start..<start).lowerBound.utf8)
    if splitting == .script, current == "<" || current == ">",
      bytes.byte(at: position + 1) == "("
    {
      readProcessSubstitution(&content)
    }
    reading: while let byte = current {
      if appendOpaque(&content) { continue }
      switch byte {
      case "\r":
        let next = bytes.byte(at: position + 1)
        if next == nil || next == "\n" { break reading }
        appendByte(&content)
      case " ", "\t", "\n": break reading
      case "(" where splitting == .script:
        guard bytes.byte(at: position - 1) == "=", position > start, depth < Self.deepest else {
          break reading
        }
        readArray(&content)
      case ";", "&", "|", "(", ")", "<", ">":
        if splitting == .script { break reading }
        appendByte(&content)
      case "'": readSingleQuoted(&content)
      case "\"": readDoubleQuoted(&content)
      case "\\":
        if !skipEscapedLineBreak() { readEscape(&content) }
      case "$": readDollar(&content, isQuoted: false)
      case "`": readBackticks(&content)
      default: appendByte(&content)
      }
    }
    if position == start { position += 1 }
    return Word(range: input.range(of: start..<position), content: content.finish())
  }

  mutating func readSingleQuoted(_ content: inout MappedTextBuilder) {
    position += 1
    while let byte = current {
      if appendOpaque(&content) { continue }
      if byte == "'" {
        position += 1
        return
      }
      appendByte(&content)
    }
  }

  mutating func readDoubleQuoted(_ content: inout MappedTextBuilder) {
    position += 1
    while let byte = current {
      if appendOpaque(&content) { continue }
      switch byte {
      case "\"":
        position += 1
        return
      case "\\":
        if skipEscapedLineBreak() { continue }
        switch bytes.byte(at: position + 1) {
        case .some("\""), .some("\\"), .some("$"), .some("`"): readEscape(&content)
        default: appendByte(&content)
        }
      case "$": readDollar(&content, isQuoted: true)
      case "`": readBackticks(&content)
      default: appendByte(&content)
      }
    }
  }

  /// Reads a back-slash and the character that it protects.
  mutating func readEscape(_ content: inout MappedTextBuilder) {
    guard let byte = bytes.byte(at: position + 1) else { return appendByte(&content) }
    let origin = MappedText.Origin(
      start: input.origin(position).start, end: input.origin(position + 1).end)
    position += 1
    if opaqueEnd() != nil { return }
    content.append(byte, from: origin)
    position += 1
  }

  /// Reads one byte that stands for itself.
  mutating func appendByte(_ content: inout MappedTextBuilder) {
    content.append(bytes[position], from: input.origin(position))
    position += 1
  }

  // MARK: What outer languages fill in

  /// Returns the end of the opaque stretch that begins at or before the position and reaches beyond it.
  mutating func opaqueEnd() -> Int? {
    while nextOpaque < input.opaque.count, input.opaque[nextOpaque].upperBound <= position {
      nextOpaque += 1
    }
    guard nextOpaque < input.opaque.count, input.opaque[nextOpaque].contains(position) else {
      return nil
    }
    return input.opaque[nextOpaque].upperBound
  }

  mutating func appendOpaque(_ content: inout MappedTextBuilder) -> Bool {
    guard let end = opaqueEnd() else { return false }
    content.appendOpaque(input, position..<end)
    position = end
    return true
  }

  mutating func move(to index: Int) { position = index }
}
