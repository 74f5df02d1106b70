import MoultMatching
import MoultRewriting
import MoultSemantics
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
  var editor = file.editor
  editor.rename(match.node, to: "LockIsolated")
  for use in file.semantics.references(to: symbol) where use != pattern {
    guard let (suspension, value) = awaitBefore(use) else { return .manual(byHand) }
    editor.replace(suspension, with: .kept(value))
  }
  return TransformOutcome(Consequence(editor))
}

/// The `await` before a use of a box, and what it stands before; nil if something else may need it.
private func awaitBefore(_ use: Node) -> (suspension: Node, value: Node)? {
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
  return (suspension, whole)
}
