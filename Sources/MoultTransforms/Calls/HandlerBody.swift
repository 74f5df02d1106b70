import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The body of a loop as it has to be to stand in a closure that is called for each message.
struct HandlerBody {
  /// The places where the loop goes on with the next message.
  private var continues: [Node] = []

  /// The statements `call.cancel()` before a way out.
  private var cancellations: [Node] = []

  /// The places where the loop is left, in no particular order.
  private(set) var exits: [LoopExit] = []

  /// Whether an error can leave the body.
  private(set) var canThrow = false

  /// Whether members of `self` are used without saying so, in a class.
  private(set) var needsSelf = false

  /// The locals of the function that the body uses and that are declared after `start`, in source order.
  private(set) var lateLocals: [Symbol] = []

  private let loop: ReceiveLoop
  private let call: Symbol
  private let file: FileContext

  /// - Parameter start: where the call is made; the handler will stand there.
  init(of loop: ReceiveLoop, call: Symbol, madeAt start: ByteOffset, _ file: FileContext)
    throws(Refusal)
  {
    self.loop = loop
    self.call = call
    self.file = file
    for item in loop.items { try check(item) }
    try checkNames(after: start)
    exits.sort { $0.statement.range.lowerBound < $1.statement.range.lowerBound }
  }

  /// `continue` becomes `return`; the ways out of the loop are the caller's to write.
  ///
  /// What is cancelled on the way out is cancelled behind the loop as well.
  func rewrite(_ editor: inout SyntaxEditor) {
    for jump in continues { editor.replace(item: jump, with: [.word("return")]) }
    for cancellation in cancellations { editor.remove(item: cancellation) }
  }

  private func refusal(_ what: String) -> Refusal {
    Refusal(
      "'\(call.name)' gets a 'handler: { \(loop.name) in … }' instead of this loop, and a handler cannot \(what): store what it finds in a variable, and call '\(call.name).cancel(promise: nil)' to stop early"
    )
  }

  // MARK: Ways out of the loop

  private mutating func check(_ item: Node) throws(Refusal) {
    // What the closure or function does inside concerns it alone.
    var open: [(node: Node, inLoop: Bool, inSwitch: Bool, caught: Bool)] = [
      (item, false, false, false)
    ]
    while let (node, inLoop, inSwitch, caught) = open.popLast() {
      var next = (inLoop: inLoop, inSwitch: inSwitch, caught: caught)
      switch node.kind {
      case .closure, .functionDecl, .structDecl, .classDecl, .enumDecl: continue
      case .whileStmt, .forStmt, .repeatStmt: next.inLoop = true
      case .switchExpr: next.inSwitch = true
      case .returnStmt:
        exits.append(LoopExit(.return(value: ReturnStmt(node)?.value), by: node))
      case .breakStmt:
        if try leaves(node, unless: inLoop || inSwitch) { exits.append(LoopExit(.break, by: node)) }
      case .continueStmt: if try leaves(node, unless: inLoop) { continues.append(node) }
      case .throwStmt: canThrow = canThrow || !caught
      case .tryExpr:
        if !caught, !node.flags.contains(.question), !node.flags.contains(.exclamation) {
          canThrow = true
        }
      case .awaitExpr: throw refusal("'await'")
      case .doStmt:
        let catchesAll = node.catchClauses.contains { $0.catchItems.isEmpty }
        for child in node.children {
          open.append((child, inLoop, inSwitch, caught || (catchesAll && child.kind == .codeBlock)))
        }
        continue
      default: break
      }
      for child in node.children { open.append((child, next.inLoop, next.inSwitch, next.caught)) }
    }
  }

  /// Whether a jump is about the loop and not about a statement in its body.
  ///
  /// - Parameter isInner: whether a jump without a label is about a statement in the body.
  private func leaves(_ jump: Node, unless isInner: Bool) throws(Refusal) -> Bool {
    guard let label = jump.labelOfJump else { return !isInner }
    if label == loop.label { return true }
    let isInside = jump.ancestors.contains { ancestor in
      ancestor.kind == .labeledStmt && ancestor != loop.statement
        && ancestor.isInside(loop.statement) && ancestor.name == label
    }
    guard isInside else { throw refusal("'\(jump.text)'") }
    return false
  }

  // MARK: Names

  private mutating func checkNames(after start: ByteOffset) throws(Refusal) {
    let function = file.function(around: loop.statement)
    let isMutating = function.modifierNames.contains("mutating")
    for item in loop.items {
      if let waiting = ([item] + item.ownDescendants).first(where: \.isWait) {
        throw refusal("wait in '\(waiting.text)'")
      }
      for node in item.descendants() where node.kind == .declReference {
        if let session = file.semantics.type(of: node).nominalSymbol,
          file.model.isSubtype(session, of: "SwiftGRPC.ServerSession")
        {
          throw refusal("wait until '\(node.name)' has sent something")
        }
        if isOnEventLoop(node) { throw refusal("wait for another call") }
        if node.name == "self" || node.name == "super" {
          if isMutating { throw refusal("change 'self' of a struct") }
          continue
        }
        guard let symbol = file.semantics.symbol(of: node) else { continue }
        if symbol == call {
          if let cancellation = exits.lazy.compactMap({ $0.cancellation(of: node) }).first {
            cancellations.append(cancellation)
            continue
          }
          throw refusal("use '\(call.name)', which does not exist yet")
        }
        if let declaration = symbol.declaration, declaration.tree === file.tree {
          try note(symbol, declaredBy: declaration, after: start)
        }
        if symbol.isInstanceMember {
          if isMutating { throw refusal("change 'self' of a struct") }
          needsSelf = needsSelf || symbol.parent?.isSharedType == true
        }
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

  private mutating func note(
    _ symbol: Symbol, declaredBy declaration: Node, after start: ByteOffset
  ) throws(Refusal) {
    if declaration.isInOutParameter, symbol.kind == .local || symbol.parent == nil {
      throw refusal("change the 'inout' parameter '\(symbol.name)'")
    }
    let place = declaration.range.lowerBound
    let isInBody =
      place >= loop.statement.range.lowerBound && place < loop.statement.range.upperBound
    guard symbol.kind == .local, place > start, !isInBody, !lateLocals.contains(symbol) else {
      return
    }
    lateLocals.append(symbol)
  }
}
