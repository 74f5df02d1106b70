import MoultSource
import MoultSyntax

/// The names of the types that interfaces or a project declare, and what declarations are written with.
///
/// A declaration whose types are written without any of these names speaks of built-in types alone, so they need not be
/// resolved to know that it speaks of none of the others. One that is written with names that only types have speaks of
/// no other types than those of these names.
final class DeclaredTypeNames: Sendable {
  /// What the types of a declaration can be.
  enum Written {
    /// Not told by what is written: there is nothing, or a name that can stand for any type.
    case unknown
    /// Types of these names alone, by their `stableHash`; each at least once.
    case names([UInt64])
  }

  /// By their `stableHash`, without backticks.
  private let names: StableHashSet

  /// Names that can stand for a type that is called otherwise.
  private let standIns: StableHashSet
  private let table: SymbolTable

  /// - Complexity: O(*n*) in the types of the table and in what stands at the top level of its modules.
  init(_ table: SymbolTable) {
    self.table = table
    var names = StableHashSet()
    for name in table.nestedTypeNames { names.insert(stableHash(name.utf8)) }
    let builtIn = 0..<table.builtInFiles
    for scope in table.modules.values {
      for symbol in scope.members.all where symbol.kind.isType && !builtIn.contains(symbol.file) {
        names.insert(stableHash(symbol.name.utf8))
      }
    }
    // A built-in typealias or generic parameter stands for none of these; an associated type of a built-in protocol may,
    // where a type of the project makes it one.
    var standIns = standInNames(in: table, of: builtIn.upperBound..<table.files.count)
    for scope in table.members.values {
      for symbol in scope.all where symbol.kind == .associatedType {
        standIns.insert(stableHash(symbol.name.utf8))
      }
    }
    for (name, symbol) in table.localTypes.values.joined() {
      names.insert(stableHash(name.utf8))
      if symbol.kind == .typeAlias { standIns.insert(stableHash(name.utf8)) }
    }
    // What is known by its name alone may be written with its module.
    for name in table.externals.values.flatMap({ $0.name.split(separator: ".") }) {
      standIns.insert(stableHash(name.utf8))
    }
    self.names = names
    self.standIns = standIns
  }

  /// Returns what the type of a declaration that is no type itself is written with.
  func written(in symbol: Symbol) -> Written {
    var names: [UInt64] = []
    return add(symbol, to: &names) ? .names(names) : .unknown
  }

  /// Adds the names that a declaration's type is written with, and returns false where they do not tell it.
  private func add(_ symbol: Symbol, to names: inout [UInt64]) -> Bool {
    switch symbol.kind {
    case .property:
      guard let binding = symbol.node,
        let annotation = binding.child(.typeAnnotation) ?? trailingAnnotation(after: binding)
      else { return false }
      return add(annotation, to: &names)
    case .initializer where symbol.node?.kind != .initializerDecl:
      // It takes the stored properties.
      for parameter in symbol.parameters {
        guard let label = parameter.label, let parent = symbol.parent,
          let property = table.members[parent]?[label].first(where: { $0.kind == .property }),
          add(property, to: &names)
        else { return false }
      }
      return true
    case .function, .operatorFunction, .initializer, .subscript, .enumCase:
      for parameter in symbol.parameters {
        guard let type = parameter.node?.firstTypeChild, add(type, to: &names) else { return false }
      }
      return symbol.node?.returnTypeNode.map { add($0, to: &names) } ?? true
    case .structure, .classType, .enumeration, .protocolType, .actor, .associatedType,
      .genericParameter, .typeAlias, .module, .macro, .local:
      return false
    }
  }

  private func add(_ node: Node, to found: inout [UInt64]) -> Bool {
    let tree = node.tree
    for position in node.tokenIDs {
      switch tree.tokens[position].kind {
      case .identifier, .keyword:
        let name = tree.bytes(of: TokenID(rawValue: UInt32(position)))
        let bare = name.first == UInt8(ascii: "`") ? name.dropFirst().dropLast() : name
        let key = stableHash(bare)
        if standIns.contains(key) { return false }
        if names.contains(key), !found.contains(key) { found.append(key) }
      default: continue
      }
    }
    return true
  }
}
