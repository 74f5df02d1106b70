import MoultSource

/// What expressions and statements say, read from their children and tokens.
extension Node {
  // MARK: - Calls

  /// What is called by a `functionCall` or `subscriptCall`.
  package var calledExpression: Node? {
    kind == .functionCall || kind == .subscriptCall ? children.first : nil
  }

  /// The `argument` nodes of a call, subscript, tuple, macro expansion, attribute or interpolation.
  package var arguments: [Node] {
    let holder: Node
    switch kind {
    case .tuple, .argumentList, .interpolation: holder = self
    default:
      guard let list = child(.argumentList) else { return [] }
      holder = list
    }
    return holder.children.filter { $0.kind == .argument }
  }

  /// Whether a call has parentheses.
  package var hasArgumentList: Bool { child(.argumentList) != nil }

  /// The closures behind the parentheses of a call, the first without a label; others have none for `_`.
  package var trailingClosures: [(label: String?, closure: Node)] {
    let hasCallee = kind == .functionCall || kind == .subscriptCall
    var found: [(label: String?, closure: Node)] = []
    for child in hasCallee ? children.dropFirst() : children.dropFirst(0) {
      switch child.kind {
      case .closure: found.append((nil, child))
      case .labeledClosure:
        guard let closure = child.child(.closure) else { continue }
        found.append((child.mainToken.kind == .wildcard ? nil : child.name, closure))
      default: continue
      }
    }
    return found
  }

  /// The label of an `argument`.
  package var argumentLabel: String? {
    flags.contains(.labeled) ? name : nil
  }

  /// The value of an `argument`; a missing one is a `missingExpr`.
  package var argumentValue: Node { children.first ?? self }

  // MARK: - Members and operators

  /// What the member is taken of; nil for an implicit member (`.name`).
  package var base: Node? { kind == .memberAccess ? children.first : nil }

  /// The argument labels of a compound name such as `f(a:_:)`, `_` for none; nil without parentheses.
  package var compoundLabels: [String]? {
    let first = Int(record.mainToken) + 1
    let end = Int(record.endToken)
    guard first < end, tree.tokens[first].kind == .leftParen else { return nil }
    return (first..<end).filter { $0 + 1 < end && tree.tokens[$0 + 1].kind == .colon }
      .map { tree.name(of: TokenID(rawValue: UInt32($0))) }
  }

  /// The left operand of a binary operator or assignment; the condition of a ternary.
  package var leftOperand: Node? { children.first }

  /// The right operand of a binary operator or assignment; the last branch of a ternary.
  package var rightOperand: Node? { children.count > 1 ? children.last : nil }

  /// The operand of `try`, `await`, a cast, a prefix or postfix operator, `?` or `!`.
  package var operand: Node? { children.first }

  /// The type of a cast, a type annotation, an `is` pattern or a `typeExpr`.
  package var castType: Node? { children.last { $0.kind.isType } }

  /// The expression inside parentheses that hold nothing else, else the node itself.
  package var withoutParentheses: Node {
    var node = self
    while node.kind == .tuple, node.children.count == 1, let only = node.children.first,
      only.kind == .argument, !only.flags.contains(.labeled), let inner = only.children.first
    { node = inner }
    return node
  }

  /// The expression with the parentheses around it, as long as they hold nothing else, and no word ends where they begin.
  package var withParentheses: Node {
    guard let tuple = parent?.parent, tuple.kind == .tuple, tuple.children.count == 1,
      tuple.withoutParentheses == withoutParentheses, tuple.commentRanges.isEmpty
    else { return self }
    let start = tuple.range.lowerBound
    let before = ByteOffset(utf8: max(start.utf8, 1) - 1)..<start
    let endsWord = tree.source.text(before).contains { $0.isLetter || $0.isNumber || $0 == "_" }
    return endsWord ? self : tuple.withParentheses
  }

  /// The bytes of a string literal without interpolation, its quotes excluded; nil for others.
  ///
  /// Escapes stand as written.
  package var literalText: String? {
    guard kind == .stringLiteral, children.isEmpty else { return nil }
    return tokenIDs.filter { tree.tokens[$0].kind == .stringSegment }
      .map { tree.text(of: TokenID(rawValue: UInt32($0))) }.joined()
  }

  /// The members without a base, `.one` of `.one(1)`, by which an expression has its type from where it stands; in order.
  ///
  /// - Complexity: O(*n*) in the nodes of the expression.
  package var implicitHeads: [Node] {
    var found: [Node] = []
    var open = [self]
    while let node = open.popLast() {
      switch node.kind {
      case .memberAccess:
        if let base = node.base { open.append(base) } else { found.append(node) }
      case .functionCall, .subscriptCall, .tryExpr, .awaitExpr, .forceUnwrap, .optionalChaining:
        if let first = node.children.first { open.append(first) }
      case .ternary: open += node.children.dropFirst().reversed()
      case .tuple where node.withoutParentheses != node: open.append(node.withoutParentheses)
      default: continue
      }
    }
    return found
  }

  /// Whether an expression has its type from where it stands, at least in a branch.
  package var isImplicit: Bool { !implicitHeads.isEmpty }

  // MARK: - Closures

  /// The items of a code block, closure, short getter, switch case or file.
  package var items: [Node] {
    children.filter {
      switch $0.kind {
      case .closureSignature, .switchCaseLabel, .switchDefaultLabel, .attribute: return false
      default: return true
      }
    }
  }

  /// `weak` or `unowned` before what a closure captures.
  package var captureSpecifier: String? {
    kind == .capture && firstToken != mainTokenID ? tree.text(of: firstToken) : nil
  }

  /// The captures of a closure.
  package var captures: [Node] {
    guard let list = signature?.child(.captureList) else { return [] }
    return list.children.filter { $0.kind == .capture }
  }

  // MARK: - Statements

  /// The conditions of an `if`, `guard` or `while`.
  package var conditions: [Node] {
    Array(children.prefix { $0.kind != .codeBlock })
  }

  /// What stands behind `else`: a `codeBlock` or an `ifExpr`.
  package var elseBranch: Node? {
    guard kind == .ifExpr, let body = children.firstIndex(where: { $0.kind == .codeBlock }),
      body + 1 < children.count
    else { return nil }
    return children[body + 1]
  }

  /// The subject of a `switchExpr`, the sequence of a `forStmt`, the condition of a `repeatStmt`, the value
  /// of a `return` or `throw`.
  package var subject: Node? { children.first { $0.kind.isExpression && $0.kind != .codeBlock } }

  /// The cases of a `switchExpr`; those inside `#if` are in its `ifConfig` children.
  package var switchCases: [Node] { children.filter { $0.kind == .switchCase } }

  /// The items of a switch case's label.
  package var caseItems: [Node] {
    let label = kind == .switchCase ? child(.switchCaseLabel) : self
    return label?.children.filter { $0.kind == .switchCaseItem } ?? []
  }

  /// The `catch` clauses of a `doStmt`.
  package var catchClauses: [Node] { children.filter { $0.kind == .catchClause } }

  /// The items of a `catchClause`; none for a plain `catch`.
  package var catchItems: [Node] { children.filter { $0.kind == .catchItem } }

  /// The expression behind `where` of a loop, case item or catch item.
  package var whereCondition: Node? { child(.whereClause)?.children.first }
}
