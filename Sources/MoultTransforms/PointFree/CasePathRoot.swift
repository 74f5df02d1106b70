package import MoultMatching
import MoultSemantics
import MoultSyntax

/// Annotates the enumeration that a key path to a case begins at: `E` of `CaseKeyPath<E, Value>`.
///
/// Only the level that is addressed: `ServerRoute.Api.Route` says nothing of the enumerations around it.
///
/// - Returns: nil where the enumeration has such paths, or is not known.
package func casePathRoot(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let root = match.node.child(.genericArgumentClause)?.children.first,
    let type = file.semantics.symbol(of: root), type.kind == .enumeration
  else { return nil }
  switch CasePathableAnnotation(of: type, file) {
  case .isThere: return nil
  case .impossible(let reason): return .manual("take an 'AnyCasePath' here: \(reason)")
  case .missing:
    var project = ProjectEditor()
    project.annotate([type], file)
    return TransformOutcome(project.consequence(in: file, at: match.node))
  }
}
