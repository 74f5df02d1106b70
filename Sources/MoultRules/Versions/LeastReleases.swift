import MoultFindings
import MoultSurfaces

/// Below which releases a project cannot have other packages once a rule has led it to its era: those that the packages of the
/// era ask for themselves.
struct LeastReleases: Sendable {
  private let catalogue: Catalogue

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// Whether a project that follows the rule has the release of a symbol, or a later one, in any case.
  ///
  /// - Complexity: O(*n*) in the releases of the era's packages that requirements are known of.
  func cover(_ release: SymbolRelease, behind rule: RuleID) -> Bool {
    guard let page = catalogue.page(rule), let end = page.hop?.split(separator: "-").last,
      let library = catalogue.libraries.first(where: { page.path.hasPrefix($0.library + "/") }),
      let era = library.eras.first(where: { $0.name == end })
    else { return false }
    return era.signs.packages.contains { package in
      let asked = catalogue.requirements.least(besideAnyOf: package)[release.package]
      return asked.map { !($0.version < release.since.version) } ?? false
    }
  }
}
