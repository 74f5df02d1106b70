import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `try client.m(request, metadata: m)` into `try client.m(request, callOptions: m).response.wait()`.
///
/// Where the project wants it, the function becomes `async` in place of waiting, and so do its callers:
/// `try await client.m(request).response.get()`. An empty `Metadata()` says nothing and goes with its label. A call without a `try` is none of
/// grpc-swift 0, whose generated methods all throw; one that goes on with `.response`, or is awaited, is rewritten already.
package func blockingUnaryCall(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  let call = match.node
  guard coveringTry(of: call) != nil, !goesOnWithResponse(call), !isAwaited(call),
    !callGoesStraightToGRPC2(call, file)
  else { return nil }
  let method = call.callee?.name ?? "the call"
  if isOnEventLoop(call, file) {
    return .manual(
      "move the code that follows into '\(method)(…).response.whenComplete { … }'; the code around it runs on an event loop, where 'wait()' stops the program"
    )
  }
  let isAwaitable = isAwaitable(call, file)
  if !isAwaitable, ProviderMethod(around: call, file) == nil,
    let refusal = refusalOfBlockingCall(call, file)
  {
    throw refusal
  }
  let head = try CallHead(call, file)
  var editor = file.editor
  let response = head.code(&editor, file).member("response")
  let climb = isAwaitable ? nil : climbToAsync(of: call, file)
  if isAwaitable {
    editor.replace(call, with: .marked(.await, response.calling("get")))
  } else {
    editor.replace(call, with: response.calling(climb == nil ? "wait" : "get"))
  }
  var consequence = Consequence(editor, and: climb)
  head.noteOptions(&consequence)
  return TransformOutcome(consequence)
}

/// Returns what makes the functions around a call async; nil where the project wants to wait, or one of them cannot be.
///
/// A handler of a service is what the style of servers says.
private func climbToAsync(of call: Node, _ file: FileContext) -> Consequence? {
  guard file.options.text("grpc-swift.blocking-calls") == "async",
    ProviderMethod(around: call, file) == nil
  else { return nil }
  let climb = addition(of: .async, to: call, in: file)
  return climb.safety == .manual ? nil : climb
}

/// Whether an `await` for the call is written: behind its `try`, in code that is `async` or will be.
///
/// There the compiler lets nobody wait, and the thread is one of few.
func isAwaitable(_ call: Node, _ file: FileContext) -> Bool {
  guard let mark = coveringTry(of: call), mark.children.first == call,
    let function = call.ancestors.first(where: { $0.kind == .functionDecl || $0.kind == .closure }),
    function.kind == .functionDecl, isPlain(mark)
  else { return false }
  if let method = ProviderMethod(around: call, file), method.declaration == function {
    return method.style == .async && refusalAround(call, file) == nil
  }
  return file.semantics.symbol(of: function)?.isAsync ?? false
}

/// Whether a value is returned or bound as it is: an argument may be an autoclosure, and an operator's operand as well.
private func isPlain(_ value: Node) -> Bool {
  value.with(
    .returnStmt, .initializerClause, .patternBinding, .variableDecl, .assignment, .optionalBinding,
    .guardStmt, .ifExpr
  ).parent?.isBlockOfStatements == true
}

func goesOnWithResponse(_ call: Node) -> Bool {
  ["response", "status"].contains(MemberAccess(on: call)?.name)
}
