import MoultSource

extension Lexer {
  /// Lexes `?` or `!` that belongs to what stands before it, or an operator.
  mutating func lexPostfixMark() {
    guard isLeftBound(at: position) else { return lexOperator() }
    emitPunctuation(bytes[position] == "!" ? .exclamationMark : .postfixQuestionMark)
  }

  /// Lexes an editor placeholder or an operator that starts with `<` or `>`.
  mutating func lexAngle() {
    if bytes[position] == "<", bytes[position + 1] == "#",
      let end = endOfPlaceholder(at: position)
    {
      let start = position
      position = end
      diagnose("editor placeholder in source file", from: start, to: end)
      emit(.editorPlaceholder, from: start)
    } else {
      lexOperator()
    }
  }

  /// Lexes an operator, which a regex literal or a comment may cut short.
  @inline(__always)
  mutating func lexOperator() {
    let next = bytes[position + 1]
    if bytes[position] == ".", next < 0x80, !hasTraits(.operatorCharacter, at: position + 1) {
      // By far the most frequent operator.
      emitPunctuation(.period)
    } else {
      lexOtherOperator()
    }
  }

  private mutating func lexOtherOperator() {
    let start = position
    let end = endOfOperatorCharacters(from: start)
    var slash = start
    while slash < end, bytes[slash] != "/" { slash += 1 }
    if slash < end {
      if let regex = regexInOperator(start..<end, at: slash) {
        if slash > start {
          position = slash
          emitOperator(from: start)
        }
        return emitRegex(regex)
      }
      if end - start > 2, let comment = startOfComment(in: start + 1..<end) {
        position = comment
        return emitOperator(from: start)
      }
    }
    position = end
    emitOperator(from: start)
  }

  /// Emits the operator from `start` to `position`.
  private mutating func emitOperator(from start: Int) {
    let kind = operatorKind(start..<position)
    if kind == .unknown {
      diagnose("unexpected end of block comment", from: start, to: position)
      emit(kind, from: start, flags: .isMalformed)
    } else if kind == .equal,
      isLeftBound(at: start) != isRightBound(at: position, isLeftBound: isLeftBound(at: start))
    {
      diagnose("'=' must have consistent whitespace on both sides", from: start, to: position)
      emit(kind, from: start, flags: .isMalformed)
    } else {
      emit(kind, from: start)
    }
  }

  private mutating func endOfOperatorCharacters(from start: Int) -> Int {
    let startsWithDot = bytes[start] == "."
    var index = start
    repeat {
      if bytes[index] >= 0x80 {
        let decoded = decodeScalar(at: bytes + index)
        guard let scalar = decoded.scalar, scalar.isNonASCIIOperatorCharacter else { break }
        index += decoded.length
      } else {
        index += 1
      }
      // A dot continues only an operator that starts with one.
      if bytes[index] == ".", !startsWithDot { break }
      if bytes[index] == "<", bytes[index + 1] == "#", hasPlaceholderEnd(from: index) { break }
    } while hasTraits(.operatorCharacter, at: index) || bytes[index] >= 0x80
    return index
  }

  private func startOfComment(in range: Range<Int>) -> Int? {
    range.first { bytes[$0] == "/" && (bytes[$0 + 1] == "/" || bytes[$0 + 1] == "*") }
  }

  // MARK: Fixity

  /// Returns what the operator in `range` is, by the white space and brackets around it.
  func operatorKind(_ range: Range<Int>) -> TokenKind {
    let start = range.lowerBound
    let first = bytes[start]
    if range.count == 1 {
      if first == "=" { return .equal }
      if first == "." { return .period }
    } else if range.count == 2, first == "-", bytes[start + 1] == ">" {
      return .arrow
    } else if containsCommentEnd(range) {
      return .unknown
    }
    let isLeftBound = isLeftBound(at: start)
    if range.count == 1, first == "?" {
      return isLeftBound ? .postfixQuestionMark : .infixQuestionMark
    }
    let isRightBound = isRightBound(at: range.upperBound, isLeftBound: isLeftBound)
    if isLeftBound == isRightBound { return .binaryOperator }
    if isLeftBound { return .postfixOperator }
    return range.count == 1 && first == "&" ? .prefixAmpersand : .prefixOperator
  }

  private func containsCommentEnd(_ range: Range<Int>) -> Bool {
    range.dropLast().contains { bytes[$0] == "*" && bytes[$0 + 1] == "/" }
  }

  /// Whether what stands before `index` sticks to an operator there.
  func isLeftBound(at index: Int) -> Bool {
    switch byte(before: index) {
    case " ", "\r", "\n", "\t", "(", "[", "{", ",", ";", ":", 0:
      false
    case "/":
      // A block comment is white space.
      !(index >= 2 && bytes[index - 2] == "*")
    case 0xA0:
      // So is a non-breaking space.
      !(index >= 2 && bytes[index - 2] == 0xC2)
    default:
      true
    }
  }

  /// Whether what stands at `index` sticks to an operator that ends there.
  func isRightBound(at index: Int, isLeftBound: Bool) -> Bool {
    switch bytes[index] {
    case " ", "\r", "\n", "\t", ")", "]", "}", ",", ";", ":", 0:
      false
    case ".":
      // `x^.y` has a postfix operator, `^.y` a prefix operator.
      !isLeftBound
    case "/":
      bytes[index + 1] != "/" && bytes[index + 1] != "*"
    case 0xC2:
      bytes[index + 1] != 0xA0
    default:
      true
    }
  }

  // MARK: Placeholders

  /// Returns the end of `<#…#>` on one line, or nil if there is none at `start`.
  private mutating func endOfPlaceholder(at start: Int) -> Int? {
    var index = start + 2
    while index < count, bytes[index] != "\n" {
      if bytes[index] == "<", bytes[index + 1] == "#" { return nil }
      if bytes[index] == "#", bytes[index + 1] == ">" { return index + 2 }
      index += 1
    }
    return nil
  }

  /// Whether `#>` stands between `start` and the end of the line.
  private mutating func hasPlaceholderEnd(from start: Int) -> Bool {
    guard start >= searches.placeholderEnd else { return false }
    var index = start
    while index < count, bytes[index] != "\n" {
      if bytes[index] == "#", bytes[index + 1] == ">" { return true }
      index += 1
    }
    searches.placeholderEnd = index
    return false
  }
}
