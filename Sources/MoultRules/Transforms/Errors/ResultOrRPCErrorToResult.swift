import MoultFindings
import MoultMatching
import MoultSource
import MoultSyntax

/// Turns `ResultOrRPCError<T>` into `Result<T, GRPCStatus>`.
func resultOrRPCErrorToResult(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let node = match.node
  var consequence = Consequence()
  consequence.edits.append(Edit(node.mainToken.range, "Result"))
  if let base = node.children.first, base.kind.isType || base.kind == .declReference,
    node.kind == .memberType || node.kind == .memberAccess
  {
    consequence.delete(base.range.lowerBound..<node.mainToken.start)
  }
  let owner = node.kind == .declReference || node.kind == .memberAccess ? node.parent : node
  guard let list = owner?.child(.genericArgumentClause) else {
    return TransformOutcome(consequence)
  }
  let close = ByteOffset(list.range.upperBound.index - 1)
  consequence.edits.append(Edit(close..<close, ", GRPCStatus"))
  return TransformOutcome(consequence)
}
