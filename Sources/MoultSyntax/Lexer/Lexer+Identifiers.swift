import MoultSource

extension Lexer {
  /// Lexes an identifier, a keyword or `_`.
  @inline(__always)
  mutating func lexIdentifier() {
    let start = position
    var index = start
    var run = 0
    repeat {
      run = lengthOfASCIIIdentifier(from: index)
      index += run
    } while run == 8
    if bytes[index] >= 0x80 {
      index = endOfIdentifier(from: index)
    }
    position = index
    let length = index - start
    if length == 1 {
      emit(bytes[start] == "_" ? .wildcard : .identifier, from: start)
      return
    }
    let keyword = keywords.keyword(at: bytes + start, length: length)
    emit(keyword.isReserved ? .keyword : .identifier, from: start, keyword: keyword)
  }

  /// Returns how many of the eight bytes at `start` are identifier characters, up to the first that
  /// is not.
  ///
  /// Looks at all eight at once: the top bit of each byte of `isOther` says that it is none.
  @inline(__always)
  private func lengthOfASCIIIdentifier(from start: Int) -> Int {
    let word = UnsafeRawPointer(bytes + start).loadUnaligned(as: UInt64.self).littleEndian
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    let folded = low | every(" ")
    let isLetter = notBelow("a", folded) & ~notBelow("{", folded)
    let isDigit = notBelow("0", low) & ~notBelow(":", low)
    let isMark = equal("_", low) | equal("$", low)
    // A byte beyond ASCII has its own top bit set.
    let isOther = ~(isLetter | isDigit | isMark) | word
    return (isOther & every("\u{80}")).trailingZeroBitCount / 8
  }

  /// Returns a word in which the top bit of a byte says that the byte of `word` is not below `character`.
  ///
  /// The addition carries into the top bit, but never out of the byte, as `word` has no top bit set.
  @inline(__always)
  private func notBelow(_ character: Unicode.Scalar, _ word: UInt64) -> UInt64 {
    word &+ (every("\u{80}") &- every(character))
  }

  /// Returns a word in which the top bit of a byte says that the byte of `word` is `character`.
  @inline(__always)
  private func equal(_ character: Unicode.Scalar, _ word: UInt64) -> UInt64 {
    ~((word ^ every(character)) &+ every("\u{7F}"))
  }

  /// Returns a word of eight equal bytes.
  @inline(__always)
  private func every(_ character: Unicode.Scalar) -> UInt64 {
    UInt64(character.value) &* 0x0101_0101_0101_0101
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
