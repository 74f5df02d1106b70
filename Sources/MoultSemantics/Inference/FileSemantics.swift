package import MoultSyntax

/// What a node was found to refer to.
struct Reference {
  let symbols: [Symbol]
  let source: NameSource
}

/// The names and types of one file.
///
/// Bodies are inferred when something in them is asked for, each once and as a whole. A class because it keeps what it
/// found; one task uses it.
package final class FileSemantics {
  let file: FileContext
  let resolver: Resolver

  var types: [NodeID: SemanticType] = [:]
  var references: [NodeID: Reference] = [:]
  var scope = Scope(parent: nil)
  var contexts: [TypeContext] = []
  var frames: [BodyFrame] = []
  /// How deep the expression at hand is nested, what it needs of other files included.
  var depth: Int {
    get { resolver.depth }
    set { resolver.depth = newValue }
  }
  /// One more than the greatest `$n` of each closure.
  var anonymousCounts: [NodeID: Int] = [:]
  /// What was looked up in vain, by the node that asks.
  var failures: [NodeID: LookupFailure] = [:]
  /// Where the arguments of a call leave several overloads: these.
  var overloadsByCall: [NodeID: [Symbol]] = [:]
  /// Closures whose parts a result builder puts together.
  var builderClosures: Set<NodeID> = []
  private var inferredRoots: Set<NodeID> = []
  private var hasInferredEverything = false

  init(file: FileContext, resolver: Resolver) {
    self.file = file
    self.resolver = resolver
  }

  package var tree: SyntaxTree { file.tree }
  package var module: String { file.module }

  /// Returns what a node refers to or declares, or nil if that is not known or not one thing.
  ///
  /// A call gives the function, the initialiser or the case that is called; the name before its parentheses gives what
  /// stands there, such as the type that is made.
  package func symbol(of node: Node) -> Symbol? {
    guard let found = reference(of: node) else { return nil }
    return found.symbols.count == 1 ? found.symbols[0] : resolver.sameDeclaration(found.symbols)
  }

  /// Returns everything that a node may refer to: one symbol if it is known, several if overloads stay apart.
  package func candidates(of node: Node) -> [Symbol] { reference(of: node)?.symbols ?? [] }

  /// Whether what a node refers to is known from the file's own imports and from declarations.
  ///
  /// It is not where a type's name is only visible because another file of the module imports its module.
  package func isCertain(_ node: Node) -> Bool {
    guard let found = reference(of: node) else { return false }
    return found.source.isCertain
  }

  /// Returns the type of an expression, or of the declaration that a node is.
  ///
  /// The links of an optional chain have the types that they have inside of it; the whole chain is optional.
  package func type(of expression: Node) -> SemanticType {
    inferRoot(of: expression)
    if let known = types[expression.id] { return known }
    if expression.isTypeNode { return resolver.writtenType(expression, in: file) }
    return declaredSymbol(of: expression).map { resolver.type(of: $0) } ?? .unknown
  }

  /// Returns the nodes of this file that refer to `symbol`, in source order, its declaration left out.
  package func references(to symbol: Symbol) -> [Node] {
    inferEverything()
    return referencesBySymbol[symbol] ?? []
  }

  /// The nodes that refer to each symbol, in source order.
  private lazy var referencesBySymbol: [Symbol: [Node]] = {
    var result: [Symbol: [Node]] = [:]
    for index in file.tree.nodes.indices {
      let node = Node(tree: file.tree, id: NodeID(rawValue: UInt32(index)))
      if node.kind == .identifierType || node.kind == .memberType { _ = reference(of: node) }
    }
    for (id, found) in references {
      guard let symbol = found.symbols.first, found.symbols.count == 1 else { continue }
      let node = Node(tree: file.tree, id: id)
      // A call repeats what its name says already.
      if node.kind == .functionCall,
        node.children.first.flatMap({ references[$0.id] })?.symbols
          == found.symbols
      {
        continue
      }
      result[symbol, default: []].append(node)
    }
    return result.mapValues { nodes in
      nodes.sorted { ($0.range.lowerBound, $0.id) < ($1.range.lowerBound, $1.id) }
    }
  }()

  /// Returns every name and call of the file's bodies with what it may mean, in no particular order.
  ///
  /// A member of a receiver of unknown type means nothing: it comes without symbols. A call is left out where
  /// its name says the same.
  ///
  /// - Parameter known: those of `parts` that are left out.
  package func everyReference(
    besides known: Set<NodeID> = []
  ) -> [(node: Node, symbols: [Symbol])] {
    inferEverything()
    var found: [(node: Node, symbols: [Symbol])] = []
    var next: UInt32 = 0
    for part in parts where known.contains(part.id) {
      // A node stands behind all that it holds.
      let first = part.descendants.first { _ in true } ?? part
      found += references(next..<first.id.rawValue)
      next = part.id.rawValue + 1
    }
    return found + references(next..<UInt32(file.tree.nodes.count))
  }

  /// Returns the same for one of `parts`, of which alone anything is inferred.
  package func everyReference(in part: Node) -> [(node: Node, symbols: [Symbol])] {
    inferRoot(of: part)
    let first = part.descendants.first { _ in true } ?? part
    return references(first.id.rawValue..<part.id.rawValue + 1)
  }

  /// The members and items whose bodies are inferred each on its own, in the order of the text.
  ///
  /// Beside them a file has imports, aliases, and the heads of its types and extensions.
  package private(set) lazy var parts: [Node] = {
    var parts: [Node] = []
    func add(_ nodes: [Node]) {
      for node in nodes {
        if node.isMemberContainer {
          add(node.memberNodes)
        } else if bodyRoot(of: node) != nil {
          parts.append(node)
        }
      }
    }
    add(file.tree.root.itemNodes)
    return parts
  }()

  private func references(_ numbers: Range<UInt32>) -> [(node: Node, symbols: [Symbol])] {
    var result: [(node: Node, symbols: [Symbol])] = []
    for number in numbers {
      let node = Node(tree: file.tree, id: NodeID(rawValue: number))
      let found = references[node.id]
      switch node.kind {
      case .memberAccess: result.append((node, found?.symbols ?? []))
      case .functionCall:
        guard let found,
          node.children.first.flatMap({ references[$0.id] })?.symbols != found.symbols
        else { continue }
        result.append((node, found.symbols))
      // Types are no part of bodies, and looked up only when somebody asks for one.
      case .identifierType, .memberType: continue
      default:
        guard let found else { continue }
        result.append((node, found.symbols))
      }
    }
    return result
  }

  func reference(of node: Node) -> Reference? {
    inferRoot(of: node)
    if let known = references[node.id] { return known }
    switch node.kind {
    case .identifierType, .memberType:
      guard let found = resolver.writtenName(node, in: file) else { return moduleReference(node) }
      let reference =
        earlierType(than: found.resolution, writtenAt: node)
        ?? Reference(symbols: found.resolution.symbols, source: found.resolution.source)
      references[node.id] = reference
      return reference
    case .attribute: return node.firstTypeChild.flatMap { reference(of: $0) }
    case .importDecl, .importPathComponent: return importReference(node)
    default:
      return declaredSymbol(of: node).map { Reference(symbols: [$0], source: .local) }
    }
  }

  /// The type of an earlier era that a written name means, where two eras have one of the same name.
  private func earlierType(than found: NameResolution, writtenAt node: Node) -> Reference? {
    guard !resolver.table.earlierTypes.isEmpty, let symbol = found.single else { return nil }
    if let reference = earlierProtocol(than: symbol, writtenAt: node) { return reference }
    let types = resolver.table.earlierTypes[symbol]
    guard let earlier = types?.first(where: { $0.name == symbol.name }),
      isUnboundGeneric(symbol, earlier, at: node)
        || isExtended(earlier, not: symbol, by: node.parent)
    else { return nil }
    return Reference(
      symbols: [earlier], source: .earlier(resolver.ownNewerImport(in: file)))
  }

  /// Whether a type that needs arguments is written without, where nothing gives them and the earlier one needs none.
  private func isUnboundGeneric(_ type: Symbol, _ earlier: Symbol, at node: Node) -> Bool {
    guard node.kind == .identifierType, node.child(.genericArgumentClause) == nil,
      !resolver.generics(of: type).isEmpty, resolver.generics(of: earlier).isEmpty,
      node.ancestors.allSatisfy({ $0.kind != .extensionDecl || $0.subjectType?.name != type.name })
    else { return false }
    // `any` and `some` stand before protocols and their like alone.
    if node.parent?.kind == .someOrAnyType { return true }
    let holder = node.ancestors.first { !$0.isTypeNode && $0.kind != .typeAnnotation }
    guard let holder else { return false }
    switch holder.kind {
    case .patternBinding: return holder.child(.initializerClause) == nil
    case .parameter, .returnClause, .inheritedType, .genericParameter, .genericRequirement, .isExpr,
      .asExpr:
      return true
    default: return false
    }
  }

  /// Whether an extension can only be of the earlier one of two types of a name: a protocol that it names asks for what
  /// that one has, and the other has not.
  private func isExtended(_ earlier: Symbol, not type: Symbol, by node: Node?) -> Bool {
    guard let node, node.kind == .extensionDecl, resolver.symbol(of: node, in: file) == type else {
      return false
    }
    func has(_ type: Symbol, _ requirement: Symbol) -> Bool {
      resolver.members(requirement.name, of: resolver.selfType(of: type), .both, seenFrom: file)
        .contains { $0.symbol != requirement }
    }
    return node.inheritedTypes.contains { inherited in
      guard let asked = resolver.writtenName(inherited, in: file)?.resolution.single,
        asked.kind == .protocolType
      else { return false }
      return (resolver.table.members[asked]?.all ?? []).contains { requirement in
        !requirement.isFromExtension && !has(type, requirement) && has(earlier, requirement)
      }
    }
  }

  /// The protocol of an earlier era that a type meets behind its colon, where two eras have one of the same name and the
  /// type has methods that only the earlier one asks for.
  private func earlierProtocol(than found: Symbol?, writtenAt node: Node) -> Reference? {
    guard let found, found.kind == .protocolType, node.parent?.kind == .inheritedType,
      let earlier = resolver.table.earlierTypes[found]?.first(where: { $0.name == found.name }),
      let declaration = node.ancestors.first(where: \.isMemberContainer),
      let owner = resolver.symbol(of: declaration, in: file)
    else { return nil }
    func asks(_ other: Symbol, for method: Symbol) -> Bool {
      (resolver.table.members[other]?[method.name] ?? []).contains {
        $0.parameterLabels == method.parameterLabels
      }
    }
    let methods = (resolver.table.members[owner]?.all ?? []).filter { $0.kind == .function }
    guard methods.contains(where: { asks(earlier, for: $0) && !asks(found, for: $0) }) else {
      return nil
    }
    return Reference(
      symbols: [earlier], source: .earlier(resolver.ownNewerImport(in: file)))
  }

  /// The module before the dot of a qualified type.
  private func moduleReference(_ node: Node) -> Reference? {
    guard node.kind == .identifierType, node.parent?.kind == .memberType,
      let found = resolver.moduleSymbol(node.name, in: file)
    else { return nil }
    return Reference(symbols: found.symbols, source: found.source)
  }

  /// The symbol that a declaration's own node declares; an extension gives the type that it extends.
  func declaredSymbol(of node: Node) -> Symbol? { resolver.symbol(of: node, in: file) }

  private func importReference(_ node: Node) -> Reference? {
    let declaration = node.kind == .importDecl ? node : node.parent
    guard let record = file.imports.first(where: { $0.node == declaration }) else { return nil }
    let source = NameSource.imported(record.node)
    if node.kind == .importPathComponent, let scoped = record.scopedName,
      record.node.children.last == node
    {
      let symbols = resolver.moduleMembers(record.module, scoped, .values)
      return symbols.isEmpty ? nil : Reference(symbols: symbols, source: source)
    }
    guard let symbol = resolver.table.modules[record.module]?.symbol else { return nil }
    return Reference(symbols: [symbol], source: source)
  }

  // MARK: Bodies

  func inferEverything() {
    guard !hasInferredEverything else { return }
    hasInferredEverything = true
    for part in parts { inferRoot(of: part) }
  }

  private func inferRoot(of node: Node) {
    guard let root = bodyRoot(of: node), inferredRoots.insert(root.id).inserted else { return }
    inferBody(root)
  }

  /// The member or global declaration around `node`; the whole file for code at the top level.
  private func bodyRoot(of node: Node) -> Node? {
    var root: Node?
    var child: Node = node
    for ancestor in node.ancestors {
      switch ancestor.kind {
      case .memberBlock:
        if !child.isMemberContainer, child.kind != .ifConfigClause { root = child }
      case .sourceFile: if !child.isMemberContainer { root = topLevelRoot(child, ancestor) }
      case .ifConfig, .ifConfigClause:
        // The branch lies between the block and its item.
        continue
      default: break
      }
      child = ancestor
    }
    return root
  }

  private func topLevelRoot(_ item: Node, _ sourceFile: Node) -> Node? {
    switch item.kind {
    case .functionDecl, .macroDecl: item
    case .importDecl, .typealiasDecl, .operatorDecl, .precedenceGroupDecl: nil
    default: sourceFile
    }
  }

  /// Infers a property's type from its initial value, while the model is made.
  func inferredType(of symbol: Symbol, in binding: Node) -> SemanticType {
    guard let root = bodyRoot(of: binding) else { return .unknown }
    contexts = typeContexts(of: root)
    if symbol.hasPropertyWrapper, binding.child(.initializerClause) == nil {
      return typeReadThroughKeyPath(of: binding)
    }
    guard let value = binding.child(.initializerClause)?.firstExpressionChild,
      let pattern = binding.firstPatternChild
    else { return .unknown }
    if symbol.hasPropertyWrapper, !wrapsInitialValue(binding) { return .unknown }
    return resolver.typeOfName(symbol.name, in: pattern, matching: infer(value))
  }
}
