import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSource
import MoultSyntax

/// The rule that takes blocking calls of grpc-swift 0 straight to grpc-swift 2.
private let ruleOfStraightCalls = RuleID("grpc-swift.straight-call")

/// Turns `try client.get(request, metadata: headers)` into `try await` of the same, and what is around it async.
package func straightCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let consequence = try? consequence(of: match.node, file) else { return nil }
  // What an 'async let' starts is awaited by name, and may be right as it is.
  let isRight = consequence.edits.isEmpty && consequence.elsewhere.isEmpty
  return isRight ? nil : TransformOutcome(consequence)
}

/// Whether the blocking call goes straight to grpc-swift 2 instead.
func callGoesStraightToGRPC2(_ call: Node, _ file: FileContext) -> Bool {
  file.runs(ruleOfStraightCalls) && (try? consequence(of: call, file)) != nil
}

/// Why a blocking call stays as it is where grpc-swift 2 is the target; nil where the code around it can become async.
///
/// What would wait for a future of grpc-swift 1 could not go on from there.
func refusalOfBlockingCall(_ call: Node, _ file: FileContext) -> Refusal? {
  guard file.runs(ruleOfStraightCalls), let method = call.callee else { return nil }
  let climb = addition(of: .async, to: call, in: file)
  guard climb.safety == .manual else { return nil }
  let client = method.base.map { file.source.text($0.range) + "." } ?? ""
  let obstacle = climb.reasons.last.map { " (in the way: \($0))" } ?? ""
  return Refusal(
    "make the code around it async and write 'try await \(client)\(methodNameOfGRPC2(method.name))(…)': a call of grpc-swift 2 cannot block\(obstacle)"
  )
}

private func consequence(of call: Node, _ file: FileContext) throws(Refusal) -> Consequence {
  let step = Refusal("await the call")
  let isMarked = coveringTry(of: call) != nil || surroundings(of: call, in: file).asyncLet != nil
  let metadata = CallExpr(call)?.argument(labeled: "metadata")
  guard !isAwaited(call), isMarked, !goesOnWithResponse(call), !isOnEventLoop(call, file),
    call.trailingClosures.isEmpty, call.child(.argumentList) != nil,
    metadata.map({ file.tree.holdsComment(in: $0.range) }) != true
  else { throw step }
  var consequence = addition(of: .async, to: call, in: file)
  guard consequence.safety != .manual else { throw step }
  var editor = file.editor
  editor.replace(call, with: try CallOfGRPC2(blocking: call, file).code([]))
  consequence.edits += editor.edits
  consequence.lower(
    to: .review, because: "the code around the call now suspends where it used to block")
  return consequence
}
