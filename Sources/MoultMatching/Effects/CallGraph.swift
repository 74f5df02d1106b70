package import MoultSemantics
import MoultSource
package import MoultSyntax
import Synchronization

/// Which expressions of a project mean which of its declarations, and which types descend from which.
///
/// Nothing is read before a fix asks for the uses of a name, and then only the files that mention it, each
/// once. A class because all tasks share what one of them found.
///
/// - Complexity: all questions together O(*n*) in the project.
package final class CallGraph: Sendable {
  private let model: ProjectModel
  private let state = Mutex(State())

  private struct State {
    /// The files that hold an identifier, by the hash of its text.
    var filesByName: [UInt64: [Int]]?
    var scanned: Set<Int> = []
    var uses: [Node: [Node]] = [:]

    /// The project's types by what they inherit; nil until an effect climbs.
    var heirs: DescendantIndex?

    /// Member names behind receivers of unknown type.
    var unknownUses: [String: [Node]] = [:]
  }

  package init(_ model: ProjectModel) { self.model = model }

  /// Returns the expressions that name the declaration, in the order of files and offsets.
  ///
  /// Of a call it is the name before the parentheses, and the call itself where an initialiser is meant.
  ///
  /// - Parameter name: a word that each use writes; of an initialiser, its type's name or `init`.
  package func uses(of declaration: Node, named name: String) -> [Node] {
    state.withLock { state in
      scan(name, &state)
      return state.uses[declaration]?.sorted(by: precedes) ?? []
    }
  }

  /// Returns members of this name whose receiver's type is not known, so that they may mean anything.
  package func unknownUses(of name: String) -> [Node] {
    state.withLock { state in
      scan(name, &state)
      return state.unknownUses[name]?.sorted(by: precedes) ?? []
    }
  }

  /// Returns the project's classes and types that inherit or conform to a class or protocol, by name.
  func descendants(of type: Symbol) -> [Symbol] {
    guard type.kind == .classType || type.kind == .protocolType else { return [] }
    let heirs = state.withLock { state in
      if let heirs = state.heirs { return heirs }
      let heirs = DescendantIndex(model)
      state.heirs = heirs
      return heirs
    }
    return heirs.projectTypes(descendingFrom: type.qualifiedName)
      .sorted { $0.qualifiedName < $1.qualifiedName }
  }

  private func scan(_ name: String, _ state: inout State) {
    let trees = model.projectTrees
    if state.filesByName == nil { state.filesByName = names(in: trees) }
    for index in state.filesByName?[stableHash(name.utf8)] ?? []
    where state.scanned.insert(index).inserted {
      guard let semantics = model.borrowedSemantics(forFile: trees[index].source.path)
      else { continue }
      defer { model.giveBack(semantics) }
      for (node, symbols) in semantics.everyReference() {
        if symbols.isEmpty {
          state.unknownUses[node.name, default: []].append(node)
        }
        for symbol in symbols {
          guard let declaration = symbol.declaration, symbol.isOfProject else { continue }
          state.uses[declaration, default: []].append(node)
        }
      }
    }
  }
}

private func names(in trees: [SyntaxTree]) -> [UInt64: [Int]] {
  var files: [UInt64: [Int]] = [:]
  for (index, tree) in trees.enumerated() {
    var seen: Set<UInt64> = []
    for token in tree.tokens where token.kind == .identifier || token.kind == .keyword {
      var name = tree.source.bytes[token.range.indices]
      if name.first == UInt8(ascii: "`") { name = name.dropFirst().dropLast() }
      let key = stableHash(name)
      if seen.insert(key).inserted { files[key, default: []].append(index) }
    }
  }
  return files
}

/// Orders nodes by path, then offset, then size.
func precedes(_ a: Node, _ b: Node) -> Bool {
  let (left, right) = (a.tree.source.path, b.tree.source.path)
  if left != right { return left < right }
  return (a.range.lowerBound, a.id) < (b.range.lowerBound, b.id)
}

extension Symbol {
  /// Declared by the project's own files, generated ones included.
  var isOfProject: Bool {
    if case .project = origin { return true }
    return false
  }
}
