import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a session of generated code into the context that stands in its place.
///
/// Where it is the last parameter of a provider's method, the whole method becomes that of a provider of
/// grpc-swift 1; elsewhere the name of the type alone changes.
package func sessionToContext(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol, symbol.kind == .protocolType else { return nil }
  do throws(Refusal) {
    if let method = ProviderMethod(sessionType: match.node, file) {
      return try method.rewritten(file)
    }
    guard let kind = SessionKind(symbol, file.model),
      let messages = SessionMessages(of: symbol, kind, file.model)
    else { return nil }
    if let step = refusal(ofParameterTyped: match.node, file) { throw Refusal(step) }
    guard !isCast(match.node) else {
      throw Refusal("declare the parameter with the type of the context; do not cast contexts")
    }
    var consequence = Consequence()
    let context = kind.context(response: messages.response, ServerStyle(file))
    consequence.edits.append(Edit(match.replaced, context))
    return TransformOutcome(consequence)
  } catch {
    return .manual(error.nextStep)
  }
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
  let isTaken = file.model.declaresTopLevelType(named: name)
  let isQualified = isTaken || file.source.text(match.replaced).hasPrefix("SwiftGRPC.")
  var consequence = Consequence()
  consequence.edits.append(Edit(match.replaced, isQualified ? "GRPC.\(name)" : name))
  return TransformOutcome(consequence)
}

private func isCast(_ type: Node) -> Bool {
  type.parent?.kind == .asExpr || type.parent?.kind == .isExpr
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
    guard let member = use.parent, member.kind == .memberAccess, member.base == use else {
      continue
    }
    switch member.name {
    case "initialMetadata" where isFutures:
      return
        "send the initial metadata from a 'ServerInterceptor' and remove '\(member.text)', or set 'server-style: async' of 'grpc-swift' in '.moult.yml'; then run the fix again"
    case "cancel":
      return
        "throw 'GRPCStatus(code: .cancelled, message: nil)' instead of '\(member.text)()', then run the fix again"
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
  guard let argument = session.parent, argument.kind == .argument,
    let call = argument.ancestors.first(where: { $0.kind == .functionCall }),
    let position = call.arguments.firstIndex(of: argument),
    let function = file.semantics.symbol(of: call)?.declaration, function.tree === file.tree,
    function.parameters.count == call.arguments.count,
    let type = function.parameters[position].parameterType
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
  let member = match.node.kind == .subscriptCall ? match.node.children.first : match.node
  guard let member, member.kind == .memberAccess, let base = member.base else {
    return .manual("read 'headers' of the context")
  }
  if let step = refusalAround(match.node, file) { return .manual(step) }
  let headers = ServerStyle(file) == .async ? "request.headers" : "headers"
  var consequence = Consequence()
  if match.node.kind == .subscriptCall, let list = match.node.child(.argumentList),
    let key = match.node.arguments.first
  {
    let name = member.mainToken.range.lowerBound
    consequence.edits += [
      Edit(name..<key.range.lowerBound, "\(headers).first(name: "),
      Edit(key.range.upperBound..<list.range.upperBound, ")"),
    ]
  } else if keepsMetadata(file) || HeadersFlow(of: match.node, file).isHeaders {
    consequence.edits.append(Edit(member.mainToken.range, headers))
  } else {
    let start = base.range.lowerBound
    consequence.edits += [
      Edit(start..<start, "CallOptions(customMetadata: "),
      Edit(member.mainToken.range, "\(headers), \(limitOfGRPC0))"),
    ]
  }
  return TransformOutcome(consequence)
}

/// Turns the initial metadata that a session is given into a call of an asynchronous context.
package func sessionInitialMetadata(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step =
    "send it from a 'ServerInterceptor', or set 'server-style: async' of 'grpc-swift' in '.moult.yml', whose contexts have 'response.setHeaders(_:)'"
  if let refusal = refusalAround(match.node, file) { return .manual(refusal) }
  guard ServerStyle(file) == .async, let base = match.node.base,
    let assignment = match.node.parent, assignment.kind == .assignment,
    assignment.leftOperand == match.node, let value = assignment.rightOperand,
    assignment.parent?.isBlockOfStatements == true
  else { return .manual(step) }
  guard let headers = headerText(value, file) else {
    return .manual("await '\(base.text).response.setHeaders(…)' with the headers")
  }
  var consequence = Consequence()
  consequence.edits.append(
    Edit(
      assignment.range,
      "try await \(ProviderMethod(around: match.node, file)?.contextName ?? base.text).response.setHeaders(\(headers))"
    ))
  return TransformOutcome(consequence)
}

/// Whether headers are assigned to the initial metadata of a session whose method stays as it is.
func isOfSessionThatStays(_ value: Node, _ file: FileContext) -> Bool {
  var value = value
  while let mark = value.parent, mark.kind == .tryExpr { value = mark }
  guard let assignment = value.parent, assignment.kind == .assignment,
    assignment.rightOperand == value, let member = assignment.leftOperand,
    member.name == "initialMetadata",
    file.semantics.symbol(of: member)?.module == "SwiftGRPC"
  else { return false }
  return refusalAround(member, file) != nil
}

/// The headers of a `Metadata`, which becomes `CallOptions`: of a literal the dictionary, else a member.
func headerText(_ value: Node, _ file: FileContext) -> String? {
  var made = value
  while made.kind == .tryExpr, let inner = made.children.first { made = inner }
  let symbol = made.kind == .functionCall ? file.semantics.symbol(of: made)?.qualifiedName : nil
  if symbol == "SwiftGRPC.Metadata.init()" { return "[:]" }
  if symbol == "SwiftGRPC.Metadata.init(_:)", let entries = made.arguments.first?.argumentValue,
    entries.kind == .dictionaryLiteral
  {
    return file.source.text(entries.range)
  }
  switch made.kind {
  case .declReference:
    let isHeaders = keepsMetadata(file) || HeadersFlow(of: made, file).isHeaders
    return made.text + (isHeaders ? "" : ".customMetadata")
  default: return nil
  }
}
