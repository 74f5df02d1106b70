import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a box that is an actor into one with a lock, and takes away the `await`s that asked it.
///
/// The box must be a local constant, so that all its uses are in sight, and each `await` must stand before a use of
/// the box and nothing else that suspends.
func actorIsolated(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let byHand = "use 'LockIsolated', and remove the 'await' from each use"
  guard let binding = match.node.ancestors.first(where: { $0.kind == .patternBinding }),
    let pattern = binding.pattern, pattern.kind == .identifierPattern,
    binding.ancestors.contains(where: { $0.kind == .codeBlock || $0.kind == .closure }),
    let symbol = file.semantics.symbol(of: pattern), symbol.kind == .local
  else { return .manual(byHand) }
  var consequence = Consequence()
  consequence.edits = [Edit(match.node.mainToken.range, "LockIsolated")]
  for use in file.semantics.references(to: symbol) where use != pattern {
    guard let edit = withoutAwait(use) else { return .manual(byHand) }
    consequence.edits.append(edit)
  }
  return TransformOutcome(consequence)
}

/// The edit that takes away the `await` before a use of a box, or nil if something else may need it.
private func withoutAwait(_ use: Node) -> Edit? {
  guard let member = use.parent, member.kind == .memberAccess, member.base == use,
    ["value", "setValue", "withValue"].contains(member.name)
  else { return nil }
  var whole = member
  if let call = member.parent, call.kind == .functionCall, call.callee == member { whole = call }
  // `await box.value.count` suspends for the box alone, if only members follow.
  while let outer = whole.parent, outer.kind == .memberAccess, outer.base == whole { whole = outer }
  guard let suspension = whole.parent, suspension.kind == .awaitExpr,
    !whole.descendants.contains(where: { $0.kind == .awaitExpr })
  else { return nil }
  return Edit(suspension.range.lowerBound..<whole.range.lowerBound, "")
}
