import MoultSyntax

extension ProjectModel {
  /// Returns whether a file of the project's own module imports `imported`, generated ones included.
  ///
  package func module(_ module: String, imports imported: String) -> Bool {
    table.projectModules.contains(module)
      && table.modules[module]?.importedSomewhere[imported] != nil
  }

  /// The name of the project's own module that the file at `path` belongs to; nil for any other file.
  package func module(ofFile path: String) -> String? {
    guard let index = table.fileIndexByPath[path], case .project = table.files[index].origin else {
      return nil
    }
    return table.files[index].module
  }
}
