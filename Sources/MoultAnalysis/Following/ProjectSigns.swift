import MoultMatching
import MoultRules
import MoultSource
import MoultSurfaces

/// What bodies of handwritten Swift say about a project as a whole, beside what they declare.
///
/// Words that show an era of a library, and names for which more of an interface is read.
struct ProjectSigns: Sendable {
  private let eras: EraIndex
  private let modules: ProjectModules

  init(_ files: [ProjectText], _ catalogue: Catalogue, cache: TreeCache) {
    eras = EraIndex(catalogue.libraries)
    modules = ProjectModules(files, catalogue.libraries, cache: cache)
  }

  /// Returns whether only those can matter: where branches of `#if` stay as they are, clients have modules of their own, or
  /// services are presumed from their calls, all files are looked at for it.
  func allows(_ project: Project) -> Bool {
    project.kept.isEmpty && project.swift?.presumesServices != true
      && !project.options.options.flag("point-free.client_modules")
  }

  /// Returns whether two texts of one file say the same.
  ///
  /// - Complexity: O(*n*) in the bytes of both.
  func areSame(
    in old: ProjectText, _ new: ProjectText, _ facts: SurfaceFacts, _ catalogue: Catalogue
  ) -> Bool {
    // Such calls show services that nothing declares.
    !showsUnseenServices(old.source) && !showsUnseenServices(new.source)
      && !facts.tiesHosts(in: old.source) && !facts.tiesHosts(in: new.source)
      && shown(in: old, facts) == shown(in: new, facts)
      && catalogue.interfaces.namesReadWhereNamed(in: old.source)
        == catalogue.interfaces.namesReadWhereNamed(in: new.source)
  }

  private func shown(in file: ProjectText, _ facts: SurfaceFacts) -> Set<Sign> {
    Set(
      eraSightings(in: file, eras, facts, modules).map {
        Sign(library: $0.library, era: $0.era)
      })
  }

  private struct Sign: Hashable {
    let library: String
    let era: String?
  }
}
