import MoultFindings
import MoultLearning
import MoultMatching
import MoultRules
import MoultSemantics
import MoultSource
import MoultSyntax

/// A row of a page that is being drafted.
struct DraftedRow {
  let name: String
  let finder: String
  var rewriting: LibraryChange.Rewriting?
  var safety: Safety
  let severity: Severity
  let message: String
  let candidates: [String]
  let module: String

  /// What a page shows it with; nil if nothing could be written.
  var use: [String]?
  var reason: String?

  /// The text of the old declaration's file imports, of which a use may need some.
  let imports: [String]
  let topLevel: String
}

/// A page that is being drafted.
struct DraftedPage {
  let name: String
  var rows: [DraftedRow]
  let silent: String
  var carets: [ExpectedFinding] = []
  var after: String?
}
