/// What the branches of an `#if` hold.
enum IfConfigContent {
  case items(ItemContext)
  case switchCases
  case attributes
  case accessors
  /// `.name…` that continues the expression before it.
  case postfix
}

extension Parser {
  /// Parses `#if … #endif`.
  mutating func parseIfConfig(_ content: IfConfigContent, from marker: Marker? = nil) {
    let start = marker ?? mark()
    let main = tokenIndex
    repeat {
      parseIfConfigClause(content)
    } while at(.poundElseif) || at(.poundElse)
    expect(.poundEndif, "expected '#endif'")
    finish(.ifConfig, start, main: main)
  }

  private mutating func parseIfConfigClause(_ content: IfConfigContent) {
    let start = mark()
    let hasCondition = !at(.poundElse)
    advance()
    if hasCondition {
      let outer = beginContext(.poundIf, .none)
      if startsLine { report("expected a condition") } else { parseExpression() }
      endContext(outer)
    }
    if !startsLine, !at(.endOfFile) { skipUnexpected { $0.flags.contains(.startsLine) } }
    switch content {
    case .items(let context): parseItems(context)
    case .switchCases: parseSwitchCases()
    case .attributes:
      parseAttributes()
    case .accessors: parseAccessors()
    case .postfix: parsePostfixBranch()
    }
    if !atEndOfClause { skipToEndOfClause() }
    finish(.ifConfigClause, start)
  }

  private var atEndOfClause: Bool {
    switch kind {
    case .poundElse, .poundElseif, .poundEndif, .endOfFile: return true
    case .rightBrace: return true
    default: return false
    }
  }

  private mutating func skipToEndOfClause() {
    skipUnexpected {
      $0.kind == .poundElse || $0.kind == .poundElseif || $0.kind == .poundEndif
    }
  }

  private mutating func parsePostfixBranch() {
    guard at(.period) || at(.poundIf) else { return }
    let start = mark()
    if at(.poundIf) {
      parseIfConfig(.postfix)
    } else {
      parseImplicitMember()
    }
    parsePostfixSuffixes(from: start)
  }

  // MARK: - What an `#if` holds

  /// The index of the first token on the line behind the directive at `index`.
  func endOfDirective(at index: Int) -> Int {
    var index = index + 1
    while index < tokenCount - 1, !input[index].flags.contains(.startsLine) { index += 1 }
    return index
  }

  /// The first token inside the `#if` here that is no `#if`.
  private func firstOfIfConfig() -> Int {
    var index = position
    while input[index].kind == .poundIf { index = endOfDirective(at: index) }
    return index
  }

  @inline(never)
  func ifConfigHoldsCases() -> Bool {
    var index = firstOfIfConfig()
    // Branches before the one with the cases may be empty.
    while input[index].kind == .poundElseif || input[index].kind == .poundElse
      || input[index].kind == .poundIf
    { index = endOfDirective(at: index) }
    let token = input[index]
    if token.keyword == .case || token.keyword == .default { return true }
    guard token.kind == .atSign, index + 2 < tokenCount else { return false }
    return input[index + 2].keyword == .default || input[index + 2].keyword == .case
  }

  @inline(never)
  func ifConfigHoldsPostfix() -> Bool {
    let token = input[firstOfIfConfig()]
    return token.kind == .period
  }

  /// Whether all branches of the `#if` here hold attributes and nothing else.
  func ifConfigHoldsAttributes() -> Bool {
    var index = position
    var open = 0
    var found = false
    while index < tokenCount - 1 {
      switch input[index].kind {
      case .poundIf:
        open += 1
        index = endOfDirective(at: index)
      case .poundElse, .poundElseif:
        index = endOfDirective(at: index)
      case .poundEndif:
        open -= 1
        index += 1
        if open == 0 { return found && isAfterAttributes(at: index) }
      case .atSign:
        found = true
        index = endOfAttribute(at: index)
      default:
        return false
      }
    }
    return false
  }

  private func isAfterAttributes(at index: Int) -> Bool {
    let token = input[index]
    switch token.kind {
    case .atSign, .poundIf, .poundElse, .poundElseif, .poundEndif: return true
    default: return token.keyword != .notKeyword
    }
  }
}
