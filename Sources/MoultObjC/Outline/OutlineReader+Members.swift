package import MoultSource

/// `base.name` or `base->name`.
package struct ObjCMember: Hashable, Sendable {
  package let name: String
  package let nameRange: ByteRange

  /// What stands before the dot.
  package let base: ByteRange

  /// From the base to the end of the name.
  package let range: ByteRange

  /// What is assigned by `=`; nil where nothing is.
  package let assigned: ByteRange?

  /// What stands between brackets behind the name and what is assigned there: `base.name[key] = value`.
  package let element: ObjCElement?

  /// The whole statement, its semicolon included, if the assignment is one.
  package let statement: ByteRange?

  let code: Int
  let first: Int
  let dot: Int
}

/// An assignment to what a subscript names.
package struct ObjCElement: Hashable, Sendable {
  package let key: ByteRange
  package let value: ByteRange
}

extension OutlineReader {
  /// Reads every `.name` and `->name` with what stands before it.
  mutating func readMembers() {
    for dot in code.tokens.indices {
      switch code.tokens[dot].kind {
      case .dot, .arrow: break
      default: continue
      }
      guard code.kind(dot + 1) == .identifier, let first = baseStart(dot) else { continue }
      var assigned: ByteRange?
      var element: ObjCElement?
      var statement: ByteRange?
      if code.kind(dot + 2) == .equal, let end = endOfValue(dot + 3) {
        assigned = code.range(dot + 3, end)
        statement = wholeStatement(first, end)
      } else if code.kind(dot + 2) == .leftBracket, let close = code.closing(dot + 2),
        code.kind(close + 1) == .equal, let end = endOfValue(close + 2)
      {
        element = ObjCElement(
          key: code.range(dot + 3, close), value: code.range(close + 2, end))
        statement = wholeStatement(first, end)
      }
      members.append(
        ObjCMember(
          name: code.text(dot + 1), nameRange: code.tokens[dot + 1].range,
          base: code.range(first, dot), range: code.range(first, dot + 2), assigned: assigned,
          element: element, statement: statement, code: codeIndex, first: first, dot: dot))
    }
  }

  /// Where the operand before the dot begins; looks back over no more than 64 links of a chain.
  private func baseStart(_ dot: Int) -> Int? {
    var index = dot - 1
    for _ in 0..<64 {
      switch code.kind(index) {
      case .identifier:
        if code.kind(index - 1) == .dot || code.kind(index - 1) == .arrow {
          index -= 2
          continue
        }
        return index
      case .rightParen, .rightBracket:
        guard let open = code.opening(index) else { return nil }
        // A call's name and a subscript's base stand right before the bracket.
        switch code.kind(open - 1) {
        case .identifier where !isKeywordBeforeBracket(open - 1): index = open - 1
        case .rightParen, .rightBracket: index = open - 1
        default: return open
        }
      default: return nil
      }
    }
    return nil
  }

  private func isKeywordBeforeBracket(_ index: Int) -> Bool {
    code.isWord(index, "return") || code.isWord(index, "if") || code.isWord(index, "while")
      || code.isWord(index, "else") || code.isWord(index, "in") || code.isWord(index, "case")
      || code.isWord(index, "for") || code.isWord(index, "switch") || code.isWord(index, "do")
  }

  /// The position of the semicolon, comma or bracket that ends the value that begins at `start`.
  ///
  /// Looks at no more than 512 tokens, so that assignments in a row cost little.
  private func endOfValue(_ start: Int) -> Int? {
    var index = start
    var looks = 0
    while index < code.end, looks < 512 {
      looks += 1
      switch code.kind(index) {
      case .semicolon, .comma, .rightParen, .rightBracket, .rightBrace:
        return index > start ? index : nil
      default: index = code.next(index)
      }
    }
    return nil
  }

  private func wholeStatement(_ first: Int, _ end: Int) -> ByteRange? {
    guard code.kind(end) == .semicolon else { return nil }
    switch code.kind(first - 1) {
    case .semicolon, .leftBrace, .rightBrace: return code.range(first, end + 1)
    default: return nil
    }
  }
}
