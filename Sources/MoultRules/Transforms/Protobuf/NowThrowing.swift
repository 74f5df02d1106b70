import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Marks a call that throws since the new era with `try`, and lets the need climb.
///
/// The name stays, so a call that is marked is no finding.
func nowThrowing(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard coveringTry(of: match.node) == nil else { return nil }
  return TransformOutcome(addition(of: .throwing, to: match.node, in: file))
}

/// Leaves a use to a person, but only in a project that shows swift-protobuf 0.9: the name is current.
func inOldProject(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard file.model.symbol(named: "SwiftProtobuf.Message.serializeProtobuf()") != nil else {
    return nil
  }
  return .manual()
}
