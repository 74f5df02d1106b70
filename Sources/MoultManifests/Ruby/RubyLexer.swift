import MoultSource

/// Splits Ruby into tokens, in one pass.
struct RubyLexer {
  private let bytes: [UInt8]
  private(set) var tokens: [RubyToken] = []
  private var position = 0
  private var isSpaceBefore = true

  /// Here-documents whose bodies begin after the end of the line.
  private var waiting: [(token: Int, delimiter: ArraySlice<UInt8>, isDelimiterIndented: Bool)] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8? { bytes.byte(at: position) }
  private func byte(after count: Int) -> UInt8? { bytes.byte(at: position + count) }

  mutating func readAll() {
    if bytes.hasText("\u{FEFF}", at: 0) { position = 3 }
    while let byte = current {
      let before = position
      readToken(byte)
      precondition(position > before, "the lexer moves on")
    }
  }

  private mutating func readToken(_ byte: UInt8) {
    let isLineStart = position == 0 || bytes[position - 1].isLineBreak
    if isLineStart, bytes.hasText("=begin", at: position) { return skipBlockComment() }
    if isLineStart, bytes.hasText("__END__", at: position),
      position + 7 >= bytes.count || bytes[position + 7].isLineBreak
    {
      position = bytes.count
      return
    }
    switch byte {
    case " ", "\t":
      skipSpace(1)
    case "\\" where bytes.lineBreakLength(at: position + 1) > 0:
      skipSpace(1 + bytes.lineBreakLength(at: position + 1))
    case "\n", "\r":
      append(.newline, bytes.lineBreakLength(at: position))
      isSpaceBefore = true
      readHereDocuments()
    case "#":
      position = bytes.endOfLine(from: position)
      isSpaceBefore = true
    case ";": append(.newline, 1)
    case ",": append(.comma, 1)
    case "(", "[", "{": append(.open, 1)
    case ")", "]", "}": append(.close, 1)
    case "|": append(self.byte(after: 1) == "|" ? .other : .bar, self.byte(after: 1) == "|" ? 2 : 1)
    case "'": readQuoted(.single, closing: byte)
    case "\"": readQuoted(.double, closing: byte)
    case "`": readQuoted(.command, closing: byte)
    case ":": readColon()
    case ".": append(.dot, 1)
    case "&" where self.byte(after: 1) == ".": append(.dot, 2)
    case "=":
      switch self.byte(after: 1) {
      case .some(">"): append(.arrow, 2)
      case .some("="), .some("~"): append(.other, 2)
      default: append(.assign, 1)
      }
    case "<" where isHereDocument: readHereDocumentStart()
    case "%" where startsValue: readPercent()
    case "/" where startsValue: readRegularExpression()
    case "@", "$":
      var end = position + 1
      while let byte = bytes.byte(at: end), byte.isNamePart || byte == "@" { end += 1 }
      append(.value, end - position)
    case _ where byte.isNameStart || byte >= 0x80: readName()
    case _ where byte.isDigit:
      var end = position
      while let byte = bytes.byte(at: end), byte.isNamePart { end += 1 }
      append(.value, end - position)
    default:
      if self.byte(after: 1) == "=", "+-*|&".utf8.contains(byte) {
        append(.assign, 2)
      } else {
        append(.other, 1)
      }
    }
  }

  // MARK: Small tokens

  private mutating func append(_ kind: RubyToken.Kind, _ length: Int, content: Range<Int>? = nil) {
    let range = position..<position + length
    tokens.append(
      RubyToken(
        kind: kind, range: range, content: content ?? range, isSpaceBefore: isSpaceBefore))
    position += length
    isSpaceBefore = false
  }

  private mutating func skipSpace(_ length: Int) {
    position += length
    isSpaceBefore = true
  }

  private mutating func skipBlockComment() {
    var line = position
    while line < bytes.count {
      let next = bytes.startOfNextLine(from: line)
      if bytes.hasText("=end", at: line) {
        position = next
        isSpaceBefore = true
        return
      }
      line = next
    }
    position = bytes.count
  }

  private mutating func readName() {
    var end = position + 1
    while let byte = bytes.byte(at: end), byte.isNamePart || byte >= 0x80 { end += 1 }
    if let byte = bytes.byte(at: end), byte == "?" || byte == "!", bytes.byte(at: end + 1) != "=" {
      end += 1
    }
    let isLabel = bytes.byte(at: end) == ":" && bytes.byte(at: end + 1) != ":"
    append(isLabel ? .label : .name, end - position)
    if isLabel { position += 1 }
  }

  private mutating func readColon() {
    guard byte(after: 1) != ":" else { return append(.dot, 2) }
    if let next = byte(after: 1), next.isNameStart {
      var end = position + 2
      while let byte = bytes.byte(at: end), byte.isNamePart { end += 1 }
      append(.symbol, end - position, content: position + 1..<end)
    } else if let next = byte(after: 1), next == "\"" || next == "'" {
      let end = quotedEnd(
        from: position + 2, closing: next, opening: nil, isInterpolated: next == "\"")
      append(.symbol, end.next - position, content: position + 2..<end.content)
    } else {
      append(.other, 1)
    }
  }

  /// Whether an operator here begins a value instead of joining two: `%w[…]`, `/…/`.
  private var startsValue: Bool {
    guard let last = tokens.last else { return true }
    let isSpaceAfter = byte(after: 1).map { $0.isBlank || $0 == "=" } ?? true
    return switch last.kind {
    case .name: isSpaceBefore && !isSpaceAfter
    case .value, .close, .string, .symbol: false
    case .label, .newline, .comma, .dot, .open, .assign, .arrow, .bar, .other: true
    }
  }

  // MARK: Strings

  private mutating func readQuoted(_ style: RubyStringStyle, closing: UInt8) {
    let end = quotedEnd(
      from: position + 1, closing: closing, opening: nil, isInterpolated: style != .single)
    let content = position + 1..<end.content
    append(.string(style), end.next - position, content: content)
    // `"name": value`
    if style != .command, current == ":", byte(after: 1) != ":", let string = tokens.popLast() {
      tokens.append(
        RubyToken(
          kind: .label, range: string.range, content: content,
          isSpaceBefore: string.isSpaceBefore))
      position += 1
    }
  }

  private mutating func readPercent() {
    var start = position + 1
    var style = RubyStringStyle.double
    switch bytes.byte(at: start) {
    case .some("w"), .some("W"), .some("i"), .some("I"): style = .words
    case .some("q"): style = .single
    case .some("Q"): style = .double
    case .some("x"): style = .command
    default: start -= 1
    }
    start += 1
    guard let opening = bytes.byte(at: start), "([{<|/!-".utf8.contains(opening) else {
      return append(.other, 1)
    }
    let closing: UInt8 =
      switch opening {
      case "(": UInt8(ascii: ")")
      case "[": UInt8(ascii: "]")
      case "{": UInt8(ascii: "}")
      case "<": UInt8(ascii: ">")
      default: opening
      }
    let end = quotedEnd(
      from: start + 1, closing: closing, opening: opening == closing ? nil : opening,
      isInterpolated: style != .single && style != .words)
    append(.string(style), end.next - position, content: start + 1..<end.content)
  }

  private mutating func readRegularExpression() {
    var end = position + 1
    while let byte = bytes.byte(at: end), byte != "/", !byte.isLineBreak {
      end += byte == "\\" ? 2 : 1
    }
    guard bytes.byte(at: end) == "/" else { return append(.other, 1) }
    append(.value, end + 1 - position)
  }

  /// Returns where the content ends that begins at `start`, and where what follows the quote begins.
  private func quotedEnd(
    from start: Int, closing: UInt8, opening: UInt8?, isInterpolated: Bool
  ) -> (content: Int, next: Int) {
    var index = start
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == "\\" {
        index += 2
      } else if isInterpolated, byte == "#", bytes.byte(at: index + 1) == "{" {
        index = rubyInterpolationEnd(from: index, in: bytes, limit: bytes.count)
      } else if byte == closing {
        if depth == 0 { return (index, index + 1) }
        depth -= 1
        index += 1
      } else {
        if byte == opening { depth += 1 }
        index += 1
      }
    }
    return (bytes.count, bytes.count)
  }

  // MARK: Here-documents

  private var isHereDocument: Bool {
    guard byte(after: 1) == "<", isSpaceBefore || tokens.last?.kind == .open else { return false }
    let isIndented = byte(after: 2) == "-" || byte(after: 2) == "~"
    guard let first = byte(after: isIndented ? 3 : 2) else { return false }
    return first == "'" || first == "\"" || first.isUppercase || (isIndented && first.isNameStart)
  }

  private mutating func readHereDocumentStart() {
    var index = position + 2
    let mark = bytes[index]
    if mark == "-" || mark == "~" { index += 1 }
    let quote = bytes[index]
    let isQuoted = quote == "'" || quote == "\""
    if isQuoted { index += 1 }
    let start = index
    while let byte = bytes.byte(at: index), isQuoted ? byte != quote : byte.isNamePart,
      !byte.isLineBreak
    {
      index += 1
    }
    let delimiter = bytes[start..<index]
    if isQuoted, bytes.byte(at: index) == quote { index += 1 }
    let style: RubyStringStyle =
      switch (mark == "~", quote == "'") {
      case (false, false): .document
      case (true, false): .indentedDocument
      case (false, true): .rawDocument
      case (true, true): .indentedRawDocument
      }
    waiting.append((tokens.count, delimiter, mark == "-" || mark == "~"))
    append(.string(style), index - position, content: index..<index)
  }

  private mutating func readHereDocuments() {
    for document in waiting {
      let start = position
      var line = position
      var bodyEnd = bytes.count
      while line < bytes.count {
        let text = document.isDelimiterIndented ? bytes.skippingBlanks(from: line) : line
        let end = bytes.endOfLine(from: text)
        let next = end + bytes.lineBreakLength(at: end)
        if bytes[text..<end] == document.delimiter {
          bodyEnd = line
          line = next
          break
        }
        line = next
      }
      tokens[document.token].content = start..<bodyEnd
      position = line
    }
    waiting.removeAll()
  }
}

/// Returns the end of the `#{…}` at `start`, whatever strings stand in it; `limit` if it is open.
func rubyInterpolationEnd(from start: Int, in bytes: [UInt8], limit: Int) -> Int {
  /// What is open: a brace, or a string with its quote.
  enum Open {
    case brace
    case string(UInt8)
  }
  var stack: [Open] = []
  var index = start
  while index < limit {
    let byte = bytes[index]
    if byte == "\\" {
      index += 2
      continue
    }
    switch stack.last {
    case .string(let quote):
      if byte == quote {
        stack.removeLast()
      } else if byte == "#", quote != "'", bytes.byte(at: index + 1) == "{" {
        stack.append(.brace)
        index += 1
      }
    case .brace, nil:
      if byte == "{" { stack.append(.brace) }
      if byte == "}" { _ = stack.popLast() }
      if byte == "\"" || byte == "'" || byte == "`" { stack.append(.string(byte)) }
    }
    index += 1
    if stack.isEmpty, index > start + 1 { return min(index, limit) }
  }
  return limit
}
