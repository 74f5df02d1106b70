package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a session of generated code into the context that stands in its place.
///
/// Where it is the last parameter of a provider's method, the whole method becomes that of a provider of
/// grpc-swift 1; elsewhere the name of the type alone changes.
package func sessionToContext(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let symbol = match.symbol, symbol.kind == .protocolType else { return nil }
  if let method = ProviderMethod(sessionType: match.node, file) {
    return try method.rewritten(file)
  }
  if let (name, later) = ProviderMethod.names(sessionType: match.node, file) {
    throw Refusal(
      "rename '\(name)' to '\(later)', as generators call the method since grpc-swift 0.4, then run the fix again"
    )
  }
  guard let kind = SessionKind(symbol, file.model),
    let messages = SessionMessages(of: symbol, kind, file.model)
  else { return nil }
  if let parameter = match.node.parent, parameter.kind == .parameter,
    SessionOverAStream.handing(parameter, file)?.takes(parameter) == true
  {
    return nil
  }
  if let step = refusal(ofParameterTyped: match.node, file) { throw Refusal(step) }
  guard ![.asExpr, .isExpr].contains(match.node.parent?.kind) else {
    throw Refusal("declare the parameter with the type of the context; do not cast contexts")
  }
  var editor = file.editor
  editor.replace(match.replaced, with: kind.context(messages, ServerStyle(file)))
  return TransformOutcome(editor)
}

/// Turns `ServerSession` into what all handlers are given.
package func serverSessionToContext(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.parent?.kind != .inheritedType else {
    return .manual(
      "remove the conformance to 'ServerSession'; grpc-swift creates contexts, and in tests '…CallContextTestStub' does"
    )
  }
  if let step = refusal(ofParameterTyped: match.node, file) { return .manual(step) }
  let name: String
  switch ServerStyle(file) {
  case .futures: name = "ServerCallContext"
  case .async: name = "GRPCAsyncServerCallContext"
  }
  return file.renaming(match, to: "GRPC." + name)
}

/// Why the method around a use of a session stays as it is, or nil if it is rewritten.
///
/// A member is only rewritten together with the session that it is asked of.
func refusalAround(_ node: Node, _ file: FileContext) -> String? {
  guard let method = ProviderMethod(around: node, file) else {
    return refusal(ofParameterAskedIn: node, file)
  }
  do throws(Refusal) {
    _ = try method.rewritten(file)
    return nil
  } catch {
    return error.nextStep
  }
}

/// Why a session that a function of the project is given stays one, or nil if it becomes a context.
private func refusal(ofParameterTyped type: Node, _ file: FileContext) -> String? {
  guard let parameter = type.parent, parameter.kind == .parameter,
    let session = file.semantics.symbol(of: parameter)
  else { return nil }
  let isFutures = ServerStyle(file) == .futures
  for use in file.semantics.references(to: session) where use.kind == .declReference {
    guard let member = MemberAccess(on: use) else { continue }
    switch member.name {
    case "initialMetadata" where isFutures:
      return
        "send the initial metadata from a 'ServerInterceptor' and remove '\(member.node.text)', or set 'server-style: async' of 'grpc-swift' in '.moult.yml'; then run the fix again"
    case "cancel":
      return
        "throw 'GRPCStatus(code: .cancelled, message: nil)' instead of '\(member.node.text)()', then run the fix again"
    case "send" where !isFutures, "_send" where !isFutures, "close" where !isFutures,
      "sendAndClose" where !isFutures, "sendErrorAndClose" where !isFutures:
      return
        "do what '\(member.name)' does in the handler itself, or make the function 'async' and pass it the handler's 'GRPCAsyncResponseStreamWriter' instead of '\(session.name)'; then run the fix again"
    case "receive", "_receive":
      return
        "take one request instead of '\(session.name)', and call the function in 'case .message(let request)' of the handler's event closure"
    default: continue
    }
  }
  return nil
}

/// The same for the parameter of a function in this file that a session is passed to.
func refusal(ofParameterGiven session: Node, _ file: FileContext) -> String? {
  guard let parameter = file.parameter(taking: session), parameter.tree === file.tree,
    let type = parameter.parameterType
  else { return nil }
  return refusal(ofParameterTyped: type, file)
}

/// The same for the session that a member is asked of.
private func refusal(ofParameterAskedIn node: Node, _ file: FileContext) -> String? {
  var base = node.kind == .functionCall ? node.callee : node
  while let current = base, current.kind != .declReference { base = current.children.first }
  guard let base, let session = file.semantics.symbol(of: base),
    let parameter = session.declaration, parameter.kind == .parameter,
    let type = parameter.parameterType
  else { return nil }
  return refusal(ofParameterTyped: type, file)
}

/// Turns `session.requestMetadata` into the headers of the request.
///
/// Asked for one value by its key, the headers are asked for the first of the name. As a whole they stay headers, but for
/// those that go on to a call of a client, which are `CallOptions`.
package func sessionMetadata(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let asked = SubscriptExpr(match.node)
  guard let member = MemberAccess(asked?.base?.node ?? match.node), let base = member.base else {
    return .manual("read 'headers' of the context")
  }
  if let step = refusalAround(match.node, file) { return .manual(step) }
  let context = Code.kept(base)
  let headers = (ServerStyle(file) == .async ? context.member("request") : context).member(
    "headers")
  var editor = file.editor
  if let key = asked?.arguments.first?.expression {
    editor.replace(match.node, with: headers.calling("first", [CodeArgument("name", .kept(key))]))
  } else if keepsMetadata(file) || becomesHeaders(match.node, file) {
    editor.replace(match.node, with: headers)
  } else {
    editor.replace(
      match.node,
      with: .quoted(
        "GRPC::CallOptions(customMetadata: \(headers), timeLimit: \(timeLimitOfGRPC0))"))
  }
  return TransformOutcome(editor)
}

/// `session.initialMetadata = metadata`, where a handler is asynchronous.
struct InitialMetadata {
  private let statement: Node
  private let value: Expr

  /// - Parameter session: its name, before the point.
  init?(of session: Node, _ file: FileContext) {
    guard ServerStyle(file) == .async, let member = MemberAccess(of: session.parent),
      member.name == "initialMetadata", let filling = member.filling
    else { return nil }
    (statement, value) = filling
  }

  /// The call of the context that takes its place; nil where the headers are not known.
  func editor(_ context: String, _ file: FileContext) -> SyntaxEditor? {
    guard let headers = headers(of: value.node, file) else { return nil }
    var editor = file.editor
    let sent = Code.quoted("try await \(context).response.setHeaders(\(headers))")
    editor.replace(item: statement, with: [sent])
    return editor
  }
}

/// Turns the initial metadata that a session is given into a call of an asynchronous context.
package func sessionInitialMetadata(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if let refusal = refusalAround(match.node, file) { return .manual(refusal) }
  guard let base = match.node.base, let metadata = InitialMetadata(of: base, file) else {
    return .manual(
      "send it from a 'ServerInterceptor', or set 'server-style: async' of 'grpc-swift' in '.moult.yml', whose contexts have 'response.setHeaders(_:)'"
    )
  }
  let context = ProviderMethod(around: match.node, file)?.contextName ?? base.text
  guard let editor = metadata.editor(context, file) else {
    return .manual("await '\(base.text).response.setHeaders(…)' with the headers")
  }
  return TransformOutcome(editor)
}

/// Whether headers are assigned to the initial metadata of a session whose method stays as it is.
func isOfSessionThatStays(_ value: Node, _ file: FileContext) -> Bool {
  guard case .member(let member)? = target(ofAssigned: value), member.name == "initialMetadata",
    file.semantics.symbol(of: member.node)?.module == "SwiftGRPC"
  else { return false }
  return refusalAround(member.node, file) != nil
}

/// The headers of a `Metadata`, which becomes `CallOptions`: of a literal the dictionary, else a member.
func headers(of value: Node, _ file: FileContext) -> Code? {
  let made = callUnderMarks(value)
  guard NameExpr(made) != nil else { return entries(ofMetadata: made, file) }
  let isHeaders = keepsMetadata(file) || becomesHeaders(made, file)
  return isHeaders ? .kept(made) : Code.kept(made).member("customMetadata")
}
