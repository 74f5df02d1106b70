/// What the modules of a project may still speak of: the eras of libraries that their imports have left behind.
///
/// A migration changes imports before it has changed everything that came from them, and people go on for days. What
/// resolves in the era that a module imports is of that era. What does not, and would have in an earlier one, is of the
/// earlier one: it is found, whoever changed the import.
package struct EarlierEras: Sendable {
  /// The modules of earlier eras that are looked into last, the newest first, by module of the project.
  package var modules: [String: [String]]

  /// The types whose place a type has taken, by its qualified name: `SwiftGRPC.RPCError` by `GRPC.GRPCStatus`.
  package var types: [String: [String]]

  /// The modules of libraries that an earlier era had under other names: `GRPC`, `GRPCCore`.
  package var newer: Set<String>

  package init(
    modules: [String: [String]] = [:], types: [String: [String]] = [:], newer: Set<String> = []
  ) {
    self.modules = modules
    self.types = types
    self.newer = newer
  }
}

extension SymbolTable {
  /// Works out which types have taken the places of which, once all files are collected.
  mutating func noteEarlierTypes(_ names: [String: [String]]) {
    for (name, earlier) in names {
      guard let type = symbols(named: name).first, type.kind.isNominalType else { continue }
      let found = earlier.compactMap { symbols(named: $0).first { $0.kind.isNominalType } }
      if !found.isEmpty { earlierTypes[type] = found }
    }
  }
}
