import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns a call of grpc-swift 1's async client into one of grpc-swift 2.
///
/// A unary call keeps its shape. What takes the replies of a stream goes into the closure that is given the
/// response, and what is sent goes into one that is given a writer.
package func asyncCallOfGRPC2(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let symbol = match.symbol, let style = callStyle(of: symbol, in: file.model),
    let call = CallExpr(match.node)
  else { return nil }
  guard call.called != nil, call.trailingClosures.isEmpty else {
    throw Refusal("rewrite the call for 'Client' of grpc-swift 2")
  }
  var editor = file.editor
  let rewriting: CallOfGRPC2
  var reason: String?
  switch style {
  case .asyncUnary:
    rewriting = try CallOfGRPC2(call, sendsStream: false, file)
    rewriting.rewrite(&editor)
    if editor.isEmpty { return nil }
  case .asyncClientStreaming:
    let producer = try CallOfGRPC2.producer(of: call, file)
    rewriting = try CallOfGRPC2(call, sendsStream: true, file)
    editor.replace(call.node, with: rewriting.code([producer]))
  case .asyncServerStreaming, .asyncBidirectionalStreaming:
    let sends = style == .asyncBidirectionalStreaming
    if let life = try CallLife(loopOver: call, sends: sends, file) {
      return TransformOutcome(try CallInClosures.consequence(of: life, file))
    }
    let producers = sends ? [try CallOfGRPC2.producer(of: call, file)] : []
    rewriting = try CallOfGRPC2(call, sendsStream: sends, file)
    reason = try receive(rewriting, behind: producers, &editor, file)
  default: return nil
  }
  var consequence = Consequence(editor)
  if let reason { consequence.lower(to: .review, because: reason) }
  rewriting.lower(&consequence)
  return TransformOutcome(consequence)
}

/// Turns a call object of grpc-swift 1's async client that a constant holds into a call of grpc-swift 2, where all that is done
/// with it can move into the call's closures, or its reply is all that is asked of it.
///
/// Else its streams are kept, with what is done with them.
package func heldAsyncCallOfGRPC2(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let kept = CallExpr(match.node).flatMap({ KeptCall($0, file) }) else { return .manual() }
  func keptStreams() -> TransformOutcome? {
    let streams = KeptStreams(kept, file)?.consequence(in: file)
    return (streams ?? KeptReplies.consequence(of: kept, file)).map { TransformOutcome($0) }
  }
  do throws(Refusal) {
    guard let life = try CallLife(held: kept, .judged, file) else {
      return keptStreams() ?? .manual()
    }
    return TransformOutcome(try CallInClosures.consequence(of: life, file))
  } catch {
    guard let streams = keptStreams() else { throw error }
    return streams
  }
}

/// Replies that are read in an expression, or handed on.
///
/// - Returns: why a person should look at it.
private func receive(
  _ call: CallOfGRPC2, behind producers: [ClosureCode], _ editor: inout SyntaxEditor,
  _ file: FileContext
) throws(Refusal) -> String {
  if let chain = chainOver(call.call.node) {
    guard let name = file.freeName(["response", "replies", "stream"], around: chain) else {
      throw Refusal("rename one of 'response', 'replies' and 'stream', then run the fix again")
    }
    let reader = CallOfGRPC2.reader(name, [.tryAwait(.kept(chain))])
    editor.replace(call.call.node, with: .word(name).member("messages"))
    editor.replace(chain, with: call.code(producers + [reader], isMoved: true))
    return "the code that reads the replies runs in a closure that may be sent to another task"
  }
  guard let kept = KeptReplies(call, sends: !producers.isEmpty, file) else {
    throw Refusal(
      "read the replies in the closure of '\(call.method)(…) { response in … }', from 'response.messages'; what the closure returns is the value of the call"
    )
  }
  kept.rewrite(&editor)
  return KeptReplies.reason
}

/// `client.watch(r).reduce(…)`, up to the operand of its `await`.
private func chainOver(_ call: Node) -> Node? {
  var chain = call
  while let parent = chain.parent {
    switch parent.kind {
    case .memberAccess where parent.base == chain: chain = parent
    case .functionCall where parent.children.first == chain: chain = parent
    case .awaitExpr: return chain == call ? nil : chain
    case .tryExpr: return nil
    default: return nil
    }
  }
  return nil
}

/// Returns the name that the generator of grpc-swift 2 gives a method, from that of grpc-swift 1.
///
/// Of a leading abbreviation grpc-swift 1 lowered the first letter alone (`uRLGet`), and none with `KeepMethodCasing`;
/// grpc-swift 2 lowers it as a whole (`urlGet`).
package func methodNameOfGRPC2(_ name: String) -> String {
  let (first, rest) = (name.prefix(1), name.dropFirst())
  let capitals = rest.prefix { $0.isUppercase }.count
  if capitals == rest.count { return name.lowercased() }
  // The last capital begins a word; a name of two words, `sayHello`, has its first one behind small letters.
  let abbreviated = max(capitals - 1, 0)
  return (first + rest.prefix(abbreviated)).lowercased() + rest.dropFirst(abbreviated)
}
