import MoultMatching
import MoultSemantics
import MoultSyntax

/// A streaming call of grpc-swift 0 whose whole life stands in one block: it is made, sends, and is read there.
struct WholeStream {
  let site: CallSite

  /// What the call's statement and those behind it are items of.
  let block: Node

  /// The loop that reads the replies; nil for a client that only sends, or does not read.
  private(set) var loop: ReceiveLoop?

  /// The calls of `send`, in source order.
  private(set) var sends: [Node] = []

  /// The calls of `closeSend` and `waitForSendOperationsToFinish`, in source order.
  private(set) var closings: [Node] = []

  /// The call of `closeAndReceive`, or of the only `receive` where it stands in no loop.
  private(set) var reply: Node?

  /// The calls of `cancel` that are statements.
  private(set) var cancellations: [Node] = []

  private static let step =
    "turn it into one call with closures: send with 'writer.write(…)', and read with 'for try await … in response.messages'"

  /// - Throws: a `Refusal` where the call does more than that, or does it elsewhere.
  init(_ site: CallSite, _ file: FileContext) throws(Refusal) {
    let symbol = try Self.local(of: site)
    guard let block = site.statement.parent else { throw Refusal(Self.step) }
    (self.site, self.block) = (site, block)
    var receives: [Node] = []
    for use in file.semantics.references(to: symbol) where use.kind == .declReference {
      guard let member = use.parent, member.kind == .memberAccess, member.base == use,
        let call = member.parent, call.kind == .functionCall, call.callee == member,
        use.range.lowerBound >= site.statement.range.upperBound, use.isInside(block),
        !use.ancestors.prefix(while: { $0 != block }).contains(where: \.isOtherBody)
      else { throw Refusal(Self.step) }
      let isBare = call.arguments.isEmpty && call.trailingClosures.isEmpty
      switch member.name {
      case "receive", "_receive": receives.append(call)
      case "send", "_send": sends.append(call)
      case "closeSend", "waitForSendOperationsToFinish":
        guard isBare, statement(of: call).parent?.isBlockOfStatements == true else {
          throw Refusal(Self.step)
        }
        closings.append(call)
      case "closeAndReceive":
        guard isBare, reply == nil else { throw Refusal(Self.step) }
        reply = call
      case "cancel":
        guard isBare, call.parent?.isBlockOfStatements == true else { throw Refusal(Self.step) }
        cancellations.append(call)
      default: throw Refusal(Self.step)
      }
    }
    guard receives.count <= 1 else { throw Refusal(Self.step) }
    if let receive = receives.first, isSingle(receive) {
      guard reply == nil, receive.arguments.isEmpty, receive.trailingClosures.isEmpty else {
        throw Refusal(Self.step)
      }
      reply = receive
    } else if let receive = receives.first {
      let loop = try ReceiveLoop(receive, file)
      guard loop.statement.parent == block, !loop.isForced, loop.isOptional || !isQuiet else {
        throw Refusal(Self.step)
      }
      self.loop = loop
    }
  }

  /// Whether a `receive` is part of a statement of the block, and of nothing that may run again.
  private func isSingle(_ receive: Node) -> Bool {
    let around = receive.ancestors.prefix { $0 != block }
    return !around.contains { ancestor in
      ancestor.isBlockOfStatements || ancestor.isOtherBody
        || [.whileStmt, .repeatStmt, .forStmt].contains(ancestor.kind)
    }
  }

  /// The local that holds the call: of `let call = try …`, or of `guard let call = try? … else { … }`.
  private static func local(of site: CallSite) throws(Refusal) -> Symbol {
    switch site.use {
    case .bound(let symbol, _)
    where site.statement.kind == .variableDecl && site.statement.name == "let"
      && site.statement.range.upperBound == site.mark.range.upperBound
      && !site.mark.isOptionalOrForced:
      return symbol
    case .condition(let symbol, _)
    where site.statement.kind == .guardStmt && site.statement.conditions.count == 1
      && site.mark.flags.contains(.question):
      return symbol
    default: throw Refusal(step)
    }
  }

  /// Whether no error of the call goes anywhere: `try?` is before it.
  var isQuiet: Bool { site.isCondition }

  /// Whether a reply is answered with a request.
  var answersReplies: Bool {
    guard let loop else { return false }
    return (sends + closings).contains { $0.isInside(loop.statement) }
  }

  /// The item of the block that `node` is part of.
  func item(around node: Node) -> Node {
    ([node] + node.ancestors).first { $0.parent == block } ?? node
  }

  /// The position of an item of the block.
  func position(of item: Node) -> Int { block.items.firstIndex(of: item) ?? 0 }
}

/// The `try` around a call that is all of a statement, or the call itself.
func statement(of call: Node) -> Node {
  guard let mark = call.parent, mark.kind == .tryExpr else { return call }
  return mark
}

extension Node {
  /// Whether the `try` is none that lets errors pass: `try?` or `try!`.
  var isOptionalOrForced: Bool { flags.contains(.question) || flags.contains(.exclamation) }

  /// Whether what stands inside runs at another time, or returns elsewhere.
  var isOtherBody: Bool {
    kind == .closure || kind == .functionDecl || kind == .deferStmt || kind == .accessorBlock
  }
}
