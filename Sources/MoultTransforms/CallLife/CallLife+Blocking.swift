import MoultMatching
import MoultSemantics
import MoultSyntax

/// Reads streams of grpc-swift 0, whose calls block.
extension CallLife {
  private static let step = Refusal(
    "turn it into one call with closures: send with 'writer.write(…)', and read with 'for try await … in response.messages'"
  )

  /// - Throws: a `Refusal` where the call does more than to send and to be read in its block, or does it elsewhere.
  init(blocking site: CallSite, of style: CallStyle, _ file: FileContext) throws(Refusal) {
    let symbol = try Self.local(of: site)
    guard let block = site.statement.parent else { throw Self.step }
    self.init(
      made: try CallOfGRPC2(blocking: site.call, file), statement: site.statement, block: block,
      refusal: Self.step, isQuiet: site.isCondition)
    completion = try CallCompletion(CallHead(site.call, file).completion, file)
    guard completion == nil || !isQuiet else { throw refusal }
    var sent: [SentRequest] = []
    var receive: Node?
    let stream = BlockingStream(of: symbol, file)
    guard stream.isOnlyAsked else { throw refusal }
    for asked in stream.asked {
      let call = asked.call.node
      guard NameExpr(asked.base) != nil, call.range.lowerBound >= statement.range.upperBound,
        call.isInside(block),
        !call.ancestors.prefix(while: { $0 != block }).contains(where: \.isOtherBody)
      else { throw refusal }
      let whole = (TryExpr(of: call.parent)?.node ?? call)
      switch asked.name {
      case "receive":
        guard receive == nil else { throw refusal }
        receive = call
      case "send": sent.append(try SentRequest(blocking: asked, refusal))
      case "closeSend", "waitForSendOperationsToFinish":
        guard asked.isBare, whole.parent?.isBlockOfStatements == true else { throw refusal }
        if asked.name == "closeSend" { endings.append(whole) } else { waits.append(whole) }
      case "closeAndReceive":
        guard asked.isBare else { throw refusal }
        try awaitReply(of: call)
      case "cancel":
        guard asked.isBare, whole == call, call.parent?.isBlockOfStatements == true else {
          throw refusal
        }
        cancellations.append(call)
      default: throw refusal
      }
    }
    if style != .serverStreaming {
      requests = .sent(sent)
    } else if !sent.isEmpty || !endings.isEmpty {
      throw refusal
    }
    if let receive { try read(receive, file) }
    // Only of a call that streams both ways the replies may be nobody's.
    if case .ignored = replies, style != .bidirectionalStreaming { throw refusal }
  }

  /// The replies that a `receive` takes: the first alone, unless it may run again.
  private mutating func read(_ receive: Node, _ file: FileContext) throws(Refusal) {
    let isSingle = !receive.ancestors.prefix { $0 != block }.contains { ancestor in
      ancestor.isBlockOfStatements || ancestor.isOtherBody
        || ancestor.kind.isLoop
    }
    guard case .ignored = replies else { throw refusal }
    if isSingle {
      guard receive.arguments.isEmpty, receive.trailingClosures.isEmpty, completion == nil else {
        throw refusal
      }
      return try awaitReply(of: receive, isFirst: true)
    }
    let loop = try ReceiveLoop(receive, file)
    guard loop.statement.parent == block, !loop.isForced, loop.isOptional || !isQuiet else {
      throw refusal
    }
    replies = .read(ReadReplies(loop))
  }

  /// The call that waits for the one reply, in a statement of the block and in nothing that may run again.
  private mutating func awaitReply(of call: Node, isFirst: Bool = false) throws(Refusal) {
    guard case .ignored = replies, let mark = TryExpr(of: coveringTry(of: call)),
      (mark.mark == .optional) == isQuiet, mark.mark != .forced
    else { throw refusal }
    let item = item(around: call)
    guard item.kind != .forStmt, item.kind != .whileStmt,
      !call.ancestors.prefix(while: { $0 != block }).contains(where: \.isBlockOfStatements)
    else { throw refusal }
    replies = .awaited(AwaitedReply(call: call, item: item, isFirst: isFirst))
  }

  /// The local that holds the call: of `let call = try …`, or of `guard let call = try? … else { … }`.
  private static func local(of site: CallSite) throws(Refusal) -> Symbol {
    let mark = TryExpr(site.mark)?.mark
    switch site.use {
    case .bound(let symbol, _)
    where site.statement.kind == .variableDecl && site.statement.name == "let"
      && site.statement.range.upperBound == site.mark.range.upperBound && mark == .propagating:
      return symbol
    case .condition(let symbol, _)
    where site.statement.kind == .guardStmt && site.statement.conditions.count == 1
      && mark == .optional:
      return symbol
    default: throw step
    }
  }
}

extension ReadReplies {
  init(_ loop: ReceiveLoop) {
    self.init(
      place: loop.statement, items: loop.items, form: .received(loop.name), label: loop.label,
      isQuiet: loop.isOptional)
  }
}

extension SentRequest {
  /// `try call.send(message)`, perhaps with a completion that looks at failures alone.
  fileprivate init(blocking sent: SentMessage, _ refusal: Refusal) throws(Refusal) {
    guard let message = sent.message, let mark = TryExpr(of: sent.call.node.parent),
      mark.mark != .forced, let around = mark.node.parent,
      around.isBlockOfStatements || around.kind == .assignment
    else { throw refusal }
    self.init(
      call: sent.call.node, whole: mark.node, message: message, isQuiet: mark.mark == .optional,
      isLimited: sent.call.argument(labeled: "timeout") != nil)
    guard let completion = sent.completion else { return }
    failures = ClosureExpr(completion).flatMap { OnlyFailures($0) }
    guard isStatement, failures != nil else { throw refusal }
  }
}
