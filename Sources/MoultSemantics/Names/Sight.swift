package import MoultSyntax

// What can be said of a whole type or file, for those who draw conclusions from what is not there.
extension FileSemantics {
  /// The modules whose top-level names the file sees by its own imports and by what these pass on, itself left out.
  package var visibleModules: Set<String> {
    var modules = Set(resolver.exports(of: module))
    for record in file.imports {
      modules.insert(record.module)
      modules.formUnion(resolver.exports(of: record.module))
    }
    return modules
  }

  /// The modules that the file imports and nobody described, in its order; a system's are not among them.
  package var unknownImports: [String] {
    file.imports.map(\.module).filter { !resolver.isKnownModule($0) }
  }

  /// Returns the types whose members a value of `type` has, the nearest first.
  ///
  /// - Returns: nil if something that it inherits is not known.
  package func ancestry(of type: SemanticType) -> [Symbol]? {
    let places = resolver.hierarchy(of: type).map(\.symbol)
    guard !places.isEmpty,
      places.allSatisfy({ !$0.isExternal && !resolver.inheritsUnknown($0) })
    else { return nil }
    return places
  }

  /// Returns what a value of `type`, or the type itself, has by that name, whoever may see it.
  package func members(named name: String, of type: SemanticType) -> [Symbol] {
    Glances.note(soughtName: name)
    return resolver.members(name, of: type, .both, seenFrom: nil).map(\.symbol)
  }

  /// Whether what a node refers to is only known because another file of the module imports its module, or
  /// because an era that was left behind had it.
  package func isSeenElsewhereOnly(_ node: Node) -> Bool {
    guard let found = reference(of: node) else { return false }
    if case .implied = found.source { return true }
    return found.source.isEarlier
  }

  /// Whether only an era that was left behind has what a node refers to.
  package func isOfEarlierEra(_ node: Node) -> Bool {
    reference(of: node)?.source.isEarlier ?? false
  }

  /// Returns whether the member can be used in this file, as far as access levels tell.
  package func canUse(_ symbol: Symbol) -> Bool {
    if symbol.isFilePrivate { return symbol.file == file.index }
    guard symbol.isInternal, symbol.module != module else { return true }
    return file.imports.contains { $0.module == symbol.module && $0.node.hasAttribute("testable") }
  }
}

extension ProjectModel {
  /// Returns what a module declares outside any type by that name, seen from outside of it.
  package func published(_ name: String, by module: String) -> [Symbol] {
    Glances.note(soughtName: name)
    return (table.modules[module]?.members[name] ?? []).filter {
      !$0.isFilePrivate && !$0.isInternal
    }
  }

  /// The modules of the project and of the interfaces at hand, sorted.
  package var modules: [String] { table.modules.keys.sorted() }

  /// Returns everything that a module declares by that name outside any type.
  package func topLevelSymbols(named name: String, in module: String) -> [Symbol] {
    Glances.note(soughtName: name)
    return table.modules[module]?.members[name] ?? []
  }
}
