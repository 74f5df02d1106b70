import MoultMatching
import MoultSemantics
import MoultSyntax

/// Reads streams of grpc-swift 1's async client.
extension CallLife {
  /// Reads `for try await x in client.watch(r) { … }`.
  ///
  /// - Returns: nil if the call is the subject of no loop.
  init?(loopOver call: CallExpr, sends: Bool, _ file: FileContext) throws(Refusal) {
    guard let loop = ForStmt(of: call.node.with(.awaitExpr, .tryExpr, .tuple).parent),
      let body = loop.body
    else { return nil }
    let place = loop.node.with(.labeledStmt)
    guard let block = place.parent, block.isBlockOfStatements else {
      throw Refusal("put the loop into its own block, then run the fix again")
    }
    guard !file.tree.holdsComment(in: place.range.lowerBound..<body.range.lowerBound) else {
      throw Refusal(
        "move the comment in the head of the loop into its body, then run the fix again")
    }
    let made = try CallOfGRPC2(call, sendsStream: sends, file)
    let refusal = Refusal(
      "the loop moves into the closure of '\(made.method)(…) { response in … }'")
    self.init(
      made: made, statement: place, block: block, refusal: refusal, isAwaited: true)
    if sends {
      guard let first = call.arguments.first, first.label == nil, let all = first.expression else {
        throw Refusal("send with the writer that 'requestProducer' receives")
      }
      requests = .all(all)
    }
    replies = .read(
      ReadReplies(place: place, items: body.items.map(\.node), form: .loop(loop)))
  }
}
