package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns what is done with a future of grpc-swift 1 into `try await client.get(request)` and what follows it.
///
/// Streams in both directions, and a call that is kept for more than its reply, are left to a person.
package func futureCall(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome? {
  if let call = CallExpr(match.node), let type = additionCalled(onOrBehind: call, file)?.parent {
    return try AdditionsToCalls.judged(type, file).task(of: call, file)
  }
  // What is awaited itself is a call of grpc-swift 2, whose last closure looks like the handler of a stream.
  if isAwaited(match.node) || isPartOfWhatIsAwaited(match.node), !isAskedForFutures(match.node) {
    return nil
  }
  let client = match.node.callee?.base.map { file.source.text($0.range) } ?? "client"
  let step =
    "make the function around it async and write 'try await \(client).\(methodNameOfGRPC2(match.node.callee?.name ?? ""))(…)': a call of grpc-swift 2 returns its reply, throws an 'RPCError', and streams through closures"
  if isCallOfGRPC0(match.node, file) {
    var outcome = TransformOutcome.manual(step)
    outcome.message =
      "'\(match.node.callee?.name ?? "the call")' blocked in grpc-swift 0; calls are async in grpc-swift 2"
    return outcome
  }
  guard isUnaryFuture(match.node, file) else {
    let method = match.symbol ?? file.semantics.symbol(of: match.node)
    guard case .function(_, .nominal(let result, _), _, _) = method?.type else {
      return .manual(step)
    }
    return try streamOfFutures(match.node, result.name, step, file) ?? .manual(step)
  }
  if let outcome = try streamOfFutures(match.node, "UnaryCall", step, file) { return outcome }
  var consequence = try consequence(of: match.node, futures(of: step), file)
  if let call = CallExpr(match.node) {
    try CallOfGRPC2(call, sendsStream: false, file).lower(&consequence)
  }
  return TransformOutcome(consequence)
}

/// What becomes of a unary call and of all that is done with its future.
private func consequence(
  of call: Node, _ library: FutureLibrary, _ file: FileContext
) throws(Refusal) -> Consequence {
  var conversion = FutureConversion(file, library)
  do throws(Refusal) {
    try conversion.follow(call)
    return conversion.consequence
  } catch {
    if let kept = CallExpr(call).flatMap({ KeptCall($0, file) }),
      let whole = try WholeResponse(kept, error, file)
    {
      return try whole.consequence(in: file)
    }
    guard let kept = try FutureOfATask(call, library, file) else { throw error }
    return kept.consequence(in: file)
  }
}

/// How futures of grpc-swift 1 begin: with `response` of a unary call.
func futures(of step: String) -> FutureLibrary {
  FutureLibrary(
    isFuture: isResponseOfUnaryCall,
    code: { (call, file) throws(Refusal) in
      guard isUnaryFuture(call, file), let call = CallExpr(call) else { return nil }
      return try CallOfGRPC2(call, sendsStream: false, file).code([])
    },
    nextStep: step,
    apart: { (call, file) throws(Refusal) in
      guard isUnaryFuture(call, file), let call = CallExpr(call) else { return nil }
      let made = try CallOfGRPC2(call, sendsStream: false, file)
      let apart = made.clientApart(file)
      return (apart ?? made.optionalClientNow(file)).map { client in
        .init(
          capture: client.capture, code: made.code(asking: client), needsOwner: apart == nil)
      }
    })
}

/// Whether a value is the future of a unary call's reply.
func isResponseOfUnaryCall(_ node: Node, _ file: FileContext) -> Bool {
  node.kind == .memberAccess && node.name == "response"
    && node.base.map { isUnaryCall($0, file) } == true
}

/// Whether a value is the object of a unary call.
func isUnaryCall(_ node: Node, _ file: FileContext) -> Bool {
  file.semantics.type(of: node).nominalSymbol?.qualifiedName == "GRPC.UnaryCall"
}

/// A call of a generated method that gives a `UnaryCall`.
func isUnaryFuture(_ call: Node, _ file: FileContext) -> Bool {
  guard call.kind == .functionCall, call.trailingClosures.isEmpty,
    let symbol = file.semantics.symbol(of: call), callStyle(of: symbol, in: file.model) == .future,
    case .function(_, .nominal(let result, _), _, _) = symbol.type
  else { return false }
  return result.name == "UnaryCall"
}

/// Whether a call that nobody asks for its futures is marked by `try`, as a blocking one of grpc-swift 0: those of 1 do not throw.
///
/// It was left to a person, and its client has become one of grpc-swift 2.
private func isCallOfGRPC0(_ call: Node, _ file: FileContext) -> Bool {
  guard isUnaryFuture(call, file), !isAskedForFutures(call), coveringTry(of: call) != nil,
    let client = file.semantics.symbol(of: call)?.parent
  else { return false }
  return file.model.isSubtype(client, of: "SwiftGRPC.ServiceClient")
}

/// `client.get(r).response`, which grpc-swift 2 has not.
private func isAskedForFutures(_ call: Node) -> Bool {
  ["response", "status", "initialMetadata", "trailingMetadata"]
    .contains(MemberAccess(on: call)?.name)
}

/// Whether an `await` before operators or an `async let` covers something that is asked of a call, which no future is.
private func isPartOfWhatIsAwaited(_ call: Node) -> Bool {
  let whole = call.with(
    .binaryOperator, .optionalChaining, .forceUnwrap, .memberAccess, .tryExpr, .tuple)
  if let binding = PatternBinding(giving: whole) {
    return binding.declaration?.modifiers.contains("async") ?? false
  }
  return AwaitExpr(of: whole.parent) != nil
}

/// Whether a call, or what is asked of it, is awaited: the calls of grpc-swift 0 and the futures of 1 are not.
func isAwaited(_ call: Node) -> Bool {
  AwaitExpr(of: call.with(.memberAccess, .functionCall, .tryExpr, .tuple).parent) != nil
}
