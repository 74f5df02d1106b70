package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Makes a request with all that one has since 0.10: a copy of another one takes its method and its level of idempotency
/// along, and a new one has those that all requests had before.
package func requestCopy(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let advice =
    "pass 'url', 'headers', 'message', 'method', 'trailers' and 'idempotencyLevel'; the content type is a header as of 0.10"
  guard let call = CallExpr(match.node) else { return nil }
  guard let made = copiedRequest(call) ?? newRequest(call) else { return .manual(advice) }
  return file.replacing(call.node, with: made)
}

/// A copy of the request that a call takes all of its values from; nil where it takes them from elsewhere.
///
/// - Parameters:
///   - names: what words of the source are called in the copy.
///   - message: what the copy carries, if it is not what the call says.
func copiedRequest(
  _ call: CallExpr, called names: [String: String] = [:], message replaced: Code? = nil
) -> Code? {
  func value(_ label: String) -> Expr? { call.argument(labeled: label)?.expression }
  guard let called = call.called, case .member(let url)? = value("url") ?? value("target"),
    case .name(let request)? = url.base, let headers = value("headers"),
    let message = value("message"),
    value("contentType")?.node.text == "\(request.name).contentType"
  else { return nil }
  let copied = Code.word(names[request.name] ?? request.name)
  let trailers = value("trailers").map { Code.kept($0) } ?? copied.member("trailers")
  // What the request carries itself has the right type.
  let isItsOwn = message.node.text == "\(request.name).message"
  let carried = isItsOwn ? .kept(message) : replaced ?? .kept(message)
  return .quoted(
    "\(called)(url: \(copied).url, headers: \(headers), message: \(carried), method: \(copied).method, "
      + "trailers: \(trailers), idempotencyLevel: \(copied).idempotencyLevel)"
  )
}

/// A request that is made of values, none of them another request's; nil where it cannot be told how the headers get the type.
private func newRequest(_ call: CallExpr) -> Code? {
  func value(_ label: String) -> Expr? { call.argument(labeled: label)?.expression }
  guard let url = value("url") ?? value("target"), let contentType = value("contentType"),
    let headers = value("headers"), let message = value("message"),
    case .name(let called)? = call.called, called.name == "HTTPRequest",
    !contentType.node.text.hasSuffix(".contentType"),
    ["[:]", "Headers()"].contains(headers.node.text)
  else { return nil }
  let trailers = value("trailers").map { Code.kept($0) } ?? .word("nil")
  return .quoted(
    "Connect::HTTPRequest<Foundation::Data?>(url: \(url), headers: [\"content-type\": [\(contentType)]], "
      + "message: \(message), method: .post, trailers: \(trailers), idempotencyLevel: .unknown)"
  )
}
