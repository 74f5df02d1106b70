import MoultSyntax

/// Where declarations are being collected.
private struct Place {
  let file: FileContext
  let parent: Symbol
  let isInExtension: Bool
}

extension Place {
  /// Creates the place of what stands in the braces of `symbol`.
  ///
  /// What a newer era adds to a type of an older one stands there as in an extension.
  fileprivate init(inside symbol: Symbol, of file: FileContext) {
    self.init(file: file, parent: symbol, isInExtension: symbol.file != file.index)
  }
}

extension SymbolTable {
  /// Adds a file of a module, and what it imports.
  mutating func add(
    _ tree: SyntaxTree, module: String, origin: SymbolOrigin,
    era: (library: String, era: String)? = nil, addsToOlderEra: Bool = false,
    late: LateTypes? = nil
  ) {
    add(
      FileContext(
        index: files.count, tree: tree, module: module, origin: origin, era: era,
        addsToOlderEra: addsToOlderEra, late: late))
  }

  /// Adds a file, which must have the next index.
  mutating func add(_ file: FileContext) {
    files.append(file)
    fileIndexByPath[file.path] = file.index
    // In place: a copy of what a module has would be made for each of its files.
    modules[file.module, default: ModuleScope(named: file.module, file.origin)].note(file)
  }

  /// Adds what a file declares, without what its extensions hold.
  ///
  /// - Returns: The extensions, whose type is to be found once everything is collected.
  mutating func collect(file index: Int) -> [ExtensionPlace] {
    let file = files[index]
    guard let module = modules[file.module]?.symbol else { return [] }
    var pending: [ExtensionPlace] = []
    symbolsByNode[index, default: [:]].reserveCapacity(
      file.tree.shownNodes.count { file.tree.kind(ofNode: $0).isEnteredOnce })
    let place = Place(file: file, parent: module, isInExtension: false)
    for item in file.tree.root.itemNodes {
      if item.kind == .extensionDecl {
        pending.append(ExtensionPlace(file: file.index, node: item))
      } else {
        collect(item, in: place)
      }
    }
    collectLocalTypes(of: file, module: module)
    return pending
  }

  /// Adds what an extension holds to the type that it extends.
  mutating func collectMembers(of place: ExtensionPlace, extending symbol: Symbol) {
    let file = files[place.file]
    symbolsByNode[file.index, default: [:]][place.node.id] = symbol
    extensions[symbol, default: []].append(place)
    for member in place.node.memberNodes {
      collect(member, in: Place(file: file, parent: symbol, isInExtension: true))
    }
  }

  /// Adds what a node declares that stands in a type, an extension or a module, `owner`.
  mutating func collect(_ node: Node, in file: FileContext, of owner: Symbol, isInExtension: Bool) {
    collect(node, in: Place(file: file, parent: owner, isInExtension: isInExtension))
  }

  private mutating func collect(_ node: Node, in place: Place) {
    switch node.kind {
    case .structDecl: collectType(node, .structure, in: place)
    case .classDecl: collectType(node, .classType, in: place)
    case .enumDecl: collectType(node, .enumeration, in: place)
    case .actorDecl: collectType(node, .actor, in: place)
    case .protocolDecl: collectType(node, .protocolType, in: place)
    case .typealiasDecl:
      collectGenerics(of: node, owner: add(node, .typeAlias, node.name, in: place), in: place)
    case .associatedTypeDecl: _ = add(node, .associatedType, node.name, in: place)
    case .functionDecl: collectFunction(node, in: place)
    case .initializerDecl:
      collectGenerics(of: node, owner: add(node, .initializer, "init", in: place), in: place)
    case .subscriptDecl:
      let symbol = add(node, .subscript, "subscript", in: place)
      collectGenerics(of: node, owner: symbol, in: place)
    case .macroDecl:
      collectGenerics(of: node, owner: add(node, .macro, node.name, in: place), in: place)
    case .variableDecl: collectVariables(node, in: place)
    case .enumCaseDecl:
      for element in node.children where element.kind == .enumCaseElement {
        _ = add(element, .enumCase, element.name, in: place)
      }
    default: break
    }
  }

  private mutating func collectType(_ node: Node, _ kind: SymbolKind, in place: Place) {
    let symbol = add(node, kind, node.name, in: place)
    collectBody(of: node, symbol, in: place.file)
  }

  private mutating func collectBody(of node: Node, _ symbol: Symbol, in file: FileContext) {
    let place = Place(inside: symbol, of: file)
    let isNew = symbol.file == file.index
    if isNew { collectGenerics(of: node, owner: symbol, in: place) }
    if symbol.kind.isNominalType, isNew { types.append(symbol) }
    if isNew, symbol.kind == .protocolType || symbol.kind == .classType {
      selfParameters[symbol] = Symbol(
        kind: .genericParameter, name: "Self", module: symbol.module, parent: symbol,
        origin: symbol.origin, declaration: nil, file: symbol.file)
    }
    for member in node.memberNodes { collect(member, in: place) }
    if isNew, symbol.kind == .protocolType, let primary = node.child(.genericParameterClause) {
      let names = primary.children.map(\.name)
      generics[symbol] = names.compactMap { name in
        members[symbol]?[name].first { $0.kind == .associatedType }
      }
    }
  }

  private mutating func collectFunction(_ node: Node, in place: Place) {
    let isOperator = node.name.unicodeScalars.first.map { !isNameStart($0) } ?? false
    let symbol = add(node, isOperator ? .operatorFunction : .function, node.name, in: place)
    collectGenerics(of: node, owner: symbol, in: place)
    if isOperator {
      if place.parent.kind == .module {
        operators[node.name, default: OperatorTable()].free.append(symbol)
      } else {
        operators[node.name, default: OperatorTable()].byOwner[place.parent, default: []].append(
          symbol)
      }
    }
  }

  private mutating func collectVariables(_ node: Node, in place: Place) {
    let bindings = node.children.filter { $0.kind == .patternBinding }
    for binding in bindings {
      guard let pattern = binding.firstPatternChild else { continue }
      var names: [Node] = []
      appendNames(of: pattern, to: &names)
      for name in names {
        let symbol = add(binding, .property, name.name, in: place, node: name)
        if names.count == 1 {
          symbolsByNode[place.file.index, default: [:]][binding.id] = symbol
        }
        if bindings.count == 1, names.count == 1 {
          symbolsByNode[place.file.index, default: [:]][node.id] = symbol
        }
      }
    }
  }

  /// Makes a symbol of `declaration` and enters it everywhere; `node` is the node that names it.
  private mutating func add(
    _ declaration: Node, _ kind: SymbolKind, _ name: String, in place: Place, node: Node? = nil
  ) -> Symbol {
    let symbol = Symbol(
      kind: kind, name: name, module: place.file.module, parent: place.parent,
      origin: place.file.origin, declaration: declaration, file: place.file.index,
      parameters: symbolParameters(of: declaration, kind),
      traits: traits(
        of: declaration, kind, isInExtension: place.isInExtension,
        isOfProject: place.file.isOfProject),
      late: place.file.late)
    let id = (node ?? declaration).id
    if place.file.addsToOlderEra, let known = olderEra(of: symbol) {
      symbolsByNode[place.file.index, default: [:]][id] = known
      return known
    }
    symbolsByNode[place.file.index, default: [:]][id] = symbol
    if place.parent.kind == .module {
      modules[place.file.module]?.members.add(symbol)
    } else {
      members[place.parent, default: MemberTable()].add(symbol)
      if kind.isType { nestedTypeNames.insert(name) }
    }
    return symbol
  }

  /// What an older era of the same module calls by the same name and labels.
  ///
  /// Overloads that differ in their types alone are told apart within one file, and not between eras.
  private func olderEra(of symbol: Symbol) -> Symbol? {
    guard let parent = symbol.parent else { return nil }
    return members(of: parent)[symbol.name].first { known in
      known.kind == symbol.kind && known.file != symbol.file && known.isStatic == symbol.isStatic
        && known.qualifiedName == symbol.qualifiedName
    }
  }

  private mutating func collectGenerics(of node: Node, owner: Symbol, in place: Place) {
    guard owner.file == place.file.index, owner.kind != .protocolType,
      let clause = node.child(.genericParameterClause)
    else { return }
    generics[owner] = clause.children.filter { $0.kind == .genericParameter }.map { parameter in
      let symbol = Symbol(
        kind: .genericParameter, name: parameter.name, module: owner.module, parent: owner,
        origin: owner.origin, declaration: parameter, file: place.file.index)
      symbolsByNode[place.file.index, default: [:]][parameter.id] = symbol
      return symbol
    }
  }

  /// Finds types that stand inside bodies.
  ///
  /// Parents have greater ids, so the outermost come first.
  private mutating func collectLocalTypes(of file: FileContext, module: Symbol) {
    for index in file.tree.shownNodes.reversed() {
      switch file.tree.kind(ofNode: index) {
      case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typealiasDecl: break
      default: continue
      }
      let node = Node(tree: file.tree, id: NodeID(rawValue: UInt32(index)))
      guard symbol(of: node, in: file) == nil, let block = enclosingBlock(of: node)
      else { continue }
      let symbol = Symbol(
        kind: symbolKind(of: node), name: node.name, module: file.module, parent: module,
        origin: file.origin, declaration: node, file: file.index,
        traits: traits(
          of: node, symbolKind(of: node), isInExtension: false, isOfProject: file.isOfProject))
      symbolsByNode[file.index, default: [:]][node.id] = symbol
      localTypes[NodeKey(file: file.index, node: block.id), default: [:]][node.name] = symbol
      collectBody(of: node, symbol, in: file)
    }
  }
}

/// The annotation of a later binding that an earlier one shares: `let a, b: Int`.
func trailingAnnotation(after binding: Node) -> Node? {
  guard binding.child(.initializerClause) == nil, binding.child(.accessorBlock) == nil,
    let siblings = binding.parent?.children
  else { return nil }
  var isAfter = false
  // Lists are short; the limit keeps absurd ones from taking the square of their length.
  for sibling in siblings.suffix(64) where sibling.kind == .patternBinding {
    if isAfter {
      if let annotation = sibling.child(.typeAnnotation) { return annotation }
      if sibling.child(.initializerClause) != nil { return nil }
    }
    if sibling == binding { isAfter = true }
  }
  return nil
}

/// The names that a pattern of a declaration binds, in source order.
func appendNames(of pattern: Node, to names: inout [Node]) {
  if pattern.kind == .identifierPattern {
    names.append(pattern)
    return
  }
  for child in pattern.children where child.isPatternNode || child.kind == .tuplePatternElement {
    appendNames(of: child, to: &names)
  }
}

/// The block of a body that `node` stands in directly, or nil if it is a member or stands at the top level.
private func enclosingBlock(of node: Node) -> Node? {
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .codeBlock, .closure, .accessorBlock, .switchCase: return ancestor
    case .ifConfig, .ifConfigClause: continue
    default: return nil
    }
  }
  return nil
}

private func symbolKind(of node: Node) -> SymbolKind {
  switch node.kind {
  case .structDecl: .structure
  case .classDecl: .classType
  case .enumDecl: .enumeration
  case .actorDecl: .actor
  case .protocolDecl: .protocolType
  default: .typeAlias
  }
}

private func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "_" || scalar == "$" || scalar.properties.isXIDStart || scalar.value == 0xFFFD
}

extension NodeKind {
  /// Whether a node of the kind is one symbol; variables, which are several nodes or local to a body, are left out.
  fileprivate var isEnteredOnce: Bool {
    switch self {
    case .functionDecl, .initializerDecl, .subscriptDecl, .enumCaseElement, .genericParameter,
      .typealiasDecl, .associatedTypeDecl:
      true
    default: isNominalType
    }
  }
}
