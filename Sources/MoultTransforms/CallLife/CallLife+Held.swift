import MoultMatching
import MoultSemantics
import MoultSyntax

/// Reads call objects of grpc-swift 1's async client, which a constant holds.
extension CallLife {
  /// Reads `let call = client.makeChatCall()`, `call.requestStream.send(m)`, `call.requestStream.finish()` and a loop over
  /// `call.responseStream`, or what waits for `call.response`.
  ///
  /// - Parameter trust: whether functions that are given the stream of requests are asked for all that call them.
  /// - Returns: nil if something else is done with the call.
  init?(
    held kept: KeptCall, _ trust: WriterTrust, _ file: FileContext
  ) throws(Refusal) {
    guard let style = StyleOfCallObject(kept.call, file),
      kept.block.isBlockOfStatements, kept.declaration.bindings.count == 1
    else { return nil }
    let refusal = Refusal(
      style.isUnary
        ? "make the call where its reply is used, 'try await \(style.method)(…)', and keep the reply instead of the call"
        : "send in the closure 'requestProducer' of '\(style.method)(…)' and read in 'onResponse': what is done with '\(kept.call.node.text)' cannot move there as it is"
    )
    self.init(
      made: try CallOfGRPC2(kept.call, of: style.method, sendsStream: style.sends, file),
      statement: kept.declaration, block: kept.blockOfUses, refusal: refusal, isAwaited: true)
    let scope = block
    var sent: [SentRequest] = []
    var isFinished = !style.sends
    // What stands deeper than in an item of the block, which only a task that reads lets be.
    var isApart = false
    for use in kept.uses {
      guard let member = MemberAccess(on: use) else { return nil }
      let item = ([use] + use.ancestors).first { $0.parent == scope } ?? use
      if member.name == "responseStream", style.sends, case .ignored = replies,
        let read = try ReadReplies(inTaskOf: item, member.node, kept.call, file)
      {
        (replies, isReadInTask) = (.read(read), true)
        block = read.place.parent ?? block
        continue
      }
      if item.kind == .deferStmt, item.parent == scope, deferral == nil,
        let finished = member.finished, item.child(.codeBlock)?.items.only == finished
      {
        if isReadInTask { endings.append(finished) } else { deferral = item }
        isFinished = true
        continue
      }
      isApart =
        isApart || item.parent != scope
        || use.ancestors.prefix(while: { $0 != item }).contains(where: \.isOtherBody)
      switch member.name {
      case "requestStream":
        if let argument = Argument(of: member.node.parent) {
          let handed = try SentRequest.handed(member.node, as: argument, trust, refusal, file)
          sent.append(handed.request)
          isFinished = isFinished || handed.finishes
        } else if let sending = MemberAccess(on: member.node)?.call {
          if sending.called?.node.name == "finish" {
            let whole = sending.node.with(.awaitExpr, .tryExpr)
            guard sending.arguments.isEmpty, whole.parent?.isBlockOfStatements == true else {
              throw refusal
            }
            isApart = isApart || whole != item && !isWhereReplyIsRead(whole)
            endings.append(whole)
            isFinished = true
          } else {
            sent.append(try SentRequest(async: sending, refusal, file))
          }
        } else {
          throw refusal
        }
      case "responseStream":
        guard case .ignored = replies,
          let read = try ReadReplies(async: member.node, at: item, file),
          let around = read.place.parent, around == block || !style.sends
        else { throw refusal }
        block = around
        replies = .read(read)
      case "response":
        guard case .ignored = replies else { throw refusal }
        replies = .awaited(AwaitedReply(call: member.node, item: item))
      default: return nil
      }
    }
    if case .ignored = replies { throw refusal }
    guard isReadInTask || !isApart else { throw refusal }
    if let deferral {
      guard case .read = replies else { throw refusal }
      if isReadInTask {
        // It ends the sending where it stands.
        endings += deferral.child(.codeBlock)?.items ?? []
        self.deferral = nil
      }
    }
    guard style.sends else {
      if case .read(let read) = replies, !mayBeMade(at: read.place, file) { throw refusal }
      return
    }
    isOpen = !isFinished
    // A reply that is waited for while the stream is open never comes.
    if isOpen {
      guard case .read = replies else {
        throw Refusal(
          "write 'requestStream.finish()' behind the last request, then run the fix again; or send in the closure 'requestProducer' of '\(style.method)(…)' for as long as the stream is to stay open: the requests end when it returns"
        )
      }
    }
    guard isReadInTask || endings.count(where: { !isWhereReplyIsRead($0) }) <= 1 else {
      throw refusal
    }
    requests = .sent(sent)
  }

  /// Whether a statement is one of what is done with each reply.
  private func isWhereReplyIsRead(_ statement: Node) -> Bool {
    guard case .read(let read) = replies, statement.parent?.isBlockOfStatements == true else {
      return false
    }
    return read.items.contains { statement.isInside($0) }
  }
}

extension MemberAccess {
  /// `call.requestStream.finish()` of `call.requestStream`.
  fileprivate var finished: Node? {
    guard name == "requestStream", let finish = MemberAccess(on: node), finish.name == "finish",
      finish.call?.arguments.isEmpty == true
    else { return nil }
    return finish.call?.node
  }
}

extension KeptCall {
  /// What holds all that is done with the call: the block that makes it, or that of a `do` right behind.
  fileprivate var blockOfUses: Node {
    guard let body = DoStmt(of: declaration.itemBehind)?.body?.node,
      uses.allSatisfy({ $0.isInside(body) })
    else { return block }
    return body
  }
}

/// The method whose call object a call makes, and whether requests are sent to it.
struct StyleOfCallObject {
  let method: String
  let sends: Bool
  let isUnary: Bool

  /// Whether replies are a stream as well as requests.
  let isBothWays: Bool

  /// - Parameter call: one of a method that the generator of grpc-swift 1 made.
  init?(_ call: CallExpr, _ file: FileContext) {
    guard let name = call.called?.node.name, name.hasPrefix("make"), name.hasSuffix("Call"),
      call.trailingClosures.isEmpty,
      let type = file.semantics.type(of: call.node).nominalSymbol, type.module == "GRPC"
    else { return nil }
    let stem = name.dropFirst("make".count).dropLast("Call".count)
    let plain = stem.prefix(1).lowercased() + stem.dropFirst()
    // Its name has the words in camel case, as that of the method beside it may not have them: 'makeResolveIpCall', 'resolveIP'.
    func isSame(_ name: String) -> Bool {
      name.filter { $0 != "_" }.lowercased() == plain.lowercased()
    }
    let owner = file.semantics.symbol(of: call.node)?.parent
    method =
      owner.map(file.model.declaredMembers)?.first { isSame($0.name) }?.name ?? plain
    isUnary = type.name == "GRPCAsyncUnaryCall"
    isBothWays = type.name == "GRPCAsyncBidirectionalStreamingCall"
    switch type.name {
    case "GRPCAsyncUnaryCall", "GRPCAsyncServerStreamingCall": sends = false
    case "GRPCAsyncClientStreamingCall", "GRPCAsyncBidirectionalStreamingCall": sends = true
    default: return nil
    }
  }
}

extension ReadReplies {
  /// A loop over the replies in a task that an item of a block starts, where the call can be made as well.
  fileprivate init?(
    inTaskOf item: Node, _ stream: Node, _ call: CallExpr, _ file: FileContext
  ) throws(Refusal) {
    guard let loop = ForStmt(over: stream),
      let body = loop.node.ancestors.first(where: { $0 != item && $0.isOtherBody }),
      let task = ClosureExpr(body), task.captures.isEmpty, let start = body.callGiven,
      ["Task", "detached", "addTask"].contains(start.callee?.name), body.isInside(item),
      isEvaluatedOnce(start, in: item, file), isStable(call.node, file)
    else { return nil }
    try self.init(loop, file)
    // The call is made there, so nothing may come before it.
    let around = DoStmt(of: place.parent?.parent)?.node
    let isFirst =
      place.parent == body
      ? body.items.first == place
      : around?.parent == body && body.items.first == around && place.parent?.items.first == place
    guard isFirst, start.callee?.name == "Task" || !CarriedState.usesSelf([call.node], file) else {
      return nil
    }
    source = stream
  }

  /// A loop over the replies in an item of a block, or a statement that gives all of them to a function and keeps nothing of what it returns.
  fileprivate init?(
    async stream: Node, at item: Node, _ file: FileContext
  ) throws(Refusal) {
    if let loop = ForStmt(over: stream) {
      try self.init(loop, file)
      guard isEvaluatedOnce(place, in: item, file) else { return nil }
    } else {
      guard Argument(of: stream.parent) != nil, item.kind.isExpression,
        isAlwaysEvaluated(stream, in: item, file)
      else { return nil }
      self.init(place: item, items: [item], form: .statement)
    }
    source = stream
  }
}

extension SentRequest {
  /// Reads `try await call.requestStream.send(m)`.
  fileprivate init(async call: CallExpr, _ refusal: Refusal, _ file: FileContext) throws(Refusal) {
    guard call.called?.node.name == "send", call.trailingClosures.isEmpty,
      call.arguments.count == 1, let message = call.arguments.first?.expression,
      let method = file.semantics.symbol(of: call.node)
    else { throw refusal }
    self.init(
      call: call.node, whole: call.node.with(.awaitExpr, .tryExpr), message: message,
      isSeveral: method.declaration?.genericParameters.isEmpty == false)
    guard isStatement, TryExpr(whole)?.mark == .propagating else { throw refusal }
  }

  /// Reads `try await send(all, to: call.requestStream)`.
  ///
  /// - Returns: with whether the function finishes the stream.
  fileprivate static func handed(
    _ stream: Node, as argument: Argument, _ trust: WriterTrust, _ refusal: Refusal,
    _ file: FileContext
  ) throws(Refusal) -> (request: SentRequest, finishes: Bool) {
    guard let call = argument.call, let function = file.semantics.symbol(of: call.node),
      let writer = WriterParameter.judged(of: function, givenBy: argument, trust, file)
    else { throw refusal }
    var request = SentRequest(
      call: call.node, whole: call.node.with(.awaitExpr, .tryExpr), message: .call(call))
    request.stream = stream
    guard request.isStatement else { throw refusal }
    return (request, writer.finishes)
  }
}

/// Whether running an item of a block evaluates a part of it, and no more than once.
func isEvaluatedOnce(_ part: Node, in item: Node, _ file: FileContext) -> Bool {
  guard isAlwaysEvaluated(part, in: item, file), part != item else { return part == item }
  return !part.ancestors.prefix { $0 != item.parent }.contains { around in
    if let loop = ForStmt(around) { return loop.sequence.map { part.isInside($0.node) } != true }
    return [.switchCase, .catchClause, .deferStmt, .closure].contains(around.kind)
  }
}
