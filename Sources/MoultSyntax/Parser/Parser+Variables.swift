extension Parser {
  mutating func parseVariable(_ start: Marker) {
    let main = tokenIndex
    advance()
    repeat {
      let binding = mark()
      parsePattern()
      parseTypeAnnotation()
      let hasValue = at(.equal)
      parseInitializerClause()
      // Behind a value, only observers belong to the variable.
      if at(.leftBrace), !hasValue || isAccessorStart(at: position + 1) { parseAccessorBlock() }
      finish(.patternBinding, binding)
    } while advance(if: .comma)
    finish(.variableDecl, start, main: main)
  }

  mutating func parseTypeAnnotation() {
    guard at(.colon) else { return }
    let start = mark()
    advance()
    if atLeftAngle { parseGenericParameters() }
    parseType()
    finish(.typeAnnotation, start)
  }

  /// Parses `{ get … set … }`, or the body of a getter.
  mutating func parseAccessorBlock() {
    guard enter() else { return skipNested() }
    defer { leave() }
    let start = mark()
    advance()
    let outer = beginContext(.basic, .none)
    if isAccessorStart(at: position) {
      parseAccessors()
      if !at(.rightBrace) { parseItems(.block) }
    } else {
      parseItems(.block)
    }
    endContext(outer)
    expect(.rightBrace, "expected '}' after the accessors")
    finish(.accessorBlock, start)
  }

  mutating func parseAccessors() {
    while isAccessorStart(at: position) {
      if at(.poundIf) { parseIfConfig(.accessors) } else { parseAccessor() }
      if at(.semicolon) { advance() }
    }
  }

  private mutating func parseAccessor() {
    let start = mark()
    parseAttributes()
    while isAccessorModifier(keyword), !keyword.isAccessor || isAccessorStart(at: position + 1) {
      parseModifier()
    }
    guard keyword.isAccessor else {
      // An attribute took more than was seen when looking ahead.
      report("expected an accessor")
      return finish(.accessorDecl, start)
    }
    let main = tokenIndex
    advance()
    if at(.leftParen), peek().kind == .identifier, peek(2).kind == .rightParen {
      let parameter = mark()
      advance()
      let name = tokenIndex
      advance()
      advance()
      finish(.accessorParameter, parameter, main: name)
    }
    parseEffects()
    if at(.leftBrace) { parseCodeBlock() }
    finish(.accessorDecl, start, main: main)
  }

  /// Whether an accessor begins at `index`, rather than the body of a getter.
  func isAccessorStart(at start: Int) -> Bool {
    var index = start
    while index < tokenCount {
      let token = input[index]
      switch token.kind {
      case .atSign: index = endOfAttribute(at: index)
      case .poundIf:
        index = endOfDirective(at: index)
      default:
        let keyword = token.keyword
        if keyword.isAccessor, isAfterAccessorName(at: index + 1) {
          return !keyword.mayBeCalledInGetter || index > start || !isOnlyBlock(at: index + 1)
        }
        guard isAccessorModifier(keyword) else { return false }
        index += 1
      }
    }
    return false
  }

  /// Whether a brace opens at `index` and no accessor follows the one that closes it.
  ///
  /// `{ read { … } }` is then a getter that calls `read`.
  private func isOnlyBlock(at index: Int) -> Bool {
    guard input[min(index, tokenCount - 1)].kind == .leftBrace else { return false }
    let end = Int(braceEnds[index])
    guard end > 0, end + 1 < tokenCount else { return true }
    let next = input[end + 1]
    return next.kind != .atSign && !next.keyword.isAccessor && !isAccessorModifier(next.keyword)
  }

  private func isAccessorModifier(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .mutating, .nonmutating, .consuming, .borrowing, .__consuming, .nonisolated, .unsafe,
      ._borrowing, ._consuming, ._mutating, .private, .public, .internal, .fileprivate:
      return true
    default:
      return false
    }
  }

  private func isAfterAccessorName(at index: Int) -> Bool {
    let token = input[min(index, tokenCount - 1)]
    switch token.kind {
    case .leftBrace, .rightBrace, .endOfFile, .semicolon, .atSign, .poundIf, .poundEndif,
      .poundElse,
      .poundElseif:
      return true
    case .leftParen:
      guard index + 3 < tokenCount else { return false }
      guard input[index + 2].kind == .rightParen else { return false }
      let next = input[index + 3]
      return next.kind == .leftBrace || next.keyword == .async || next.keyword == .throws
    default:
      switch token.keyword {
      case .async, .throws, .rethrows, .reasync: return true
      default: return token.keyword.isAccessor || isAccessorModifier(token.keyword)
      }
    }
  }
}

extension Keyword {
  /// Whether an accessor is named as functions often are.
  var mayBeCalledInGetter: Bool {
    switch self {
    case .read, .modify: return true
    default: return false
    }
  }

  var isAccessor: Bool {
    switch self {
    case .get, .set, .didSet, .willSet, .unsafeAddress, .addressWithOwner, .addressWithNativeOwner,
      .unsafeMutableAddress, .mutableAddressWithOwner, .mutableAddressWithNativeOwner, ._read,
      .read,
      ._modify, .modify, .`init`, .borrow, .mutate:
      return true
    default:
      return false
    }
  }
}
