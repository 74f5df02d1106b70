import MoultMatching
import MoultRewriting
import MoultSyntax

/// Gives a call another name and its first argument, if that has no label, one:
/// `client.request(.home, as: T.self)` becomes `client.decodedResponse(for: .home, as: T.self)`.
private func labelledFirstArgument(
  _ match: Match, _ file: FileContext, name: String, label: String
) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let called = call.called else { return nil }
  var editor = file.editor
  editor.rename(called.node, to: name)
  if let first = call.arguments.first, first.label == nil, let value = first.expression {
    editor.replace(first, with: CodeArgument(label, .kept(value)))
  }
  return TransformOutcome(Consequence(editor))
}

func requestToDecodedResponse(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  labelledFirstArgument(match, file, name: "decodedResponse", label: "for")
}

func streamToMakeStream(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  labelledFirstArgument(match, file, name: "makeStream", label: "of")
}
