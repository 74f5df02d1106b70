import MoultSyntax

/// Which variables that others can name have no type but that of their initial value.
///
/// `let v = f()` has another type when `f` has. A class because it grows with the texts that a session tries, and is asked
/// at each of them: what one of them inferred is not taken back, and at worst a file too many is looked at.
final class Inferences {
  /// The variables by the names that their initial values mention.
  private var heirs: [String: Set<String>] = [:]

  /// The trees that were read, which are kept so that no other takes the identity of one.
  private var known: [ObjectIdentifier: SyntaxTree] = [:]

  /// - Complexity: O(*n*) in the nodes of the file's declarations, bodies excluded; O(1) if it was added before.
  func add(_ tree: SyntaxTree) {
    if known.updateValue(tree, forKey: ObjectIdentifier(tree)) == nil { add(itemsOf: tree.root) }
  }

  private func add(itemsOf node: Node) {
    for child in node.children {
      switch child.kind {
      case .variableDecl: add(variable: child)
      case .memberBlock, .ifConfig, .ifConfigClause, .extensionDecl: add(itemsOf: child)
      case let kind where kind.isNominalType: add(itemsOf: child)
      default: continue
      }
    }
  }

  private func add(variable: Node) {
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
