import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A variable with the future that each reply of a provider waits for, and what ends the call behind the last one.
///
/// `var queue = context.eventLoop.makeSucceededFuture(())`, `queue = queue.flatMap { context.sendResponse(reply) }`, and
/// `return queue.map { .ok }` or `queue.map { .ok }.cascade(to: context.statusPromise)`. A method that suspends sends one reply
/// behind another as it is written.
struct QueueOfReplies {
  private let declaration: Node
  private var sent: [(statement: Node, message: Node, method: String)] = []

  /// The statement that ends the call.
  private let ending: Node

  /// What the call ends with.
  private let status: Node

  /// The promise that the status goes to; nil where the method returns it.
  private let promise: Node?

  /// Where the context is named for it.
  private(set) var uses: [Node]

  /// - Returns: nil where no variable of the method is one, or something else is done with it.
  init?(_ body: Node, _ context: ContextOfAProvider, _ file: FileContext) {
    let made = context.uses.lazy.compactMap { use -> (use: Node, variable: LocalVariable)? in
      guard let loop = MemberAccess(on: use), loop.name == "eventLoop",
        let maker = MemberAccess(on: loop.node), let call = maker.call,
        maker.name == "makeSucceededVoidFuture" && call.arguments.isEmpty
          || maker.name == "makeSucceededFuture"
            && ["()", "Void()"].contains(call.onlyArgument?.expression?.node.text),
        let variable = LocalVariable(holding: call.node, file),
        variable.declaration?.introducer == .var
      else { return nil }
      return (use, variable)
    }.first
    guard let (use, variable) = made, let declaration = variable.declaration?.node else {
      return nil
    }
    uses = [use]
    self.declaration = declaration
    let named = variable.uses(file)
    var known: [Node] = []
    var end: (statement: Node, status: Node, promise: Node?)?
    for use in named where !known.contains(use) {
      if let (assigned, reply) = Self.send(assignedTo: use, context, file) {
        known += [use, reply.base]
        uses.append(reply.context)
        sent.append((assigned, reply.message, reply.method))
      } else if end == nil, let found = Self.end(behind: use, context, file) {
        known.append(use)
        end = found
        if let base = found.promise.flatMap({ MemberAccess($0)?.base?.node }) { uses.append(base) }
      } else {
        return nil
      }
    }
    // Nothing waits where a lock is held, or in a closure that somebody else calls.
    let isHeld = body.descendants.contains {
      MemberAccess($0)?.name == "lock" && $0.parent?.kind == .functionCall
    }
    guard let end, !sent.isEmpty, !isHeld, !file.tree.holdsComment(in: declaration.range),
      sent.allSatisfy({ Self.isWaitedFor($0.statement, in: body) }),
      !file.tree.holdsComment(in: end.statement.range),
      sent.allSatisfy({ one in
        file.tree.commentRanges(in: one.statement.range).allSatisfy {
          one.message.range.contains($0.lowerBound)
        }
      })
    else { return nil }
    (ending, status, promise) = end
  }

  /// Whether a statement is one of the method, or of the closure of events that it gives.
  private static func isWaitedFor(_ statement: Node, in body: Node) -> Bool {
    statement.ancestors.prefix { $0 != body }.allSatisfy { around in
      guard around.kind == .closure else { return around.kind != .functionDecl }
      let call = around.ancestors.lazy.compactMap { CallExpr($0) }.first
      return call?.called?.node.name == "makeSucceededFuture"
    }
  }

  /// `queue = queue.flatMap { context.sendResponse(reply) }`.
  private static func send(
    assignedTo use: Node, _ context: ContextOfAProvider, _ file: FileContext
  ) -> (statement: Node, reply: (base: Node, context: Node, message: Node, method: String))? {
    guard let assignment = AssignmentExpr(of: use.parent), assignment.target?.node == use,
      assignment.node.parent?.isBlockOfStatements == true,
      let step = CallExpr(of: assignment.value?.node), case .member(let member)? = step.called,
      member.name == "flatMap", let base = member.base?.node, base.text == use.text,
      let sending = CallExpr(of: only(of: step, file)), case .member(let sends)? = sending.called,
      ["sendResponse", "sendResponses"].contains(sends.name), let asked = sends.base?.node,
      context.uses.contains(asked), let message = sending.onlyArgument, message.label == nil,
      let value = message.expression?.node
    else { return nil }
    return (assignment.node, (base, asked, value, sends.name))
  }

  /// `return queue.map { .ok }`, or `queue.map { .ok }.cascade(to: context.statusPromise)`.
  private static func end(
    behind use: Node, _ context: ContextOfAProvider, _ file: FileContext
  ) -> (statement: Node, status: Node, promise: Node?)? {
    guard let step = MemberAccess(on: use), ["map", "transform"].contains(step.name),
      let mapped = step.call,
      let status = step.name == "map"
        ? only(of: mapped, file) : mapped.argument(labeled: "to")?.expression?.node
    else { return nil }
    if let leaving = ReturnStmt(of: mapped.node.parent) { return (leaving.node, status, nil) }
    guard let cascade = MemberAccess(on: mapped.node), cascade.name == "cascade",
      let call = cascade.call, call.node.parent?.isBlockOfStatements == true,
      let promise = MemberAccess(of: call.onlyArgument?.expression?.node),
      call.onlyArgument?.label == "to", promise.name == "statusPromise",
      promise.base.map({ context.uses.contains($0.node) }) == true
    else { return nil }
    return (call.node, status, promise.node)
  }

  /// The only expression of the closure that a step is given, which looks at no parameter.
  private static func only(of step: CallExpr, _ file: FileContext) -> Node? {
    guard let closure = FutureTail.onlyClosure(of: step), closure.captures.isEmpty,
      CompletionClosure(closure.node, file).uses(ofParameter: 0).isEmpty,
      let only = closure.items.only?.node
    else { return nil }
    return ReturnStmt(only)?.value?.node ?? only
  }

  /// Whether a statement gives what the call ends with.
  func gives(at statement: Node) -> Bool { statement == ending }

  /// How the promise of the call is fulfilled, if that is the promise.
  func fulfilment(of promise: Node) -> Fulfilment? {
    guard promise == self.promise else { return nil }
    return Fulfilment(succeeding: promise, with: status, in: ending)
  }

  /// Sends each reply where it was put into the queue; what ends the call is rewritten where the method ends with the queue's future.
  func rewrite(
    writingTo response: String, in body: Node, _ context: ContextOfAProvider,
    _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    editor.remove(item: declaration)
    for one in sent {
      let written = ContextOfAProvider.write(one.message, sentBy: one.method, to: response)
      editor.replace(one.statement, with: written)
    }
    guard promise == nil else { return }
    let end = try context.end(
      withStatus: status, fails: false, isLast: body.items.last == ending && body.items.count > 1)
    if end.isEmpty { editor.remove(item: ending) } else { editor.replace(item: ending, with: end) }
  }
}
