import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The body of a loop as it has to be to stand in a closure that is called for each message.
struct HandlerBody {
  /// The statements `call.cancel()` before a way out.
  private var cancellations: [Node] = []

  /// The statements that leave the body, in source order.
  private let jumps: [LoopExit]

  /// What the body needs of the function.
  let state: CarriedState

  /// The locals of the function that the body uses, but for the call.
  var locals: [Symbol] {
    state.locals.filter { $0 != call && $0.declaration?.isInside(loop.statement) == false }
  }

  private let loop: ReceiveLoop
  private let call: Symbol
  private let file: FileContext

  /// The places where the loop is left.
  var exits: [LoopExit] {
    jumps.filter { if case .next = $0.kind { false } else { true } }
  }

  /// Whether an error can leave the body.
  var canThrow: Bool {
    loop.items.contains { FunctionDecl($0) == nil && $0.letsErrorsOut { _ in false } }
  }

  init(of loop: ReceiveLoop, call: Symbol, _ file: FileContext) throws(Refusal) {
    self.loop = loop
    self.call = call
    self.file = file
    func refusal(_ what: String) -> Refusal {
      Refusal(
        "'\(call.name)' gets a 'handler: { \(loop.name) in … }' instead of this loop, and a handler cannot \(what): store what it finds in a variable, and call '\(call.name).cancel(promise: nil)' to stop early"
      )
    }
    jumps = LoopExit.all(of: loop.items, in: loop.statement)
    for jump in jumps {
      if case .elsewhere = jump.kind { throw refusal("'\(jump.statement.text)'") }
    }
    if ownDescendants(of: loop.items).contains(where: { AwaitExpr($0) != nil }) {
      throw refusal("'await'")
    }
    state = try CarriedState(loop.items, movedFrom: loop.statement, file) { obstacle in
      switch obstacle {
      case .useSuper, .useActor: nil
      case .changeSelf: refusal("change 'self' of a struct")
      case .changeInOut(let symbol): refusal("change the 'inout' parameter '\(symbol.name)'")
      }
    }
    try checkUses(refusal)
  }

  /// `continue` becomes `return`; the ways out of the loop are the caller's to write.
  ///
  /// What is cancelled on the way out is cancelled behind the loop as well.
  func rewrite(_ editor: inout SyntaxEditor) {
    for jump in jumps {
      guard case .next = jump.kind else { continue }
      editor.replace(item: jump.statement, with: [.word("return")])
    }
    for cancellation in cancellations { editor.remove(item: cancellation) }
  }

  /// Refuses what would wait on the event loop, and uses of the call, which is not made yet.
  private mutating func checkUses(_ refusal: (String) -> Refusal) throws(Refusal) {
    for item in loop.items {
      if let waiting = item.ownDescendants.first(where: \.isWait) {
        throw refusal("wait in '\(waiting.text)'")
      }
      for node in item.descendants() where NameExpr(node) != nil {
        if let session = file.semantics.type(of: node).nominalSymbol,
          file.model.isSubtype(session, of: "SwiftGRPC.ServerSession")
        {
          throw refusal("wait until '\(node.name)' has sent something")
        }
        if isOnEventLoop(node) { throw refusal("wait for another call") }
        guard file.semantics.symbol(of: node) == call else { continue }
        guard let cancellation = exits.lazy.compactMap({ $0.cancellation(of: node) }).first else {
          throw refusal("use '\(call.name)', which does not exist yet")
        }
        cancellations.append(cancellation)
      }
    }
  }

  /// A blocking call in the body, which would wait on the event loop.
  private func isOnEventLoop(_ node: Node) -> Bool {
    guard let member = node.parent, member.kind == .memberAccess, let call = member.parent,
      call.kind == .functionCall, let symbol = file.semantics.symbol(of: call)
    else { return false }
    guard symbol.isGenerated else { return false }
    return callStyle(of: symbol, in: file.model) == .unary
      || (member.base == node && file.semantics.symbol(of: node) != self.call
        && call.isWaitForStream(symbol, file))
  }
}
