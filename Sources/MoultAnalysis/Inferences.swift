import MoultSyntax

/// Which variables that others can name have no type but that of their initial value.
///
/// `let v = f()` has another type when `f` has.
struct Inferences {
  /// The variables by the names that their initial values mention.
  private var heirs: [String: Set<String>] = [:]

  /// - Complexity: O(*n*) in the nodes of the file's declarations, bodies excluded.
  mutating func add(_ tree: SyntaxTree) { add(itemsOf: tree.root) }

  private mutating func add(itemsOf node: Node) {
    for child in node.children {
      switch child.kind {
      case .variableDecl: add(variable: child)
      case .memberBlock, .ifConfig, .ifConfigClause, .extensionDecl: add(itemsOf: child)
      case let kind where kind.isNominalType: add(itemsOf: child)
      default: continue
      }
    }
  }

  private mutating func add(variable: Node) {
    for binding in variable.bindings where binding.annotatedType == nil {
      guard let value = binding.initialValue, let pattern = binding.pattern else { continue }
      let names = Set(pattern.boundNames.map(\.name))
      for node in value.descendants {
        switch node.kind {
        case .declReference, .memberAccess, .identifierType, .memberType:
          heirs[node.name, default: []].formUnion(names)
        default: continue
        }
      }
    }
  }

  /// Returns the names, and those of all variables whose types rest on them.
  ///
  /// - Complexity: O(*n*) in what was added.
  func closure(of names: Set<String>) -> Set<String> {
    var found = names
    var open = Array(names)
    while let name = open.popLast() {
      for heir in heirs[name] ?? [] where found.insert(heir).inserted { open.append(heir) }
    }
    return found
  }
}
