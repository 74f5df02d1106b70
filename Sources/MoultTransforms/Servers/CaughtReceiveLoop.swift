import MoultRewriting
import MoultSyntax

/// An endless loop that takes requests inside of a `do`, and that what is caught ends:
/// `while true { do { guard let m = try session.receive() else { break } … } catch { …; break } }`.
///
/// A loop inside of the `do` does the same, and there an asynchronous handler can await.
struct CaughtReceiveLoop {
  let statement: Node
  private let attempt: DoStmt
  private let body: StatementBlock
  private let head: GuardStmt
  private let name: String

  /// The `break` at the end of each `catch` that has one.
  private let breaks: [Node]

  /// - Parameter receive: the call `session.receive()`.
  init?(_ receive: Node) {
    guard receive.arguments.isEmpty, receive.trailingClosures.isEmpty,
      let mark = TryExpr(of: receive.parent), mark.mark == .propagating,
      let head = GuardStmt(of: mark.node.ancestors.first { $0.kind == .guardStmt }),
      case .optionalBinding(let binding)? = head.conditions.only, binding.value?.node == mark.node,
      // What a loop binds is not to be changed.
      binding.introducer == .let,
      case .identifier(let pattern)? = PatternSyntax(of: binding.pattern),
      let other = head.body, ReceiveLoop.onlyBreaks(other.node),
      let body = StatementBlock(of: head.node.parent), body.items.first?.node == head.node,
      let attempt = DoStmt(of: body.node.parent), attempt.body?.node == body.node,
      let block = attempt.node.parent, block.kind == .codeBlock, block.items.count == 1,
      let loop = ReceiveLoop.endlessLoop(around: block), loop.parent?.kind != .labeledStmt
    else { return nil }
    var breaks: [Node] = []
    for clause in attempt.catchClauses {
      guard let last = clause.body?.items.last?.node else { return nil }
      let isBreak = last.kind == .breakStmt && last.labelOfJump == nil
      guard isBreak || last.kind == .returnStmt || last.kind == .throwStmt else { return nil }
      if isBreak { breaks.append(last) }
      let jumps = clause.node.descendants().contains {
        ($0.kind == .breakStmt || $0.kind == .continueStmt) && $0 != last
      }
      guard !jumps else { return nil }
    }
    statement = loop
    (self.attempt, self.body, self.head, self.breaks) = (attempt, body, head, breaks)
    name = pattern.name
  }

  /// Puts the loop into its `do`.
  func rewrite(awaiting requests: Code, _ editor: inout SyntaxEditor) {
    let items = Code.kept(items: body.items.dropFirst().map(\.node))
    editor.replace(
      from: head.node, to: body.items.last?.node ?? head.node,
      with: [.form(.awaitedLoop(name, in: requests, items, wasLoop: false))])
    for jump in breaks { editor.remove(item: jump) }
    editor.replace(item: statement, with: Code.kept(items: [attempt.node]))
  }
}
