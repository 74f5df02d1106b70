package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Makes a copy of a request with all that one has since 0.10: the method and the level of idempotency of the one that
/// its URL is taken from.
package func requestCopy(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let advice =
    "pass 'url', 'headers', 'message', 'method', 'trailers' and 'idempotencyLevel'; the content type is a header as of 0.10"
  guard let call = CallExpr(match.node) else { return nil }
  guard let copied = copiedRequest(call) else { return .manual(advice) }
  var editor = file.editor
  editor.replace(call.node, with: copied)
  return TransformOutcome(Consequence(editor))
}

/// A copy of the request that a call takes all of its values from; nil where it takes them from elsewhere.
func copiedRequest(_ call: CallExpr) -> Code? {
  func value(_ label: String) -> Expr? { call.argument(labeled: label)?.expression }
  guard let called = call.called, case .member(let url)? = value("url") ?? value("target"),
    case .name(let request)? = url.base, let headers = value("headers"),
    let message = value("message"),
    value("contentType")?.node.text == "\(request.name).contentType"
  else { return nil }
  let copied = Code.word(request.name)
  let trailers = value("trailers").map { Code.kept($0) } ?? copied.member("trailers")
  return .call(
    .kept(called),
    [
      CodeArgument("url", copied.member("url")), CodeArgument("headers", .kept(headers)),
      CodeArgument("message", .kept(message)), CodeArgument("method", copied.member("method")),
      CodeArgument("trailers", trailers),
      CodeArgument("idempotencyLevel", copied.member("idempotencyLevel")),
    ])
}
