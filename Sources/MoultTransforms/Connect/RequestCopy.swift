package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Makes a copy of a request with all that one has since 0.10: the method and the level of idempotency of the one that
/// its URL is taken from.
package func requestCopy(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let advice =
    "pass 'url', 'headers', 'message', 'method', 'trailers' and 'idempotencyLevel'; the content type is a header as of 0.10"
  guard let call = CallExpr(match.node), let called = call.called else { return nil }
  func value(_ label: String) -> Expr? { call.argument(labeled: label)?.expression }
  guard case .member(let url)? = value("url") ?? value("target"),
    case .name(let request)? = url.base, let headers = value("headers"),
    let message = value("message"),
    value("contentType")?.node.text == "\(request.name).contentType"
  else { return .manual(advice) }
  let copied = Code.word(request.name)
  let trailers = value("trailers").map { Code.kept($0) } ?? copied.member("trailers")
  var editor = file.editor
  editor.replace(
    call.node,
    with: .call(
      .kept(called),
      [
        CodeArgument("url", copied.member("url")), CodeArgument("headers", .kept(headers)),
        CodeArgument("message", .kept(message)), CodeArgument("method", copied.member("method")),
        CodeArgument("trailers", trailers),
        CodeArgument("idempotencyLevel", copied.member("idempotencyLevel")),
      ]))
  return TransformOutcome(Consequence(editor))
}
