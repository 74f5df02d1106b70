package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns a `CallResult` that is made by hand into a `GRPCStatus` of its code and message.
///
/// What else a result held is no part of a status; bytes or metadata that were given are left to a person.
package func callResultToStatus(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let result = CallExpr(match.node) else { return nil }
  if isHandedOnAsStatus(match.node, file) {
    return .manual("pass on a 'Status' of grpc-swift 2, 'Status(code: …, message: …)'")
  }
  return file.replacing(match.node, with: try status(ofResult: result))
}

/// Returns the `GRPCStatus` that says what `result` said.
///
/// - Parameter result: a call of an initialiser of `CallResult` or of one of its factories.
func status(ofResult result: CallExpr) throws(Refusal) -> Code {
  let isSuccess = result.node.callee?.name == "success"
  for label in ["resultData", "initialMetadata", "trailingMetadata"] {
    guard let value = result.argument(labeled: label)?.expression, value.node.kind != .nilLiteral
    else { continue }
    // A reply's bytes stand for a reply that decodes; a status is told apart by its code alone.
    guard label == "resultData", isSuccess else {
      throw Refusal("a 'GRPCStatus' has no '\(label)'; store it separately")
    }
  }
  let code = result.argument(labeled: "statusCode")?.expression.map { Code.kept($0) }
  let message = result.argument(labeled: "statusMessage")?.expression.map { Code.kept($0) }
  return .quoted(
    "GRPC::GRPCStatus(code: \(code ?? .member(nil, isSuccess ? "ok" : "unknown")), message: "
      + "\(message ?? .word("nil")))"
  )
}
