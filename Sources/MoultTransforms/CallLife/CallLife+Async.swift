import MoultMatching
import MoultSyntax

/// Reads streams of grpc-swift 1's async client.
extension CallLife {
  /// Reads `for try await x in client.watch(r) { … }`.
  ///
  /// - Returns: nil if the call is the subject of no loop.
  init?(loopOver call: CallExpr, sends: Bool, _ file: FileContext) throws(Refusal) {
    guard let loop = ForStmt(over: call.node) else { return nil }
    let read = try ReadReplies(loop, file)
    guard let block = read.place.parent, block.isBlockOfStatements else {
      throw Refusal("put the loop into its own block, then run the fix again")
    }
    let made = try CallOfGRPC2(call, sendsStream: sends, file)
    let refusal = Refusal(
      "the loop moves into the closure of '\(made.method)(…) { response in … }'")
    self.init(
      made: made, statement: read.place, block: block, refusal: refusal, isAwaited: true)
    if sends { requests = .all(try CallOfGRPC2.producer(of: call, file)) }
    replies = .read(read)
  }
}

extension ForStmt {
  /// The loop that goes over a value.
  init?(over value: Node) {
    self.init(of: value.with(.awaitExpr, .tryExpr, .tuple).parent)
  }
}

extension ReadReplies {
  /// A loop over all of them.
  init(_ loop: ForStmt, _ file: FileContext) throws(Refusal) {
    let place = loop.node.with(.labeledStmt)
    let end = loop.body?.range.lowerBound ?? place.range.upperBound
    guard !file.tree.holdsComment(in: place.range.lowerBound..<end) else {
      throw Refusal(
        "move the comment in the head of the loop into its body, then run the fix again")
    }
    self.init(place: place, items: loop.body?.items.map(\.node) ?? [], form: .loop(loop))
  }
}
