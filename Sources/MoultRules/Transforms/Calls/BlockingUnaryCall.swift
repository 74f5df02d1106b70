import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `try client.m(request, metadata: m)` into `try client.m(request, callOptions: m).response.wait()`.
///
/// An empty `Metadata()` says nothing and goes with its label. A call without a `try` is none of
/// grpc-swift 0, whose generated methods all throw; one that goes on with `.response` is rewritten already.
func blockingUnaryCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  guard coveringTry(of: call) != nil, !goesOnWithResponse(call) else { return nil }
  let method = call.callee?.name ?? "the call"
  if isOnEventLoop(call, file) {
    return .manual(
      "do what follows in '\(method)(…).response.whenComplete { … }': the code around it runs on an event loop, where 'wait()' stops the program"
    )
  }
  do throws(Refusal) {
    let head = try CallHead(call, file)
    var consequence = head.consequence
    let end = call.range.upperBound
    consequence.edits.append(Edit(end..<end, ".response.wait()"))
    noteOptions(head, &consequence)
    return TransformOutcome(consequence)
  } catch {
    return .manual(error.nextStep)
  }
}

private func goesOnWithResponse(_ call: Node) -> Bool {
  guard let parent = call.parent, parent.kind == .memberAccess else { return false }
  return parent.name == "response" || parent.name == "status"
}
