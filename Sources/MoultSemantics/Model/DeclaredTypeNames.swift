import MoultSource
import MoultSyntax

/// The names of the types that interfaces or a project declare, generic parameters among them.
///
/// A declaration whose types are written without any of these names speaks of built-in types alone, so they need not be
/// resolved to know that it speaks of none of the others.
struct DeclaredTypeNames: Sendable {
  /// By their `stableHash`, without backticks.
  private let names: Set<UInt64>
  private let table: SymbolTable

  /// - Complexity: O(*n*) in the types of the table and in what stands at the top level of its modules.
  init(_ table: SymbolTable) {
    self.table = table
    var names: Set<UInt64> = [stableHash("Self".utf8)]
    func add(_ name: String) { names.insert(stableHash(name.utf8)) }
    for name in table.nestedTypeNames { add(name) }
    let builtIn = 0..<table.builtInFiles
    for scope in table.modules.values {
      for symbol in scope.members.all where symbol.kind.isType && !builtIn.contains(symbol.file) {
        add(symbol.name)
      }
    }
    for parameter in table.generics.values.joined() { add(parameter.name) }
    for name in table.localTypes.values.flatMap(\.keys) { add(name) }
    // What is known by its name alone may be written with its module.
    for name in table.externals.values.flatMap({ $0.name.split(separator: ".") }) {
      add(String(name))
    }
    self.names = names
  }

  /// Returns whether the type of a declaration that is no type itself can speak of one of the types; true where it is not
  /// written.
  func mayStand(in symbol: Symbol) -> Bool {
    switch symbol.kind {
    case .property:
      guard let binding = symbol.node else { return true }
      let annotation = binding.child(.typeAnnotation) ?? trailingAnnotation(after: binding)
      return annotation.map(mayStand) ?? true
    case .initializer where symbol.node?.kind != .initializerDecl:
      // It takes the stored properties.
      return symbol.parameters.contains { parameter in
        guard let label = parameter.label, let parent = symbol.parent,
          let property = table.members[parent]?[label].first(where: { $0.kind == .property })
        else { return true }
        return mayStand(in: property)
      }
    case .function, .operatorFunction, .initializer, .subscript, .enumCase:
      return symbol.parameters.contains { $0.node?.firstTypeChild.map(mayStand) ?? true }
        || symbol.node?.returnTypeNode.map(mayStand) ?? false
    case .typeAlias: return symbol.node?.firstTypeChild.map(mayStand) ?? true
    case .structure, .classType, .enumeration, .protocolType, .actor, .associatedType,
      .genericParameter, .module, .macro, .local:
      return true
    }
  }

  private func mayStand(in node: Node) -> Bool {
    let tree = node.tree
    return node.tokenIDs.contains { position in
      switch tree.tokens[position].kind {
      case .identifier, .keyword:
        let name = tree.bytes(of: TokenID(rawValue: UInt32(position)))
        let bare = name.first == UInt8(ascii: "`") ? name.dropFirst().dropLast() : name
        return names.contains(stableHash(bare))
      default: return false
      }
    }
  }
}
