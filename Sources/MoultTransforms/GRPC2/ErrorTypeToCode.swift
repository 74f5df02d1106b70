import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns the question whether an error is a `GRPCError.RPCTimedOut` into one about the code of an `RPCError`.
///
/// - Parameter code: the code that errors of grpc-swift 2 have where those of grpc-swift 1 have the type.
package func errorTypeToCode(_ code: String) -> Transform {
  { match, file in question(about: code, in: match, file) }
}

private func question(
  about code: String, in match: Match, _ file: FileContext
) -> TransformOutcome? {
  let step = "check for an 'RPCError' with the code '.\(code)'"
  guard let question = match.node.parent else { return .manual(step) }
  let type = file.model.declaresTopLevelType(named: "RPCError") ? "GRPCCore.RPCError" : "RPCError"
  var consequence = Consequence()
  switch (question.kind, question.parent?.kind) {
  case (.isExpr, _):
    guard let value = question.children.first, question.parent?.kind != .binaryOperator,
      let edits = castEdits(value, question, type, code, file)
    else { return .manual(step) }
    consequence.edits = edits
  case (.isTypePattern, .matchingPattern?):
    guard let condition = question.parent, let value = condition.initialValue,
      let edits = castEdits(value, condition, type, code, file)
    else { return .manual(step) }
    consequence.edits = edits
  case (.isTypePattern, .switchCaseItem?), (.isTypePattern, .catchItem?):
    guard let item = question.parent, item.children.count == 1,
      item.parent?.children.filter({ $0.kind == item.kind }).count == 1,
      let name = file.freeName(["failure", "rpcError"], around: question)
    else { return .manual(step) }
    consequence.edits = [
      Edit(question.range, "let \(name) as \(type) where \(name).code == .\(code)")
    ]
  default: return .manual(step)
  }
  consequence.lower(
    to: .review, because: "an error with this code that the other side sent matches as well")
  return TransformOutcome(consequence)
}

/// `value is T`, or `case is T = value`, to a comparison of the code.
private func castEdits(
  _ value: Node, _ question: Node, _ type: String, _ code: String, _ file: FileContext
) -> [Edit]? {
  guard !file.tree.holdsComment(in: question.range) else { return nil }
  return [
    Edit(question.range.lowerBound..<value.range.lowerBound, "("),
    Edit(value.range.upperBound..<question.range.upperBound, " as? \(type))?.code == .\(code)"),
  ]
}
