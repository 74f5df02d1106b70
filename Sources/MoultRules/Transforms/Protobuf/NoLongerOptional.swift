import MoultFindings
import MoultMatching
import MoultSource
import MoultSyntax

/// Takes away what was written around a property only because it was optional.
///
/// The name stays, so a use that needs no change is no finding; neither is a member that no optional has, because
/// who asks for one knows that nothing is optional there.
func noLongerOptional(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if let member = match.node.parent, member.kind == .memberAccess,
    member.children.first == match.node, !membersOfOptional.contains(member.name)
  {
    return nil
  }
  let consequence = demotionOfOptional(match.node, in: file)
  guard !consequence.edits.isEmpty || consequence.safety != .safe else { return nil }
  return TransformOutcome(consequence)
}

private let membersOfOptional: Set<String> = [
  "customMirror", "debugDescription", "flatMap", "hash", "hashValue", "map", "unsafelyUnwrapped",
]

/// Takes away a `try` before a call that does not throw any more.
///
/// The name stays, so a call without `try` is no finding.
func noLongerThrowing(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard coveringTry(of: match.node) != nil else { return nil }
  let consequence = removalOfThrow(from: match.node, alsoSilenced: [match.node], in: file)
  return consequence.edits.isEmpty ? nil : TransformOutcome(consequence)
}
