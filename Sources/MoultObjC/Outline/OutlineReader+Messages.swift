import MoultSource

extension OutlineReader {
  /// Reads every `[…]` that is a message, inner ones first.
  mutating func readMessages() {
    for close in code.tokens.indices where code.tokens[close].kind == .rightBracket {
      guard let open = code.opening(close), code.kind(open - 1) != .at else { continue }
      if let message = readMessage(open, close) { messages.append(message) }
    }
  }

  private mutating func readMessage(_ open: Int, _ close: Int) -> ObjCMessage? {
    guard let receiverEnd = endOfReceiver(open + 1, close), receiverEnd < close else { return nil }
    guard let pieces = readPieces(receiverEnd, close) else { return nil }
    if receiverEnd == open + 2 { mark(open + 1, .receiver) }
    if code.kind(open + 2) == .less, let end = endOfAngles(open + 2, receiverEnd),
      end == receiverEnd
    {
      mark(open + 1, .receiver)
      for index in open + 3..<end { mark(index, .type) }
    }
    let selector = pieces.reduce(into: "") { text, piece in
      text += code.source.text(piece.nameRange) + (piece.hasColon ? ":" : "")
    }
    return ObjCMessage(
      range: code.range(open, close + 1), receiver: code.range(open + 1, receiverEnd),
      pieces: pieces, selector: selector, isDiscarded: isStatement(open, close), code: codeIndex,
      open: open, receiverEnd: receiverEnd)
  }

  /// The position behind the receiver that begins at `start`: operands with operators between them.
  private func endOfReceiver(_ start: Int, _ close: Int) -> Int? {
    var index = start
    while index < close {
      guard let end = endOfOperand(index, close) else { return nil }
      index = end
      switch code.kind(index) {
      case .identifier, .colon, .doubleColon: return index
      case .star, .ampersand, .caret, .less, .greater, .equal, .plus, .minus, .punctuator:
        index += 1
      case .question:
        index += 1
        if code.kind(index) == .colon {
          index += 1
        } else {
          guard let middle = endOfReceiver(betweenQuestionAndColon: index, close) else {
            return nil
          }
          index = middle + 1
        }
      default: return nil
      }
    }
    return nil
  }

  /// The position of the colon that belongs to the `?` before `start`.
  private func endOfReceiver(betweenQuestionAndColon start: Int, _ close: Int) -> Int? {
    var questions = 1
    var index = start
    while index < close {
      if code.kind(index) == .question { questions += 1 }
      if code.kind(index) == .colon {
        questions -= 1
        if questions == 0 { return index }
      }
      index = code.next(index)
    }
    return nil
  }

  /// The position behind the operand that begins at `start`, with its prefixes and what is attached to it.
  private func endOfOperand(_ start: Int, _ close: Int) -> Int? {
    var index = start
    prefixes: while index < close {
      switch code.kind(index) {
      case .star, .ampersand, .plus, .minus, .punctuator: index += 1
      case .leftParen where isCast(index, close): index = code.next(index)
      case .at: index += 1
      default: break prefixes
      }
    }
    switch code.kind(index) {
    case .identifier:
      index += 1
      if code.kind(index) == .less, let end = endOfAngles(index, close), continuesType(end) {
        index = end
      }
    case .atWord, .placeholder, .number, .character: index += 1
    case .objectString, .string:
      while code.kind(index) == .objectString || code.kind(index) == .string { index += 1 }
    case .leftParen, .leftBracket, .leftBrace:
      guard code.closing(index) != nil else { return nil }
      index = code.next(index)
    case .caret:
      guard let body = bodyOfBlock(index) else { return nil }
      index = code.next(body)
    default: return nil
    }
    while index < close {
      switch code.kind(index) {
      case .dot, .arrow, .doubleColon:
        guard code.kind(index + 1) == .identifier else { return index }
        index += 2
      case .leftParen, .leftBracket, .leftBrace:
        guard code.closing(index) != nil else { return nil }
        index = code.next(index)
      default: return index
      }
    }
    return index
  }

  /// True if generic arguments that end at `index` belong to what stands before them.
  private func continuesType(_ index: Int) -> Bool {
    switch code.kind(index) {
    case .identifier, .leftParen, .doubleColon, .leftBrace: true
    default: false
    }
  }

  /// True if the parenthesis at `index` holds a type and an operand follows it.
  func isCast(_ index: Int, _ limit: Int) -> Bool {
    guard let close = code.closing(index), close + 1 < limit,
      let type = readType(index + 1, close)
    else { return false }
    if type.end != close {
      // A block or function type: (void (^)(id)).
      guard code.kind(type.end) == .leftParen,
        code.kind(type.end + 1) == .caret || code.kind(type.end + 1) == .star
      else { return false }
    }
    switch code.kind(close + 1) {
    // Behind (x) a word starts a selector, so only what looks like a type casts it.
    case .identifier:
      return type.type.pointers > 0 || type.end != close || isKnownType(type.type.name)
        || code.kind(close + 2) == .identifier || code.kind(close + 2) == .dot
        || code.kind(close + 2) == .arrow
    case .leftBracket, .leftParen:
      return type.type.pointers > 0 || type.end != close || isKnownType(type.type.name)
        || code.kind(close + 1) == .leftBracket
    case .at, .atWord, .objectString, .string, .number, .character, .caret, .placeholder,
      .leftBrace:
      return true
    case .star, .ampersand, .minus, .plus:
      return type.type.pointers > 0 || isKnownType(type.type.name)
    default: return false
    }
  }

  private func isKnownType(_ name: String) -> Bool {
    ["id", "Class", "SEL", "BOOL", "NSInteger", "NSUInteger", "CGFloat", "instancetype"]
      .contains(name) || name.hasPrefix("unsigned") || name.hasPrefix("long") || name == "int"
      || name == "void" || name == "char" || name == "float" || name == "double"
  }

  /// The pieces of the selector that begins at `start`; nil if this is no selector.
  private mutating func readPieces(_ start: Int, _ close: Int) -> [ObjCSelectorPiece]? {
    if code.kind(start) == .identifier, start + 1 == close {
      mark(start, .selector)
      let behind = code.range(close, close)
      return [
        ObjCSelectorPiece(
          nameRange: code.tokens[start].range, hasColon: false,
          argument: behind.lowerBound..<behind.lowerBound)
      ]
    }
    let colons = selectorColons(start, close)
    guard let first = colons.first, first <= start + 1,
      first == start || code.kind(start) == .identifier
    else { return nil }
    var pieces: [ObjCSelectorPiece] = []
    for (number, colon) in colons.enumerated() {
      let isLast = number + 1 == colons.count
      let end = isLast ? close : nameStart(before: colons[number + 1], behind: colon)
      let name = number == 0 ? start : nameStart(before: colon, behind: colons[number - 1])
      if name < colon { mark(name, .selector) }
      pieces.append(
        ObjCSelectorPiece(
          nameRange: code.range(name, colon), hasColon: true, argument: code.range(colon + 1, end)))
    }
    return pieces
  }

  /// The colons between `start` and `close` that belong to the selector, not to a `?`.
  private func selectorColons(_ start: Int, _ close: Int) -> [Int] {
    var result: [Int] = []
    var questions = 0
    var index = start
    while index < close {
      switch code.kind(index) {
      case .question: questions += 1
      case .colon:
        if questions > 0 { questions -= 1 } else { result.append(index) }
      default: break
      }
      index = code.next(index)
    }
    return result
  }

  /// The position of the name before a colon, or of the colon itself if the word before it is an argument.
  private func nameStart(before colon: Int, behind former: Int) -> Int {
    let name = colon - 1
    guard code.kind(name) == .identifier, name > former + 1 else { return colon }
    if let open = code.opening(name - 1), code.kind(open) == .leftParen, open == former + 1,
      isCast(open, colon)
    {
      return colon
    }
    switch code.kind(name - 1) {
    case .dot, .arrow, .doubleColon, .plus, .minus, .star, .ampersand, .equal, .less, .question,
      .comma, .caret, .punctuator:
      // `a->b :c` and `a + b :c`: the word is the end of the argument.
      return code.kind(name - 1) == .punctuator && isPostfix(name - 1) ? name : colon
    default: return name
    }
  }

  /// True for `++` and `--`, behind which another word can begin.
  private func isPostfix(_ index: Int) -> Bool {
    let text = code.text(index)
    return text == "++" || text == "--"
  }

  /// True if nothing takes the value of what stands between `open` and `close`.
  private func isStatement(_ open: Int, _ close: Int) -> Bool {
    guard code.kind(close + 1) == .semicolon else { return false }
    switch code.kind(open - 1) {
    case .leftBrace, .rightBrace, .semicolon: return true
    case .endOfFile: return open == 0 && !code.isMacro
    case .identifier: return code.isWord(open - 1, "else") || code.isWord(open - 1, "do")
    case .colon: return isLabel(open - 1)
    case .rightParen:
      guard let paren = code.opening(open - 1) else { return false }
      if ["if", "for", "while", "switch"].contains(code.text(paren - 1)) { return true }
      return paren + 2 == open - 1 && code.isWord(paren + 1, "void")
    default: return false
    }
  }

  /// True if the colon at `index` ends `case x:`, `default:` or a label.
  private func isLabel(_ index: Int) -> Bool {
    var position = index - 1
    // A `case` with a longer value is read as an expression.
    let limit = max(0, index - 8)
    while position >= limit {
      switch code.kind(position) {
      case .identifier:
        if code.isWord(position, "case") || code.isWord(position, "default") { return true }
        if position == index - 1 {
          let before = code.kind(position - 1)
          if before == .semicolon || before == .leftBrace || before == .rightBrace { return true }
        }
      case .semicolon, .leftBrace, .rightBrace, .question, .endOfFile: return false
      default: break
      }
      position -= 1
    }
    return false
  }
}
