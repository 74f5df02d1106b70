package import MoultFindings
package import MoultMatching
package import MoultSource

/// A word that can stand behind `find`, with all that Moult knows of it.
///
/// A class because every row of every page refers to one of them.
package final class Finder: Sendable {
  /// What pages may say with the word.
  package let terms: FinderTerms

  package let search: Search

  /// How it finds.
  package enum Search: Sendable {
    /// In Swift, by names and types.
    case swift(@Sendable (FinderSpec) throws(FinderProblem) -> any SwiftFinder)
    /// In files of other kinds, one by one.
    case surface(Set<Surface>, SurfaceSearch)
    case objectiveC(ObjectiveCSearch)
    /// In comments that ignore findings, once all else is found.
    case suppression
  }

  package init<F: PageFinder>(_ type: F.Type) {
    terms = F.terms
    search = .swift { (spec) throws(FinderProblem) in try F(spec) }
  }

  init(_ terms: FinderTerms, on surfaces: Set<Surface>, _ find: @escaping SurfaceSearch) {
    self.terms = terms
    search = .surface(surfaces, find)
  }

  init(_ terms: FinderTerms, _ search: ObjectiveCSearch) {
    self.terms = terms
    self.search = .objectiveC(search)
  }

  init(suppression terms: FinderTerms) {
    self.terms = terms
    search = .suppression
  }

  /// The surfaces on whose files a finding of the kind can stand.
  ///
  /// Empty for what is found in Swift by its names and types.
  package var surfaces: Set<Surface> {
    switch search {
    case .swift, .suppression: []
    case .surface(let surfaces, _): surfaces
    case .objectiveC: [.objectiveC]
    }
  }

  /// Whether it finds in Swift, by names and types.
  package var isAboutSwift: Bool {
    if case .swift = search { true } else { false }
  }

  /// Whether it looks for code with metavariables, whose types `where` names.
  package var takesTypes: Bool {
    terms.word == PatternFinder.terms.word || terms.word == StatementFinder.terms.word
  }
}

/// Returns the findings of a rule in one file.
package typealias SurfaceSearch =
  @Sendable (_ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts) -> [Finding]

/// Returns the findings of a rule outside Swift in one file.
package func surfaceFindings(
  _ rule: SurfaceRule, in file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  switch rule.row.finder.search {
  case .surface(_, let find): find(rule, file, facts)
  case .objectiveC(let search): objectiveCFindings(rule, search, file, facts)
  case .swift, .suppression: []
  }
}
