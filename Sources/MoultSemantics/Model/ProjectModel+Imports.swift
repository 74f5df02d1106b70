import MoultSyntax

extension ProjectModel {
  /// Returns whether a file of the project's own module imports `imported`, generated ones included.
  ///
  package func module(_ module: String, imports imported: String) -> Bool {
    table.projectModules.contains(module)
      && table.modules[module]?.importedSomewhere[imported] != nil
  }

  /// The modules of earlier eras that a module of the project may still speak of; empty if its imports left none behind.
  package func modulesLeftBehind(by module: String) -> [String] {
    table.earlierModules[module] ?? []
  }

  /// The types of earlier eras whose place a type has taken, the newest first.
  package func earlierTypes(of symbol: Symbol) -> [Symbol] { table.earlierTypes[symbol] ?? [] }

  /// Whether a symbol is declared by the interface of an era that another interface of the same module follows.
  package func isOfOlderEra(_ symbol: Symbol) -> Bool {
    guard let own = table.file(of: symbol)?.era, let newest = table.libraries[symbol.module] else {
      return false
    }
    return own != newest
  }

  /// The modules that all files of a project's module see although none imports them: of Objective-C behind a bridging
  /// header.
  package func modulesBehindBridges(of module: String) -> Set<String> {
    table.impliedImports[module] ?? []
  }

  /// The name of the project's own module that the file at `path` belongs to; nil for any other file.
  package func module(ofFile path: String) -> String? {
    guard let index = table.fileIndexByPath[path], case .project = table.files[index].origin else {
      return nil
    }
    return table.files[index].module
  }
}
