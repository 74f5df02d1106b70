package import MoultLearning
import MoultSemantics
import MoultSurfaces

extension Catalogue {
  /// Returns what the dependencies that were learned from have retired, library by library, in order of their names.
  ///
  /// - Complexity: O(*n*) in all that they declare.
  package func lessons() -> [(library: LearnedLibrary, declarations: [LearnedDeclaration])] {
    let libraries = learned.filter { !$0.isOwn }
    guard !libraries.isEmpty else { return [] }
    let modules = Set(libraries.flatMap(\.interfaces).map(\.module))
    let model = ProjectModel(
      files: [],
      over: interfaces.model(neededBy: [], and: modules, speaking: [:], without: []))
    return libraries.map { library in
      (library, learnedDeclarations(of: Set(library.interfaces.map(\.module)), in: model))
    }
  }
}
