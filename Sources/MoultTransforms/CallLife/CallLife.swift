import MoultMatching
import MoultRewriting
import MoultSyntax

/// A streaming call from where it is made to its end, in whatever era and style the code is written.
///
/// A reader for each style fills it and refuses what it does not understand. What writes the call looks at nothing else, and
/// refuses what closures cannot do.
struct CallLife {
  /// How it is made, in the words of grpc-swift 2.
  let made: CallOfGRPC2

  /// The item of a block that makes it, and goes.
  let statement: Node

  /// What holds all of it that goes into closures.
  var block: Node

  /// What a person does where it cannot be written.
  let refusal: Refusal

  /// Whether nobody is told that it failed.
  var isQuiet = false

  /// Whether its task is kept as one that gives nothing.
  var isKept = false

  /// Whether what reads it did not keep the object around it, which may end it when it goes.
  var leavesOwner = false

  /// Whether the function around it suspends and throws already.
  var isAwaited = false
  var requests = Requests.one
  var replies = Replies.ignored

  /// What ends the sending, and goes.
  var endings: [Node] = []

  /// What ends the sending when the block is left, and goes: until then the stream is open.
  var deferral: Node?

  /// Whether nothing ends the sending before the replies are read.
  var isOpen = false

  /// Whether a task reads the replies, beside what sends.
  var isReadInTask = false

  /// What waits until all is sent or over, and goes.
  var waits: [Node] = []

  /// The calls of `cancel` that are statements.
  var cancellations: [Node] = []

  /// What is told how it ended.
  var completion: CallCompletion?

  /// What is done with the status of a call of futures.
  var handledStatus: HandledStatus?

  /// The status that is waited for behind the only reply, and so is `ok`.
  var statusBehindReply: StatusBehindReply?

  /// The statements right behind the call that say what is done with its reply and its status, and go.
  var handlers: [Node] = []

  /// The status that is waited for where the replies have been read, and looked at behind that.
  var statusBehind: StatusBehindStream?

  enum Requests {
    /// The call is made with its only request.
    case one
    /// With a sequence of them, which a closure sends.
    case all(ClosureCode)
    /// They are sent one by one, in source order.
    case sent([SentRequest])
  }

  enum Replies {
    /// Nobody looks at them.
    case ignored
    /// The only one is waited for, or the first.
    case awaited(AwaitedReply)
    /// Closures are told of the only one, before the status is waited for.
    case told(ToldReply)
    case read(ReadReplies)
  }
}

/// A request that is sent on a stream.
struct SentRequest {
  let call: Node

  /// The call with its marks, and what waits for it.
  let whole: Node
  let message: Expr

  /// Whether the message is a sequence of several.
  var isSeveral = false

  /// Whether it is nothing to anybody that it fails.
  var isQuiet = false

  /// What is done where it fails.
  var failures: OnlyFailures?

  /// Whether a time limit is set for it alone.
  var isLimited = false

  /// The stream, where the call is one of a function that is given it and sends.
  var stream: Node?

  var isStatement: Bool { whole.parent?.isBlockOfStatements == true }
}

/// Replies each of which something is done with.
struct ReadReplies {
  /// The item of the block at which they have been read, the place of the new call.
  let place: Node

  /// What is done with a reply; or the function alone that is given each.
  let items: [Node]
  let form: Form

  /// Whether a function is given each reply, by its name.
  var isHanded = false

  /// Where a reply has no name in the code, `$0`.
  var unnamed: [Node] = []

  /// What the loop goes over, if that is not the call.
  var source: Node?

  /// The statements `return` that go on with the next reply.
  var skips: [Node] = []

  /// The label of the loop, if `form` has none.
  var label: String?

  /// Whether nobody is told that reading failed.
  var isQuiet = false

  /// What is captured weakly by the closure that was given each reply.
  var weakNames: [String] = []

  enum Form {
    /// Statements for a reply of this name.
    case each(String)
    /// The statements of a loop over calls of `receive`.
    case received(String)
    /// A loop over the call, which is in its head.
    case loop(ForStmt)
    /// A statement that gives all of them to a function.
    case statement
  }

  /// What is done with a reply, in the new loop.
  var code: [Code] {
    guard isHanded, let function = items.first, case .each(let name) = form else {
      return Code.kept(items: items)
    }
    return [.call(.form(.moved(.kept(function))), [.plain(.word(name))])]
  }

  /// What moves into the closure, without the call.
  var carried: [Node] {
    guard case .loop(let loop) = form else { return items }
    return loop.node.children.filter { $0 != loop.sequence?.node }
  }

  /// Says in the statements what a loop says.
  func rewrite(_ editor: inout SyntaxEditor) {
    for skip in skips { editor.replace(item: skip, with: [.word("continue")]) }
    guard case .each(let name) = form else { return }
    for use in unnamed { editor.rename(use, to: name) }
  }
}

extension CallLife {
  /// The item of the block that `node` is part of.
  func item(around node: Node) -> Node {
    ([node] + node.ancestors).first { $0.parent == block } ?? node
  }

  /// Whether it is a call with one request and one reply, which needs no closure.
  var isUnary: Bool {
    if case .one = requests, case .awaited(let reply) = replies { !reply.isFirst } else { false }
  }

  /// The position of an item of the block.
  func position(of item: Node) -> Int { block.items.firstIndex(of: item) ?? 0 }

  /// The position of the first item behind the one that makes the call, which may stand right before the block.
  var start: Int { block.items.firstIndex(of: statement).map { $0 + 1 } ?? 0 }

  /// Whether the call can as well be made at a later item of the block: nothing in between changes what it asks, leaves the block, waits or
  /// may throw.
  func mayBeMade(at item: Node, _ file: FileContext) -> Bool {
    let between = Array(block.items[start..<max(start, position(of: item))])
    return between.allSatisfy { !$0.mayEndItsBlock && !$0.suspends && !$0.letsErrorsOut }
      && isTheSame(made.call.node, behind: between, file)
  }

  var sent: [SentRequest] {
    if case .sent(let sent) = requests { sent } else { [] }
  }

  /// Whether an item does no more than to end the sending, to wait, or to say what is done at the end.
  func isOver(_ item: Node) -> Bool { (endings + waits + handlers).contains(item) }

  /// Whether a reply is answered with a request, or requests may be sent for as long as replies are read.
  func answers(_ replies: ReadReplies) -> Bool {
    deferral != nil || isOpen || isReadInTask
      || (sent.map(\.call) + endings + waits).contains { $0.isInside(replies.place) }
  }
}

extension Node {
  /// Whether what stands inside runs at another time, or returns elsewhere.
  var isOtherBody: Bool {
    kind == .closure || kind == .functionDecl || kind == .deferStmt || kind == .accessorBlock
  }
}
