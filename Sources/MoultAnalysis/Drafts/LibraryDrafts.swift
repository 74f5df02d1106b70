package import MoultFindings
import MoultLearning
import MoultMatching
import MoultRules
import MoultSemantics
import MoultSource
package import MoultSurfaces
import MoultSyntax

/// Two versions of a library of which pages are to be drafted.
package struct LibraryDraftRequest: Sendable {
  /// As its folder and the ids of its rules are called.
  package let library: String

  /// The eras on both sides of the hop: `1` and `2`.
  package let from: String
  package let to: String

  /// The rule pages that there are: of what they are about, nothing is drafted.
  package let known: Set<String>

  /// What messages call the newer version.
  package let version: String

  package init(
    library: String, from: String, to: String, version: String, known: Set<String> = []
  ) {
    self.library = library
    self.from = from
    self.to = to
    self.version = version
    self.known = known
  }

  package var hop: String { "\(from)-\(to)" }
}

/// Returns the declarations that rule pages are about, by qualified name.
package func declarations(namedBy pages: [CatalogueText]) throws(PageError) -> Set<String> {
  let catalogue = try Catalogue(pages)
  return Set(
    catalogue.pages.flatMap { page in page.rows.compactMap { $0.finder.terms.symbol($0.find) } })
}

/// The side of a hop that code is written for.
package enum DraftSide: Sendable {
  case old
  case new
}

/// Has a compiler judge files by their names, as one module.
///
/// - Returns: the one-based lines that it refuses, by file; nil if it cannot read what the side declares.
package typealias DraftJudge =
  @Sendable (_ side: DraftSide, _ files: [String: String]) async throws -> [String: Set<Int>]?

/// A declaration that changed, and what was drafted for it.
package struct DraftedChange: Sendable {
  /// By qualified name; a module's own.
  package let name: String
  package let message: String

  /// Nil if there is no page about it, as nothing could be said that a page can prove.
  package let page: RuleID?
  package let safety: Safety
  package let put: String?
  package let candidates: [String]

  /// Why there is no page, or no fix although one was thought of.
  package let reason: String?
}

/// Pages that pass, and what they are about.
package struct LibraryDrafts: Sendable {
  /// Sorted by path.
  package let pages: [CatalogueText]

  /// In the order of the names.
  package let changes: [DraftedChange]

  /// Whether a compiler has judged the code of both sides.
  package let isTypeChecked: Bool
}

/// Drafts pages about all that a newer version of a library removes, retires or changes.
///
/// What needs a person is a page for each top-level type, with the likeliest successors; what is rewritten has a page of its own,
/// whose code a compiler has judged on both sides if it is `safe`. Every page has passed as `moult test` judges it.
///
/// - Parameters:
///   - texts: interfaces of both eras and of the modules that these import.
///   - judge: nil where there is no compiler; then nothing is `safe`.
/// - Complexity: O(*n*) in what changed, with an analysis for each page.
package func draftedPages(
  _ request: LibraryDraftRequest, _ texts: [CatalogueText], judge: DraftJudge?
) async throws -> LibraryDrafts {
  let bare = try Catalogue(texts)
  let comparison = try LibraryComparison(request, bare)
  var drafter = PageDrafter(request, bare, comparison)
  var isTypeChecked = false
  if let judge { isTypeChecked = try await drafter.dropWhatIsRefused(judge) }
  try await drafter.draft(over: texts)
  if let judge, isTypeChecked {
    try await drafter.lowerWhatIsRefused(judge)
  } else {
    drafter.allowNothingSafe()
  }
  try await drafter.finish(over: texts)
  return LibraryDrafts(
    pages: drafter.texts, changes: drafter.report, isTypeChecked: isTypeChecked)
}

extension LibraryComparison {
  fileprivate init(_ request: LibraryDraftRequest, _ catalogue: Catalogue) throws(DraftProblem) {
    let all = catalogue.interfaces.all
    func side(_ era: String) throws(DraftProblem) -> (ProjectModel, [String]) {
      let own = all.filter { $0.library == request.library && $0.era == era }
      guard !own.isEmpty else {
        throw DraftProblem("there is no interface of \(request.library) \(era)")
      }
      let modules = Set(own.map(\.module))
      let rest = all.filter { $0.library != request.library && !modules.contains($0.module) }
      return (
        ProjectModel(files: [], interfaces: rest + own), own.map(\.module).sorted()
      )
    }
    let (old, oldModules) = try side(request.from)
    let (new, newModules) = try side(request.to)
    self.init(from: old, oldModules, to: new, newModules, version: request.version)
  }
}
