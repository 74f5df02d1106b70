import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a `CallResult` that is made by hand into a `GRPCStatus` of its code and message.
///
/// What else a result held is no part of a status; bytes or metadata that were given are left to a person.
func callResultToStatus(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    return TransformOutcome(try status(ofResult: match.node, replacing: match.replaced, file))
  } catch {
    return .manual(error.nextStep)
  }
}

/// Returns the edits that make a `GRPCStatus` of `result` in place of `range`.
///
/// - Parameter result: a call of an initialiser of `CallResult` or of one of its factories.
func status(
  ofResult result: Node, replacing range: ByteRange, _ file: FileContext
) throws(Refusal) -> Consequence {
  let step = Refusal("create a 'GRPCStatus(code:message:)' from the 'CallResult'")
  var values: [String: Node] = [:]
  for argument in result.arguments { values[argument.argumentLabel ?? ""] = argument.argumentValue }
  for label in ["resultData", "initialMetadata", "trailingMetadata"] {
    guard let value = values[label], value.kind != .nilLiteral else { continue }
    // A reply's bytes stand for a reply that decodes; a status is told apart by its code alone.
    guard label == "resultData", result.callee?.name == "success" else {
      throw Refusal("a 'GRPCStatus' has no '\(label)'; store it separately")
    }
  }
  guard !file.tree.holdsComment(in: range) else { throw step }
  let isSuccess = result.callee?.name == "success"
  var text = "GRPCStatus(code: "
  var bindings: [String: Binding] = [:]
  if let code = values["statusCode"] {
    bindings["code"] = .source(code.range)
    text += "$code"
  } else {
    text += isSuccess ? ".ok" : ".unknown"
  }
  if let message = values["statusMessage"] {
    bindings["message"] = .source(message.range)
    text += ", message: $message)"
  } else {
    text += ", message: nil)"
  }
  guard let edits = Template(text).edits(replacing: range, bindings, in: file.source) else {
    throw step
  }
  var consequence = Consequence()
  consequence.edits = edits
  return consequence
}
