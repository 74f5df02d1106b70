import MoultSource

/// The names that can stand for a type that is called otherwise: typealiases, associated types, generic parameters and
/// `Self`, by their `stableHash`.
///
/// Those that are declared inside bodies may be left out.
package struct StandInNames: Sendable {
  /// Those of interfaces, which models share.
  private let declared: StableHashSet
  private let own: StableHashSet

  package init() { (declared, own) = (StableHashSet(), StableHashSet()) }

  /// - Complexity: O(*n*) in the declarations of the project, and once in those of interfaces.
  package init(_ model: ProjectModel) {
    declared = model.interfaces.standInNames
    let table = model.table
    own = MoultSemantics.standInNames(in: table, of: table.sharedFiles..<table.files.count)
  }

  /// Whether one of them has this `stableHash`.
  package func contains(_ key: UInt64) -> Bool { declared.contains(key) || own.contains(key) }
}

/// Returns the names of what files of a table declare that can stand for a type, and `Self`, by their hash.
///
/// - Complexity: O(*n*) in the declarations.
func standInNames(in table: SymbolTable, of files: Range<Int>) -> StableHashSet {
  var names = StableHashSet([stableHash("Self".utf8)])
  for file in files {
    for symbol in table.symbolsByNode[file, default: [:]].values where symbol.kind.isStandIn {
      names.insert(stableHash(symbol.name.utf8))
    }
  }
  return names
}

extension SymbolKind {
  fileprivate var isStandIn: Bool {
    switch self {
    case .typeAlias, .associatedType, .genericParameter: true
    default: false
    }
  }
}
