extension Keyword {
  /// Whether the word alone begins a declaration.
  var introducesDeclaration: Bool {
    switch self {
    case .import, .struct, .class, .enum, .protocol, .extension, .typealias, .associatedtype, .func,
      .var, .let, .inout, .`init`, .deinit, .subscript, .operator, .precedencegroup:
      return true
    default:
      return false
    }
  }

  /// Whether the word is a modifier and reserved, so that nothing else can be meant.
  var isReservedModifier: Bool {
    switch self {
    case .static, .public, .private, .fileprivate, .internal: return true
    default: return false
    }
  }

  /// Whether the word may be a modifier before a declaration.
  var isContextualModifier: Bool {
    switch self {
    case .open, .package, .final, .lazy, .weak, .unowned, .override, .required, .convenience,
      .dynamic, .optional, .prefix, .postfix, .infix, .mutating, .nonmutating, .indirect, .isolated,
      .nonisolated, .distributed, .async, .consuming, .borrowing, .__consuming, .__setter_access,
      ._const, ._local, .__owned, .__shared, .sending, .unsafe, .reasync, ._borrowing, ._consuming,
      ._mutating:
      return true
    default:
      return false
    }
  }
}

extension Parser {
  /// Whether a declaration begins at the next token.
  func isDeclarationStart(_ context: ItemContext) -> Bool {
    isDeclarationStart(at: position, context)
  }

  private func isDeclarationStart(at start: Int, _ context: ItemContext) -> Bool {
    var index = start
    // Nobody writes more modifiers, and a long row of such words must not be looked over from each of them.
    let end = min(start + 64, tokenCount)
    while index < end {
      let token = input[index]
      let keyword = token.keyword
      guard keyword != .notKeyword else {
        return index > start
          && (token.kind == .atSign || (token.kind == .pound && context == .members))
      }
      if keyword.isReservedModifier { return true }
      if keyword.introducesDeclaration {
        return keyword != .`init` || context == .members || !isInInitializer || index > start
      }
      switch keyword {
      case .case: return context == .members
      case .actor:
        let next = input[min(index + 1, tokenCount - 1)]
        return next.kind == .identifier && !next.flags.contains(.startsLine)
      case .macro:
        let next = input[min(index + 1, tokenCount - 1)]
        return next.kind == .identifier && !next.flags.contains(.startsLine)
      case .using:
        let next = input[min(index + 1, tokenCount - 1)]
        return !next.flags.contains(.startsLine)
          && (next.kind == .atSign || next.keyword == .nonisolated)
      default:
        guard keyword.isContextualModifier else { return false }
        index += 1
        // `open(set)` reads as a call.
        if keyword != .open { index = endOfDetail(at: index) }
      }
    }
    return false
  }

  /// The index behind a `(set)` at `index`, if there is one that a modifier may have.
  private func endOfDetail(at index: Int) -> Int {
    guard index + 2 < tokenCount, input[index].kind == .leftParen,
      input[index + 1].kind == .identifier || input[index + 1].kind == .keyword,
      input[index + 2].kind == .rightParen
    else { return index }
    return index + 3
  }

  mutating func parseDeclaration(_ context: ItemContext) {
    let start = mark()
    parseAttributes()
    parseModifiers()
    switch keyword {
    case .import: parseImport(start)
    case .struct: parseNominalType(.structDecl, start)
    case .class: parseNominalType(.classDecl, start)
    case .enum: parseNominalType(.enumDecl, start)
    case .actor: parseNominalType(.actorDecl, start)
    case .protocol: parseNominalType(.protocolDecl, start)
    case .extension: parseExtension(start)
    case .typealias: parseTypealias(start)
    case .associatedtype: parseAssociatedType(start)
    case .func: parseFunction(start)
    case .`init`: parseInitializer(start)
    case .deinit: parseDeinitializer(start)
    case .subscript: parseSubscript(start)
    case .var, .let, .inout: parseVariable(start)
    case .case where context == .members: parseEnumCase(start)
    case .operator: parseOperatorDeclaration(start)
    case .precedencegroup: parsePrecedenceGroup(start)
    case .macro: parseMacro(start)
    case .using: parseUsing(start)
    default:
      if at(.pound) { return parseMacroExpansion(from: start) }
      report("expected a declaration")
      finish(.unexpected, start)
    }
  }

  private mutating func parseImport(_ start: Marker) {
    let main = tokenIndex
    advance()
    switch keyword {
    case .struct, .class, .enum, .protocol, .typealias, .func, .var, .let, .actor:
      if !peek().flags.contains(.startsLine) { advance() }
    default: break
    }
    repeat {
      let component = mark()
      guard isName(token) || kind.isOperatorLike else {
        report("expected the name of a module")
        break
      }
      advance()
      finish(.importPathComponent, component)
    } while advance(if: .period) || advance(if: .colonColon)
    finish(.importDecl, start, main: main)
  }

  private mutating func parseUsing(_ start: Marker) {
    let main = tokenIndex
    advance()
    parseAttributes()
    parseModifiers()
    finish(.unexpected, start, main: main)
  }

  private mutating func parseNominalType(_ kind: NodeKind, _ start: Marker) {
    advance()
    let main = parseName("expected a name")
    if atLeftAngle { parseGenericParameters() }
    parseInheritance()
    parseGenericWhere()
    parseMemberBlock()
    finish(kind, start, main: main)
  }

  private mutating func parseExtension(_ start: Marker) {
    let main = tokenIndex
    advance()
    parseType()
    parseInheritance()
    parseGenericWhere()
    parseMemberBlock()
    finish(.extensionDecl, start, main: main)
  }

  private mutating func parseTypealias(_ start: Marker) {
    advance()
    let main = parseName("expected the name of a typealias")
    if atLeftAngle { parseGenericParameters() }
    if advance(if: .equal) { parseType() } else { missing(.missingType, "expected '='") }
    parseGenericWhere()
    finish(.typealiasDecl, start, main: main)
  }

  private mutating func parseAssociatedType(_ start: Marker) {
    advance()
    let main = parseName("expected the name of an associated type")
    parseInheritance()
    if advance(if: .equal) { parseType() }
    parseGenericWhere()
    finish(.associatedTypeDecl, start, main: main)
  }

  private mutating func parseEnumCase(_ start: Marker) {
    let main = tokenIndex
    advance()
    repeat {
      let element = mark()
      let name = parseName("expected the name of a case")
      if at(.leftParen) { parseParameterClause(.enumCase) }
      parseInitializerClause()
      finish(.enumCaseElement, element, main: name)
    } while advance(if: .comma)
    finish(.enumCaseDecl, start, main: main)
  }

  private mutating func parseOperatorDeclaration(_ start: Marker) {
    advance()
    let main = tokenIndex
    if !at(.endOfFile), !startsLine { advance() } else { report("expected an operator") }
    while !startsLine, kind.isOperatorLike { advance() }
    if advance(if: .colon) {
      while isName(token), !startsLine {
        advance()
        if !advance(if: .comma) { break }
      }
    }
    if at(.leftBrace), !startsLine { skipBalanced() }
    finish(.operatorDecl, start, main: main)
  }

  private mutating func parsePrecedenceGroup(_ start: Marker) {
    advance()
    let main = parseName("expected the name of a precedence group")
    if at(.leftBrace) { skipBalanced() } else { report("expected '{'") }
    finish(.precedenceGroupDecl, start, main: main)
  }

  private mutating func parseMacro(_ start: Marker) {
    advance()
    let main = parseName("expected the name of a macro")
    if atLeftAngle { parseGenericParameters() }
    parseFunctionSignature()
    parseInitializerClause()
    parseGenericWhere()
    finish(.macroDecl, start, main: main)
  }

  mutating func parseMemberBlock() {
    let start = mark()
    guard advance(if: .leftBrace) else { return missing(.memberBlock, "expected '{'") }
    parseItems(.members)
    expect(.rightBrace, "expected '}' at the end of a type")
    finish(.memberBlock, start)
  }

  /// Consumes `Module::` before a name.
  mutating func parseModuleSelector() {
    guard peek().kind == .colonColon, isName(token) || at(.keyword) else { return }
    let next = peek(2)
    guard next.kind == .identifier || next.kind == .keyword || next.kind.isOperatorLike else {
      return
    }
    advance()
    advance()
  }

  /// Whether a token may be a name where a name is expected.
  func isName(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .dollarIdentifier, .editorPlaceholder: return true
    case .keyword:
      return token.keyword == .`self` || token.keyword == .`Self`
        || token.keyword == .`init` || token.keyword == .`Any`
    default: return false
    }
  }

  /// Parses a declared name, reserved words included if they stand on the same line.
  ///
  /// - Returns: its token, or the next token if it is missing.
  mutating func parseName(_ message: String) -> UInt32 {
    let index = tokenIndex
    if kind == .identifier || kind == .editorPlaceholder || kind == .dollarIdentifier {
      advance()
    } else if kind == .keyword || kind == .wildcard, !startsLine {
      advance()
    } else {
      report(message)
    }
    return index
  }
}
