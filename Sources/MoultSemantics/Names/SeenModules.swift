import MoultSyntax

extension FileSemantics {
  /// Returns whether the file imports the module, or one that passes it on.
  ///
  /// Operators and macros are seen so, and not because another file of the module imports theirs.
  package func sees(_ module: String) -> Bool {
    guard let found = resolver.moduleSymbol(module, in: file) else { return false }
    return found.source.isCertain
  }
}

extension ProjectModel {
  /// Returns whether the project itself declares a prefix operator of this name.
  package func declaresPrefixOperator(_ name: String) -> Bool {
    guard let all = table.operators[name] else { return false }
    return (all.free + all.byOwner.values.flatMap { $0 }).contains { symbol in
      guard case .project = symbol.origin else { return false }
      return symbol.declaration?.modifierNames.contains("prefix") ?? false
    }
  }
}
