import MoultSyntax

extension FileSemantics {
  /// Infers the items of a block in order; what they declare stays known in the scope at hand.
  func checkItems(_ items: [Node]) {
    for item in items where item.kind == .functionDecl { declareFunction(item) }
    for item in items { checkItem(item) }
  }

  func checkItem(_ node: Node) {
    guard depth < maximumDepth else { return }
    depth += 1
    defer { depth -= 1 }
    switch node.kind {
    case .variableDecl: checkLocalVariables(node)
    case .functionDecl, .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl:
      checkDeclaration(node)
    case .guardStmt: checkGuard(node)
    case .whileStmt: checkConditional(node)
    case .repeatStmt:
      if let body = node.child(.codeBlock) { checkBlock(body) }
      if let condition = node.children.last, condition.isExpressionNode { infer(condition) }
    case .forStmt: checkFor(node)
    case .returnStmt, .thenStmt: checkReturn(node)
    case .throwStmt, .yieldStmt, .discardStmt: node.firstExpressionChild.map { _ = infer($0) }
    case .deferStmt: if let body = node.child(.codeBlock) { checkBlock(body) }
    case .labeledStmt: for child in node.children { checkItem(child) }
    case .codeBlock: checkBlock(node)
    default: if node.isExpressionNode { infer(node) }
    }
  }

  /// Infers a block with a scope of its own.
  func checkBlock(_ block: Node) {
    let outer = scope
    scope = Scope(parent: outer)
    checkItems(block.itemNodes)
    scope = outer
  }

  private func checkLocalVariables(_ node: Node) {
    for binding in node.children where binding.kind == .patternBinding {
      let annotation = binding.child(.typeAnnotation) ?? trailingAnnotation(after: binding)
      let written = annotation?.firstTypeChild
      var type = written.map { resolver.writtenType($0, in: file) } ?? .unknown
      if let value = binding.child(.initializerClause)?.firstExpressionChild {
        let inferred = infer(value, type)
        if annotation == nil { type = inferred }
      }
      // What a wrapper makes of the type is not known.
      if annotation == nil,
        traits(of: binding, .property, isInExtension: false, isOfProject: false).contains(
          .hasPropertyWrapper)
      {
        type = .unknown
      }
      let isUnwrapped = written?.kind == .implicitlyUnwrappedType
      let pattern = binding.firstPatternChild
      if let pattern { bind(pattern, to: type, isUnwrapped ? .isImplicitlyUnwrapped : []) }
      if let pattern, pattern.kind == .identifierPattern, let symbol = declaredSymbol(of: pattern) {
        resolver.localSymbols[NodeKey(file: file.index, node: binding.id)] = symbol
        if node.children.count(where: { $0.kind == .patternBinding }) == 1 {
          resolver.localSymbols[NodeKey(file: file.index, node: node.id)] = symbol
        }
      }
      // Observers and accessors see the variable that they belong to.
      if let block = binding.child(.accessorBlock) { checkAccessors(block, type: type) }
    }
  }

  private func checkGuard(_ node: Node) {
    let outer = scope
    scope = Scope(parent: outer)
    checkConditions(of: node)
    let inner = scope
    if let body = node.child(.codeBlock) {
      scope = outer
      checkBlock(body)
    }
    // The names live on to the end of the block around the guard, whose scope is put back there.
    scope = inner
  }

  /// `while`, and everything else whose conditions are known in its body.
  private func checkConditional(_ node: Node) {
    let outer = scope
    scope = Scope(parent: outer)
    checkConditions(of: node)
    if let body = node.child(.codeBlock) { checkBlock(body) }
    scope = outer
  }

  func checkConditions(of node: Node) {
    for condition in node.children {
      switch condition.kind {
      case .codeBlock: return
      case .optionalBinding: checkOptionalBinding(condition)
      case .matchingPattern:
        let annotation = condition.typeChild(of: .typeAnnotation)
        let expected = annotation.map { resolver.writtenType($0, in: file) } ?? .unknown
        let value = condition.child(.initializerClause)?.firstExpressionChild
        let type = value.map { infer($0, expected) } ?? .unknown
        if let pattern = condition.firstPatternChild { bind(pattern, to: type) }
      default: if condition.isExpressionNode { infer(condition, boolType) }
      }
    }
  }

  private func checkOptionalBinding(_ node: Node) {
    guard let pattern = node.firstPatternChild else { return }
    let annotation = node.typeChild(of: .typeAnnotation)
    let written = annotation.map { resolver.writtenType($0, in: file) } ?? .unknown
    if let value = node.child(.initializerClause)?.firstExpressionChild {
      let type = infer(value, written.isUnknown ? .unknown : .optional(written))
      bind(pattern, to: annotation == nil ? type.unwrapped : written)
    } else if pattern.kind == .identifierPattern {
      // `if let name` reads the variable of that name.
      let (type, reference) = lookUp(pattern.name, at: node, .unknown)
      if let reference { references[node.id] = reference }
      bind(pattern, to: annotation == nil ? type.unwrapped : written)
    }
  }

  private func checkFor(_ node: Node) {
    let outer = scope
    defer { scope = outer }
    let annotation = node.typeChild(of: .typeAnnotation)
    let body = node.child(.codeBlock)
    let sequence = node.children.first { $0.isExpressionNode }
    let type = sequence.map { infer($0) } ?? .unknown
    scope = Scope(parent: outer)
    let written = annotation.map { resolver.writtenType($0, in: file) }
    let element = written ?? resolver.element(of: type, isAsync: node.flags.contains(.isAsync))
    if let pattern = node.firstPatternChild { bind(pattern, to: element) }
    if let condition = node.child(.whereClause)?.firstExpressionChild { infer(condition, boolType) }
    if let body { checkBlock(body) }
  }

  private func checkReturn(_ node: Node) {
    guard let value = node.firstExpressionChild else {
      if !frames.isEmpty { frames[frames.count - 1].returned.append(.void) }
      return
    }
    let type = infer(value, frames.last?.expected ?? .unknown)
    if !frames.isEmpty { frames[frames.count - 1].returned.append(type) }
  }

  // MARK: Statements that are expressions

  /// `if`; with a single expression in each branch it has a value.
  func inferIf(_ node: Node, _ expected: SemanticType) -> SemanticType {
    let outer = scope
    scope = Scope(parent: outer)
    checkConditions(of: node)
    var branches: [SemanticType] = []
    var isAfterBlock = false
    for child in node.children {
      if child.kind == .codeBlock {
        if isAfterBlock { scope = outer }
        branches.append(inferBranch(child.itemNodes, expected))
        isAfterBlock = true
      } else if isAfterBlock, child.kind == .ifExpr {
        scope = outer
        branches.append(infer(child, expected))
      }
    }
    scope = outer
    return expected.isUnknown ? common(branches) : expected
  }

  func inferSwitch(_ node: Node, _ expected: SemanticType) -> SemanticType {
    let subject = node.firstExpressionChild.map { infer($0) } ?? .unknown
    let outer = scope
    var branches: [SemanticType] = []
    for item in node.itemNodes where item.kind == .switchCase {
      scope = Scope(parent: outer)
      for label in item.child(.switchCaseLabel)?.children(.switchCaseItem) ?? [] {
        if let pattern = label.firstPatternChild { bind(pattern, to: subject) }
        if let guarding = label.child(.whereClause)?.firstExpressionChild {
          infer(guarding, boolType)
        }
      }
      let body = item.itemNodes.filter {
        $0.kind != .switchCaseLabel && $0.kind != .switchDefaultLabel && $0.kind != .attribute
      }
      branches.append(inferBranch(body, expected))
    }
    scope = outer
    return expected.isUnknown ? common(branches) : expected
  }

  func inferDo(_ node: Node, _ expected: SemanticType) -> SemanticType {
    let body = node.child(.codeBlock)
    let result = body.map { inferBranch($0.itemNodes, expected) } ?? .unknown
    let thrown = node.child(.effects)?.firstTypeChild.map { resolver.writtenType($0, in: file) }
    for clause in node.children where clause.kind == .catchClause {
      checkCatch(clause, thrown ?? resolver.standardType("Error", []), expected)
    }
    return expected.isUnknown ? result : expected
  }

  private func checkCatch(_ clause: Node, _ thrown: SemanticType, _ expected: SemanticType) {
    let outer = scope
    scope = Scope(parent: outer)
    defer { scope = outer }
    let items = clause.children.filter { $0.kind == .catchItem }
    if items.allSatisfy({ $0.firstPatternChild == nil }) {
      declareLocal("error", thrown, at: clause)
    }
    for item in items {
      if let pattern = item.firstPatternChild { bind(pattern, to: thrown) }
      if let guarding = item.child(.whereClause)?.firstExpressionChild { infer(guarding, boolType) }
    }
    if let body = clause.child(.codeBlock) { _ = inferBranch(body.itemNodes, expected) }
  }

  /// Infers a branch; its type is that of its only expression.
  private func inferBranch(_ items: [Node], _ expected: SemanticType) -> SemanticType {
    let outer = scope
    scope = Scope(parent: outer)
    defer { scope = outer }
    if items.count == 1, items[0].isExpressionNode { return infer(items[0], expected) }
    checkItems(items)
    return .unknown
  }

  var boolType: SemanticType { resolver.standardType("Bool", []) }
}

/// The common type of two branches, if it is one.
func joined(_ first: SemanticType, _ second: SemanticType) -> SemanticType {
  if first == second { return first }
  if first.isUnknown || second.isUnknown { return .unknown }
  if first.unwrapped == second.unwrapped { return .optional(first.unwrapped) }
  return .unknown
}
