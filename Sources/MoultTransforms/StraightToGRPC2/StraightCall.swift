import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The rule that takes blocking calls of grpc-swift 0 straight to grpc-swift 2.
private let ruleOfStraightCalls = RuleID("grpc-swift.straight-call")

/// Turns `try client.get(request, metadata: headers)` into `try await` of the same, and what is around it async.
package func straightCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  (try? consequence(of: match.node, file)).map { TransformOutcome($0) }
}

/// Whether the blocking call goes straight to grpc-swift 2 instead.
func callGoesStraightToGRPC2(_ call: Node, _ file: FileContext) -> Bool {
  file.runs(ruleOfStraightCalls) && (try? consequence(of: call, file)) != nil
}

private func consequence(of call: Node, _ file: FileContext) throws(Refusal) -> Consequence {
  let step = Refusal("await the call")
  guard !isAwaited(call), coveringTry(of: call) != nil, !goesOnWithResponse(call),
    !isOnEventLoop(call, file), call.trailingClosures.isEmpty, let method = call.callee,
    let list = call.child(.argumentList)
  else { throw step }
  var consequence = addition(of: .async, to: call, in: file)
  guard consequence.safety != .manual else { throw step }
  let name = methodNameOfGRPC2(method.name)
  if name != method.name { consequence.edits.append(Edit(method.mainToken.range, name)) }
  var end = ByteOffset(list.range.lowerBound.index + 1)
  for argument in call.arguments {
    defer { end = argument.range.upperBound }
    guard argument.argumentLabel == "metadata" else { continue }
    let value = argument.argumentValue
    if isEmptyMetadata(value, file) {
      let cut = end..<argument.range.upperBound
      guard !file.tree.holdsComment(in: cut) else { throw step }
      consequence.edits.append(Edit(cut, ""))
      continue
    }
    let text = try metadataOfGRPC2(from: value, file)
    guard !file.tree.holdsComment(in: value.range) else { throw step }
    if text != file.source.text(value.range) { consequence.edits.append(Edit(value.range, text)) }
  }
  consequence.lower(
    to: .review, because: "the code around the call now suspends where it used to block")
  return consequence
}
