import MoultSemantics

extension Catalogue {
  /// Returns what an interface declares, by qualified name: types, their members, functions and variables.
  ///
  /// - Returns: sorted, each name once; overloads that differ in types alone are one name.
  package func declaredSymbols(ofModule module: String) -> [String] {
    let model = ProjectModel(files: [], interfaces: interfaces.all)
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
    var names: Set<String> = []
    for row in pages.filter({ $0.path.contains("/\(hop)/") }).flatMap(\.rows) {
      switch row.find.kind {
      case .type, .member, .call, .enumCase, .conformance, .prefixOperator:
        names.insert(row.find.subject)
      case .memberOf:
        guard let owner = model.symbol(named: row.find.subject) else { continue }
        let members = model.declaredMembers(of: owner).filter { !$0.kind.isNominalType }
        names.formUnion(members.map(\.qualifiedName))
      case .module, .pattern, .generatedType, .generatedCall, .generatedMember, .generatedValue,
        .bridgedCall, .generatedFile, .protocPlugin, .pod, .package, .protoClassPrefix, .protoName,
        .halfRenamed,
        .objcOption, .grpcPod, .objcClass, .objcHostSetting, .objcImport, .objcMessage, .objcMethod,
        .objcName, .objcProperty, .objcText, .suppression, .generatedCase, .generatedInit,
        .swiftGenerator, .swiftOption, .dependency, .command, .buf, .bufCommand,
        .connect, .clientModule:
        continue
      }
    }
    return names
  }
}
