import MoultSource

extension Lexer {
  /// Lexes an identifier, a keyword or `_`.
  @inline(__always)
  mutating func lexIdentifier() {
    let start = position
    var index = text.endOfName(from: start)
    if bytes[index] >= 0x80 {
      index = endOfIdentifier(from: index)
    }
    position = index
    let length = index - start
    let found = keywords.token(at: bytes + start, length: length, otherwise: .identifier)
    emit(found.kind, from: start, keyword: found.keyword)
  }

  /// Returns the end of the identifier characters at `start`.
  func endOfIdentifier(from start: Int) -> Int {
    var index = start
    while true {
      if hasTraits(.identifier, at: index) {
        index += 1
        continue
      }
      guard bytes[index] >= 0x80 else { return index }
      let decoded = decodeScalar(at: bytes + index)
      guard let scalar = decoded.scalar, scalar.isNonASCIIIdentifierCharacter else { return index }
      index += decoded.length
    }
  }

  /// Lexes `$0`, `$name` or a lone `$`.
  mutating func lexDollar() {
    let start = position
    var index = start + 1
    while hasTraits(.decimalDigit, at: index) { index += 1 }
    position = endOfIdentifier(from: index)
    emit(position == index ? .dollarIdentifier : .identifier, from: start)
  }

  /// Lexes a name in back-ticks, which may hold spaces and other characters, or a lone back-tick.
  mutating func lexBacktick() {
    let start = position
    var problem: String?
    var onlySpaces = true
    var onlyOperator = true
    var index = start + 1
    while index < count, bytes[index] != "`", !isLineBreak(at: index) {
      let decoded = decodeScalar(at: bytes + index)
      if let scalar = decoded.scalar {
        if scalar.isForbiddenInRawIdentifier { problem = "invalid character in raw identifier" }
        if scalar != " ", scalar != "\u{200E}", scalar != "\u{200F}" { onlySpaces = false }
        let isOperator =
          scalar.isASCII
          ? hasTraits(.operatorCharacter, at: index) : scalar.isNonASCIIOperatorCharacter
        if !isOperator { onlyOperator = false }
      } else {
        problem = "invalid UTF-8 found in source file"
      }
      index += decoded.length
    }
    guard bytes[index] == "`" else {
      position = start + 1
      diagnose("no '`' closes this one on its line", from: start, to: position)
      emit(.backtick, from: start, flags: .isMalformed)
      return
    }
    position = index + 1
    if index == start + 1 {
      problem = "a raw identifier cannot be empty"
    } else if problem == nil, onlySpaces {
      problem = "a raw identifier cannot contain only white space"
    } else if problem == nil, onlyOperator {
      problem = "a raw identifier cannot contain only operator characters"
    }
    var flags: TokenFlags = .isBackticked
    if let problem {
      diagnose(problem, from: start, to: position)
      flags.insert(.isMalformed)
    }
    emit(.identifier, from: start, flags: flags)
  }
}
