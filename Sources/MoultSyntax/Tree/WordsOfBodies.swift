import MoultSource

/// Collects the words of bodies, by their `stableHash`, each once.
struct WordsOfBodies {
  /// Keywords that name nothing where they stand: parts of a form.
  private(set) var keywords = StableHashSet()

  /// All else that `mentionedNames` has.
  private(set) var mentioned = StableHashSet()

  /// What else may be asked for by its spelling, such as `label:` and `$0`.
  private(set) var others = StableHashSet()

  /// Whether one may be the name of a type that a generator made up.
  private(set) var spellsGeneratedType = false

  /// Adds those of a stretch of tokens.
  mutating func add(_ tokens: [Token], _ range: Range<Int>, _ bytes: [UInt8]) {
    for index in range {
      let token = tokens[index]
      switch token.kind {
      case .identifier, .keyword, .binaryOperator, .prefixOperator, .postfixOperator:
        let word = bytes[token.range.indices]
        if token.kind == .identifier, !spellsGeneratedType { look(at: word) }
        let isForm =
          token.kind == .keyword && !token.keyword.isNameAnywhere
          && (index == 0 || tokens[index - 1].kind != .period)
        let isLabel = index + 1 < tokens.count && tokens[index + 1].kind == .colon
        eachMentionedName(of: token, at: index, tokens, bytes) { name in
          if isForm { keywords.insert(name) } else { mentioned.insert(name) }
          if isLabel { others.insert(stableHash(":".utf8, behind: name)) }
        }
      case .comma, .colon, .leftParen, .rightParen, .leftBrace, .rightBrace, .leftSquare,
        .rightSquare, .period, .semicolon, .stringQuote, .multilineStringQuote, .stringSegment,
        .integerLiteral, .floatLiteral, .endOfFile:
        break
      default:
        let word = bytes[token.range.indices]
        others.insert(stableHash(word))
        if token.kind == .dollarIdentifier { others.insert(stableHash(word.dropFirst())) }
      }
    }
  }

  private mutating func look(at word: ArraySlice<UInt8>) {
    guard let first = word.first(where: { $0 != UInt8(ascii: "`") }),
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) || first >= 0x80
    else { return }
    if word.contains(UInt8(ascii: "_")) { spellsGeneratedType = true }
  }
}

extension Keyword {
  /// Whether it names something without a point before it; elsewhere a keyword is only a part of a form.
  fileprivate var isNameAnywhere: Bool {
    switch self {
    case .`self`, .`Self`, .super, .`init`, .`Any`: true
    default: false
    }
  }
}
