import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns a call of grpc-swift 1 that streams both ways into one call with two closures.
///
/// What is understood stands together: `let call = client.chat { reply in … }`, statements that send, `call.sendEnd(…)`,
/// `let status = try call.status.wait()` and `guard status.isOk else { throw status }`, perhaps behind a variable that the
/// handler fills. Sending and reading must not change one variable: they happen at the same time.
func sendingAndReceiving(
  _ kept: KeptCall, _ refusal: Refusal, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  let following = kept.following
  guard let end = following.firstIndex(where: { isEnd($0, kept.uses) }), end > 0,
    following.count > end + 2, let last = kept.uses.last, isStatusWait(following[end + 1], last),
    isThrownStatus(following[end + 2])
  else { throw refusal }
  let sends = Array(following[..<end])
  let (ending, ended) = (following[end], following[end + 2])
  var editor = file.editor
  for use in kept.uses where !use.isInside(ending) && use != last {
    try write(use, refusal, &editor, file)
  }
  guard
    sends.allSatisfy({ statement in
      !statement.mayLeaveItsBlock && !statement.text.contains("\"\"\"")
    }),
    !file.tree.holdsComment(in: ending.range.lowerBound..<ended.range.upperBound)
  else { throw refusal }
  try checkMove(of: sends, before: following[end...], file)
  let producer = try CallOfGRPC2.producer(of: sends, movedFrom: kept.declaration, file)
  let replies = try RepliesOfKeptCall(kept, refusal, file)
  let rewriting = try CallOfGRPC2(kept.call, sendsStream: true, file)
  let made = Code.tryAwait(rewriting.code([producer, replies.reader]))
  return replies.outcome(
    made, to: ended, rewriting, editor,
    because:
      "requests are sent from a closure that runs concurrently with the one that reads the replies")
}
