import MoultMatching
import MoultSource
import MoultSyntax

/// Gives a call another name and its first argument, if that has no label, one:
/// `client.request(.home, as: T.self)` becomes `client.decodedResponse(for: .home, as: T.self)`.
func labelledFirstArgument(_ match: Match, name: String, label: String) -> TransformOutcome? {
  guard let callee = match.node.callee else { return nil }
  var consequence = Consequence()
  consequence.edits = [Edit(callee.mainToken.range, name)]
  if let first = match.node.arguments.first, first.argumentLabel == nil {
    let start = first.range.lowerBound
    consequence.edits.append(Edit(start..<start, label + ": "))
  }
  return TransformOutcome(consequence)
}

func requestToDecodedResponse(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  labelledFirstArgument(match, name: "decodedResponse", label: "for")
}

func streamToMakeStream(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  labelledFirstArgument(match, name: "makeStream", label: "of")
}
