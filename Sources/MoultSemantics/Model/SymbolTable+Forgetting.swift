extension SymbolTable {
  /// Lets go of the types of all symbols that only this table has, so that they can be freed.
  ///
  /// - Parameter shared: the table that it was begun with, whose symbols stay what they are.
  func forgetTypes(besides shared: SymbolTable) {
    forgetTypes(fromFile: sharedFiles)
    for (name, symbol) in externals where shared.externals[name] != symbol { symbol.forgetTypes() }
  }

  /// The same for symbols of the files from an index on.
  ///
  /// - Complexity: O(*n*) in the symbols of the table.
  func forgetTypes(fromFile first: Int) {
    func forget(_ symbols: some Sequence<Symbol>) {
      for symbol in symbols where symbol.file >= first { symbol.forgetTypes() }
    }
    for scope in modules.values { forget(scope.members.all) }
    for table in members.values { forget(table.all) }
    for parameters in generics.values { forget(parameters) }
    forget(selfParameters.values)
    for (file, symbols) in symbolsByNode where file >= first { forget(symbols.values) }
  }
}
