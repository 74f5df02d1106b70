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
      loop.body != nil
    else { return nil }
    let made = try CallOfGRPC2(call, sendsStream: sends, file)
    try self.init(made: made, at: nil, readIn: loop, sends: sends, file)
  }

  /// Reads `let call = client.makeWatchCall(r)` and `for try await x in call.responseStream { … }`.
  ///
  /// - Parameters:
  ///   - statement: what makes the call.
  ///   - source: what the loop goes over.
  init?(
    made: CallOfGRPC2, at statement: Node, readFrom source: Node, _ file: FileContext
  ) throws(Refusal) {
    guard let loop = ForStmt(of: source.with(.awaitExpr, .tryExpr, .tuple).parent),
      loop.body != nil
    else { return nil }
    try self.init(made: made, at: statement, readIn: loop, sends: false, file)
    guard case .read(var read) = replies else { return nil }
    read.source = source
    replies = .read(read)
  }

  /// - Parameter statement: what makes the call; nil if the loop does.
  private init(
    made: CallOfGRPC2, at statement: Node?, readIn loop: ForStmt, sends: Bool, _ file: FileContext
  ) throws(Refusal) {
    let place = loop.node.with(.labeledStmt)
    guard let block = place.parent, block.isBlockOfStatements else {
      throw Refusal("put the loop into its own block, then run the fix again")
    }
    guard let body = loop.body,
      !file.tree.holdsComment(in: place.range.lowerBound..<body.range.lowerBound)
    else {
      throw Refusal(
        "move the comment in the head of the loop into its body, then run the fix again")
    }
    let refusal = Refusal(
      "the loop moves into the closure of '\(made.method)(…) { response in … }'")
    self.init(
      made: made, statement: statement ?? place, block: block, refusal: refusal, isAwaited: true)
    if sends { requests = .all(try CallOfGRPC2.producer(of: made.call, file)) }
    replies = .read(
      ReadReplies(place: place, items: body.items.map(\.node), form: .loop(loop)))
  }
}
