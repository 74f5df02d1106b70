import MoultSyntax

extension FileSemantics {
  /// Infers a declaration's bodies and initial values, or the code at the top level of the file.
  func inferBody(_ root: Node) {
    resolver.atPlace(of: root, in: file) { inferPlacedBody(root) }
  }

  private func inferPlacedBody(_ root: Node) {
    scope = Scope(parent: nil)
    contexts = typeContexts(of: root)
    frames = []
    guard root.kind == .sourceFile else { return checkDeclaration(root) }
    let items = root.itemNodes.filter { $0.kind != .functionDecl && !$0.isMemberContainer }
    for item in items {
      if item.kind == .variableDecl { checkDeclaration(item) } else { checkItem(item) }
    }
  }

  /// The types around a member, the outermost first.
  func typeContexts(of root: Node) -> [TypeContext] {
    // Nothing is around a file, and it has more children than a member.
    guard root.kind != .sourceFile else { return [] }
    var result: [TypeContext] = []
    var side = bodySide(of: root)
    for ancestor in root.ancestors where ancestor.isMemberContainer {
      if let symbol = declaredSymbol(of: ancestor) {
        result.append(TypeContext(symbol: symbol, side: side))
      }
      // Instances of an enclosing type are out of reach.
      side = .type
    }
    return result.reversed()
  }

  private func bodySide(of member: Node) -> MemberSide {
    if member.hasModifier("static") || member.hasModifier("class") { return .type }
    if member.kind == .variableDecl {
      let isComputed = member.children.contains { $0.child(.accessorBlock) != nil }
      return isComputed || member.hasModifier("lazy") ? .instance : .both
    }
    return member.kind == .enumCaseDecl ? .type : .instance
  }

  /// Infers what stands inside a declaration of a member, a global or a local.
  func checkDeclaration(_ node: Node) {
    checkAttributes(of: node)
    switch node.kind {
    case .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl: checkFunction(node)
    case .variableDecl: checkMemberVariable(node)
    case .enumCaseDecl:
      for element in node.children where element.kind == .enumCaseElement {
        if let value = element.child(.initializerClause)?.firstExpressionChild { infer(value) }
        checkDefaultValues(of: element, declaredSymbol(of: element))
      }
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl:
      checkLocalType(node)
    case .macroExpansion: infer(node)
    default: break
    }
  }

  /// Infers what attributes are given, such as the arguments that a test is run with.
  ///
  /// What a macro or a wrapper wants them to be is not known.
  private func checkAttributes(of node: Node) {
    for attribute in node.children where attribute.kind == .attribute {
      for argument in attribute.arguments { infer(argument.argumentValue) }
    }
  }

  /// Infers a function with a scope of its own, which sees the scopes around it.
  func checkFunction(_ node: Node) {
    let symbol = declaredSymbol(of: node)
    let outer = scope
    scope = Scope(parent: outer)
    defer { scope = outer }
    checkDefaultValues(of: node, symbol)
    declareParameters(of: node, symbol)
    var result = SemanticType.void
    if case .function(_, let declared, _, _) = symbol.map({ resolver.type(of: $0) }) ?? .unknown {
      result = symbol?.kind == .initializer ? .unknown : declared
    }
    if let body = node.child(.codeBlock) { checkBody(body.itemNodes, returning: result) }
    if let block = node.child(.accessorBlock) { checkAccessors(block, type: result) }
  }

  private func checkDefaultValues(of node: Node, _ symbol: Symbol?) {
    let types = symbol.map { resolver.signature(of: $0).parameterTypes } ?? []
    for (index, parameter) in node.parameterNodes.enumerated() {
      guard let value = parameter.child(.initializerClause)?.firstExpressionChild else { continue }
      infer(value, index < types.count ? types[index] : .unknown)
    }
  }

  private func declareParameters(of node: Node, _ symbol: Symbol?) {
    guard let symbol else { return }
    let types = resolver.signature(of: symbol).parameterTypes
    for (index, parameter) in symbol.parameters.enumerated() {
      guard let name = parameter.name, let declaration = parameter.node else { continue }
      var type = index < types.count ? types[index] : .unknown
      if let node = declaration.firstTypeChild, node.hasAttribute("autoclosure") {
        type = resolver.writtenType(node, in: file)
      }
      if parameter.isVariadic { type = resolver.standardType("Array", [type]) }
      let isUnwrapped = declaration.firstTypeChild?.kind == .implicitlyUnwrappedType
      declareLocal(name, type, at: declaration, isUnwrapped ? .isImplicitlyUnwrapped : [])
    }
  }

  /// Infers a body whose only expression, if it is one, is its result.
  @discardableResult
  func checkBody(_ items: [Node], returning expected: SemanticType) -> BodyFrame {
    frames.append(BodyFrame(expected: expected))
    if items.count == 1, items[0].isExpressionNode {
      let type = infer(items[0], expected == .void ? .unknown : expected)
      frames[frames.count - 1].returned.append(type)
    } else {
      checkItems(items)
    }
    return frames.removeLast()
  }

  /// Infers the accessors of a property or a subscript, or the short form of its getter.
  func checkAccessors(_ block: Node, type: SemanticType) {
    let outer = scope
    defer { scope = outer }
    let accessors = block.children.filter { $0.kind == .accessorDecl }
    if accessors.isEmpty {
      scope = Scope(parent: outer)
      checkBody(block.itemNodes, returning: type)
    }
    for accessor in accessors {
      scope = Scope(parent: outer)
      switch accessor.name {
      case "set", "willSet", "didSet", "_modify", "init":
        let implicitName = accessor.name == "didSet" ? "oldValue" : "newValue"
        let parameter = accessor.child(.accessorParameter)
        declareLocal(parameter?.name ?? implicitName, type, at: parameter ?? accessor)
        checkBody(accessor.child(.codeBlock)?.itemNodes ?? [], returning: .void)
      default: checkBody(accessor.child(.codeBlock)?.itemNodes ?? [], returning: type)
      }
    }
  }

  private func checkMemberVariable(_ node: Node) {
    for binding in node.children where binding.kind == .patternBinding {
      let annotation = binding.child(.typeAnnotation) ?? trailingAnnotation(after: binding)
      var type = annotation?.firstTypeChild.map { resolver.writtenType($0, in: file) } ?? .unknown
      if let value = binding.child(.initializerClause)?.firstExpressionChild {
        let inferred = infer(value, type)
        if annotation == nil { type = inferred }
      }
      if let block = binding.child(.accessorBlock) { checkAccessors(block, type: type) }
    }
  }

  /// Infers the members of a type that stands in a body; they do not see the body's variables.
  private func checkLocalType(_ node: Node) {
    let outer = (scope, contexts, frames)
    defer { (scope, contexts, frames) = outer }
    for member in node.memberNodes {
      scope = Scope(parent: nil)
      frames = []
      if let symbol = declaredSymbol(of: node) {
        contexts = outer.1 + [TypeContext(symbol: symbol, side: localSide(of: member))]
      }
      checkDeclaration(member)
    }
  }

  private func localSide(of member: Node) -> MemberSide {
    member.hasModifier("static") || member.hasModifier("class")
      ? .type : member.kind == .variableDecl ? .both : .instance
  }

  /// Makes a variable of a body known from here on.
  @discardableResult
  func declareLocal(
    _ name: String, _ type: SemanticType, at node: Node, _ traits: SymbolTraits = []
  ) -> Symbol {
    let symbol = Symbol(
      kind: .local, name: name, module: file.module, parent: nil, origin: file.origin,
      declaration: node, file: file.index, traits: traits)
    symbol.resolve(Signature(type))
    scope.declare(symbol)
    resolver.localSymbols[NodeKey(file: file.index, node: node.id)] = symbol
    return symbol
  }

  /// Makes a function of a body known to the whole block.
  func declareFunction(_ node: Node) {
    let symbol = Symbol(
      kind: .function, name: node.name, module: file.module, parent: nil, origin: file.origin,
      declaration: node, file: file.index, parameters: symbolParameters(of: node, .function),
      traits: traits(of: node, .function, isInExtension: false, isOfProject: file.isOfProject))
    resolver.localSymbols[NodeKey(file: file.index, node: node.id)] = symbol
    let parameters = node.child(.genericParameterClause)?.children.map { parameter in
      let generic = Symbol(
        kind: .genericParameter, name: parameter.name, module: file.module, parent: nil,
        origin: file.origin, declaration: parameter, file: file.index)
      resolver.localSymbols[NodeKey(file: file.index, node: parameter.id)] = generic
      resolver.localOwners[generic] = symbol
      return generic
    }
    resolver.localGenerics[symbol] = parameters ?? []
    scope.declareOverload(symbol)
  }
}
