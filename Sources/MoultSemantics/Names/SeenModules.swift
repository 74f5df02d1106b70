import MoultSyntax

extension FileSemantics {
  /// Returns whether the file imports the module, or one that passes it on.
  ///
  /// Operators and macros are seen so, and not because another file of the module imports theirs.
  package func sees(_ module: String) -> Bool {
    guard let found = resolver.moduleSymbol(module, in: file) else { return false }
    return found.source.isCertain
  }

  /// Returns whether the file or another one of its module imports the module, or one that passes it on.
  package func reaches(_ module: String) -> Bool {
    resolver.moduleSymbol(module, in: file).map { !$0.source.isEarlier } ?? false
  }
}

extension ProjectModel {
  /// Returns whether the project itself declares a prefix operator of this name.
  package func declaresPrefixOperator(_ name: String) -> Bool {
    guard let all = table.operators[name] else { return false }
    return (all.free + all.byOwner.values.flatMap { $0 }).contains { symbol in
      guard case .project = symbol.origin else { return false }
      return symbol.node?.modifierNames.contains("prefix") ?? false
    }
  }

  /// Returns whether anybody but the standard library declares an operator of this name.
  package func declaresOperator(_ name: String) -> Bool {
    operators(named: name).contains { _ in true }
  }

  /// Returns whether anybody declares an operator of this name whose two operands are of different types.
  package func declaresMixedOperator(_ name: String) -> Bool {
    operators(named: name).contains {
      let types = $0.parameterTypes
      return types.count == 2 && types[0] != types[1]
    }
  }

  /// The operators of a name, without those of the standard library.
  private func operators(named name: String) -> some Sequence<Symbol> {
    let all = table.operators[name] ?? OperatorTable()
    return [[all.free], Array(all.byOwner.values)].lazy.joined().joined().filter {
      $0.module != "Swift"
    }
  }
}
