import MoultMatching
package import MoultSemantics
import MoultSurfaces

extension Catalogue {
  /// Returns what an interface declares, by qualified name: types, their members, functions and variables.
  ///
  /// - Returns: sorted, each name once; overloads that differ in types alone are one name.
  package func declaredSymbols(ofModule module: String) -> [String] {
    declaredSymbols(
      ofModule: module, in: ProjectModel(files: [], interfaces: interfaces.all))
  }

  /// Returns what one model declares in a module, by qualified name, sorted.
  package func declaredSymbols(ofModule module: String, in model: ProjectModel) -> [String] {
    guard let root = model.symbol(named: module) else { return [] }
    var names: Set<String> = []
    var open = model.declaredMembers(of: root)
    while let symbol = open.popLast() {
      guard symbol.module == module, symbol.kind != .genericParameter else { continue }
      names.insert(symbol.qualifiedName)
      if symbol.kind.isNominalType { open += model.declaredMembers(of: symbol) }
    }
    return names.sorted()
  }

  /// Returns those of the module's symbols that a row of a page of the hop names.
  ///
  /// A row about all members of a type names each that is no type itself.
  package func namedSymbols(ofModule module: String, inHop hop: String) -> Set<String> {
    let model = ProjectModel(files: [], interfaces: interfaces.all)
    let hopRules = Set(pages.filter { $0.path.contains("/\(hop)/") }.map(\.id))
    return Set(
      swiftRules.filter { hopRules.contains($0.id) }
        .flatMap { $0.finder.coveredSymbols(in: model) })
  }
}
