import MoultMatching
import MoultSyntax

/// A completion that tells a variable of a failure, and lets go who waits for it on a semaphore:
/// `{ failure = $0; done.signal() }`, with `done.wait()` right behind the statement.
///
/// What is awaited needs no semaphore.
struct SemaphoreCompletion {
  /// The variable that is told of a failure.
  let told: Node

  /// What goes: the declaration of the semaphore, and the statement that waits.
  let going: [Node]

  /// - Parameter statement: that which is given the completion.
  init?(_ closure: ClosureExpr, of statement: Node, _ file: FileContext) {
    let items = closure.items.map(\.node)
    guard items.count == 2, closure.captures.isEmpty, closure.node.commentRanges.isEmpty,
      let assignment = AssignmentExpr(items[0]), case .name(let target)? = assignment.target,
      case .name(let value)? = assignment.value,
      value.name == (closure.signature == nil ? "$0" : closure.parameters.only?.name),
      let variable = LocalVariable(named: target.node, file),
      let declared = variable.declaration, declared.introducer == .var,
      variable.value == nil || variable.value?.kind == .nilLiteral,
      let signal = CallExpr(items[1]), case .member(let signalled)? = signal.called,
      signalled.name == "signal", signal.arguments.isEmpty,
      let semaphore = signalled.base?.node, let made = LocalVariable(named: semaphore, file),
      let making = made.declaration, making.introducer == .let,
      Self.isClosed(Expr(of: made.value))
    else { return nil }
    // The variable is nil until the completion says otherwise.
    guard let block = statement.parent, declared.node.parent == block,
      making.node.parent == block, let waiting = statement.itemBehind
    else { return nil }
    let uses = made.uses(file)
    guard Self.waits(waiting), uses.count == 2,
      uses.allSatisfy({ $0 == semaphore || $0.isInside(waiting) }),
      !variable.uses(file).contains(where: { use in
        use.range.lowerBound < statement.range.lowerBound && use.isInside(block)
      })
    else { return nil }
    told = target.node
    going = [making.node, waiting]
  }

  /// `DispatchSemaphore(value: 0)`.
  private static func isClosed(_ value: Expr?) -> Bool {
    guard case .call(let call)? = value, case .name(let type)? = call.called,
      type.name == "DispatchSemaphore"
    else { return false }
    return call.onlyArgument?.expression?.node.text == "0"
  }

  /// `semaphore.wait()`, or `_ = semaphore.wait(timeout: .distantFuture)`.
  private static func waits(_ statement: Node) -> Bool {
    let assignment = AssignmentExpr(statement)
    if let assignment, assignment.target?.node.kind != .discardAssignment { return false }
    guard let call = CallExpr(of: assignment?.value?.node ?? statement),
      case .member(let member)? = call.called, member.name == "wait", case .name? = member.base
    else { return false }
    guard let timeout = call.arguments.first else { return true }
    return timeout.label == "timeout" && timeout.expression?.node.name == "distantFuture"
  }
}
