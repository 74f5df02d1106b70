import MoultSource
import MoultSyntax

/// The types that a project's files declare outside of any other, by module.
///
/// Read from the trees alone: for questions that come before a model can be made.
package struct TopLevelTypes: Sendable {
  private let names: [String: Set<String>]

  /// - Parameter jobs: how many threads read the files.
  /// - Complexity: O(*n*) in the top-level items of the files.
  package init(_ files: [ProjectFile], jobs: Int) {
    let parts = parallelRanges(files.count, jobs: jobs, atLeast: 64) { part in
      var names: [String: Set<String>] = [:]
      for file in files[part] {
        // In place: a copy for each file would take the square of them.
        names[file.module, default: []].formUnion(
          file.tree.root.itemNodes.lazy.filter(\.isTypeDeclaration).map(\.name))
      }
      return names
    }
    names = parts.reduce(into: [:]) { names, part in
      names.merge(part) { $0.union($1) }
    }
  }

  /// The modules that the files belong to.
  package var modules: Set<String> { Set(names.keys) }

  /// Returns whether the module declares a type of this name at the top level; false for a module that is not here.
  package func contains(_ name: String, inModule module: String) -> Bool {
    names[module]?.contains(name) ?? false
  }

  /// Returns whether any of the modules declares a type of this name.
  package func contains(_ name: String) -> Bool { names.values.contains { $0.contains(name) } }
}
