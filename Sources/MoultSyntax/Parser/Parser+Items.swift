/// Where an item stands, which decides what may be one.
enum ItemContext {
  case topLevel
  case block
  case members
  /// In a `case` of a `switch`: the next `case` ends the items.
  case switchCase
}

extension Parser {
  mutating func parseSourceFile() {
    let start = mark()
    _ = advance(if: .shebang)
    parseItems(.topLevel)
    while !at(.endOfFile) {
      // An `#endif` or `#else` without its `#if`.
      skipUnexpected()
      parseItems(.topLevel)
    }
    // The end of the file belongs to the file.
    finish(.sourceFile, start)
    let root = nodes[nodes.count - 1]
    nodes[nodes.count - 1] = NodeRecord(
      kind: .sourceFile, flags: root.flags, mainToken: root.mainToken, firstToken: root.firstToken,
      endToken: root.endToken + 1, firstChild: root.firstChild, childCount: root.childCount,
      parent: root.parent)
  }

  /// Parses items until the bracket, directive or label that ends them.
  mutating func parseItems(_ context: ItemContext) {
    var previousEnd = -1
    while !atEndOfItems(context) {
      let before = position
      if previousEnd == position, !startsLine, previousEnd > 0, !at(.semicolon),
        input[position - 1].kind != .semicolon
      {
        report("expected a line break or ';' between statements")
        sawError = false
      }
      if at(.semicolon) {
        advance()
        continue
      }
      parseItem(context)
      if position == before { skipUnexpected() }
      previousEnd = position
    }
  }

  func atEndOfItems(_ context: ItemContext) -> Bool {
    switch kind {
    case .endOfFile: return true
    case .rightBrace: return context != .topLevel
    case .poundElse, .poundElseif, .poundEndif: return true
    case .keyword:
      guard context == .switchCase else { return false }
      return keyword == .case || keyword == .default
    case .atSign: return context == .switchCase && atAttributedCase
    case .poundIf: return context == .switchCase && ifConfigHoldsCases()
    default: return false
    }
  }

  /// Whether an `@unknown default:` begins.
  var atAttributedCase: Bool {
    guard at(.atSign), peek().kind == .identifier else { return false }
    let next = peek(2).keyword
    return next == .default || next == .case
  }

  mutating func parseItem(_ context: ItemContext) {
    guard enter() else { return skipNested() }
    defer { leave() }
    switch kind {
    case .poundIf:
      if ifConfigHoldsAttributes() {
        parseDeclaration(context)
      } else {
        parseIfConfig(.items(context))
      }
    case .poundElse, .poundElseif, .poundEndif:
      return
    case .poundSourceLocation:
      parseSourceLocation()
    case .atSign:
      parseDeclaration(context)
    case .pound:
      if context == .members { parseMacroDeclaration() } else { parseExpressionItem() }
    case .keyword, .identifier:
      if keyword == .notKeyword, peek().kind != .colon {
        parseExpressionItem()
      } else if isDeclarationStart(context) {
        parseDeclaration(context)
      } else {
        parseStatement()
      }
    default:
      parseExpressionItem()
    }
  }

  private mutating func parseExpressionItem() {
    let outer = beginContext(.basic, .none)
    parseExpression()
    endContext(outer)
  }

  private mutating func parseMacroDeclaration() {
    let start = mark()
    parseMacroExpansion(from: start)
  }

  mutating func parseSourceLocation() {
    let start = mark()
    advance()
    if at(.leftParen) { skipBalanced() }
    finish(.sourceLocation, start)
  }

  /// Parses `{ item* }`, or says that it is missing.
  mutating func parseCodeBlock(_ message: String = "expected '{'") {
    let start = mark()
    guard advance(if: .leftBrace) else { return missing(.codeBlock, message) }
    let outer = beginContext(.basic, .none)
    parseItems(.block)
    endContext(outer)
    expect(.rightBrace, "expected '}' at the end of a block")
    finish(.codeBlock, start)
  }
}
