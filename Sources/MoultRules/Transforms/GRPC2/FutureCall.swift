import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `try client.get(request).response.wait()` into `try await client.get(request)`.
///
/// What else is done with a future is left to a person: the code around it is written for one.
func futureCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step =
    "make the function around it async and write 'try await \(match.node.callee?.base.map { file.source.text($0.range) } ?? "client").\(methodNameOfGRPC2(match.node.callee?.name ?? ""))(…)': a call of grpc-swift 2 gives its reply, throws an 'RPCError', and streams through closures"
  // What is awaited is a call of grpc-swift 2, whose last closure looks like the handler of a stream.
  if isAwaited(match.node), !match.node.trailingClosures.isEmpty { return nil }
  guard let symbol = match.symbol,
    case .function(_, .nominal(let call, _), _, _) = symbol.type, call.name == "UnaryCall",
    let response = match.node.parent, response.kind == .memberAccess, response.name == "response",
    let ending = response.parent, ending.kind == .memberAccess,
    ending.name == "wait" || ending.name == "get", let wait = ending.parent,
    wait.kind == .functionCall, wait.callee == ending, match.node.trailingClosures.isEmpty
  else { return .manual(step) }
  do throws(Refusal) {
    let value = match.node.argument("callOptions")
    let options = try OptionsOfACall(value, file)
    var consequence = Consequence()
    let method = match.node.callee?.mainToken.range
    if let method {
      let name = methodNameOfGRPC2(file.source.text(method))
      if name != file.source.text(method) { consequence.edits.append(Edit(method, name)) }
    }
    if value != nil, let first = match.node.arguments.first,
      let list = match.node.child(.argumentList)
    {
      let rest = options.arguments.map { ", " + $0 }.joined() + ")"
      consequence.edits.append(Edit(first.range.upperBound..<list.range.upperBound, rest))
    }
    consequence.delete(match.node.range.upperBound..<wait.range.upperBound)
    if ending.name == "wait" {
      consequence.merge(addition(of: [.async], to: wait, in: file))
    }
    for reason in options.reasons { consequence.lower(to: .review, because: reason) }
    return TransformOutcome(consequence)
  } catch {
    return .manual(error.nextStep)
  }
}

private func isAwaited(_ call: Node) -> Bool {
  var node = call
  while let parent = node.parent {
    switch parent.kind {
    case .awaitExpr: return true
    case .memberAccess, .functionCall, .tryExpr, .tuple: node = parent
    default: return false
    }
  }
  return false
}
