package import MoultSource

extension ObjCFile {
  /// Returns where a statement begins whose block holds a message and others: the message itself, or what holds it in the
  /// innermost block around them all.
  ///
  /// - Returns: nil where they have no block in common, where a declaration cannot stand before the statement, or where the
  ///   message stands in a block literal or a loop that the others do not stand in: it is sent once more, once, or later.
  /// - Complexity: O(*n*) in the tokens of the block.
  package func startOfStatement(
    around message: ObjCMessage, besides others: [ObjCMessage]
  ) -> ByteOffset? {
    let code = codes[message.code]
    guard others.allSatisfy({ $0.code == message.code }) else { return nil }
    let own = code.bracesAround(message.open)
    let common = own.first { brace in
      others.allSatisfy { code.bracesAround($0.open).contains(brace) }
    }
    guard let common else { return nil }
    let between = own.prefix { $0 != common }
    guard between.allSatisfy(code.isBlockOfCondition) else { return nil }
    let inner = between.last ?? message.open
    if inner == message.open {
      switch code.kind(inner - 1) {
      case .leftBrace, .rightBrace, .semicolon: return message.range.lowerBound
      // A message that a condition without braces controls is no statement before which another can stand.
      default: break
      }
    }
    var start = common + 1
    var index = start
    while index < inner, code.next(index) <= inner {
      let kind = code.kind(index)
      index = code.next(index)
      switch kind {
      case .semicolon where !continues(index, from: start, code): start = index
      case .leftBrace where !continues(index, from: start, code): start = index
      default: continue
      }
    }
    let isLabel = code.isWord(start, "case") || code.isWord(start, "default")
    return isLabel ? nil : code.tokens[start].start
  }

  /// Returns the innermost block around an offset, with its braces.
  package func block(around offset: ByteOffset) -> ByteRange? {
    guard let code = codes.first(where: { !$0.isMacro }) else { return nil }
    let index = code.tokens.partitioningIndex { $0.start >= offset }
    guard let open = code.bracesAround(index).first, let close = code.closing(open) else {
      return nil
    }
    return code.range(open, close + 1)
  }

  /// Whether a statement goes on behind the block or the semicolon that ends before `index`.
  private func continues(_ index: Int, from start: Int, _ code: Code) -> Bool {
    switch code.kind(index) {
    case .identifier, .atWord:
      let words: [StaticString] = ["else", "@catch", "@finally"]
      return words.contains { code.isWord(index, $0) }
        || code.isWord(start, "do") && code.isWord(index, "while")
    case .semicolon, .comma, .rightParen, .rightBracket: return true
    default: return false
    }
  }
}

extension Code {
  /// Whether a brace opens the block of an `if` or an `else`.
  fileprivate func isBlockOfCondition(_ brace: Int) -> Bool {
    if isWord(brace - 1, "else") { return true }
    guard kind(brace - 1) == .rightParen, let open = opening(brace - 1) else { return false }
    return isWord(open - 1, "if")
  }

  /// The positions of the braces around a token, the innermost first; those of literals are left out.
  fileprivate func bracesAround(_ index: Int) -> [Int] {
    var braces: [Int] = []
    var position = Int(outer[index])
    while position >= 0 {
      if kind(position) == .leftBrace, kind(position - 1) != .at { braces.append(position) }
      position = Int(outer[position])
    }
    return braces
  }
}
