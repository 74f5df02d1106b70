import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The rule that takes calls with completions of grpc-swift 0 straight to grpc-swift 2.
private let ruleOfStraightCompletions = RuleID("grpc-swift.straight-completion")

/// Turns a unary call of grpc-swift 0 with a completion into a task that awaits the call, and then does what it did.
///
/// Where the call was kept to be cancelled, the task is.
package func straightCompletion(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if isAwaited(match.node) { return nil }
  return (try? consequence(of: match.node, file)).map(placeOfMany)
}

/// Turns the type of a kept or returned call into `Task<Void, Never>`, where all calls that it is of become tasks.
package func straightCallType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if isOfReturnedTasks(match.node, file) {
    var editor = file.editor
    editor.replace(match.replaced, with: .taskType(canFail: false))
    var consequence = Consequence(editor)
    consequence.lower(to: .review, because: "cancelling the task cancels the call in it")
    return TransformOutcome(consequence)
  }
  guard let storage = storage(declaredWith: match.node, file) else { return nil }
  var consequence = Consequence()
  consequence.merge(storage.project.consequence(in: file))
  consequence.lower(to: .review, because: "cancelling the task cancels the call in it")
  return placeOfMany(consequence)
}

/// `cancel()` of a call takes a promise in grpc-swift 1; that of a task stays as it is.
package func cancelWithPromise(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let cancel = CallExpr(match.node), let called = cancel.called, cancel.argumentList != nil,
    let base = called.node.base
  else { return nil }
  if isTask(base, file) { return nil }
  if goesStraightToGRPC2(match.node, file) { return nil }
  if let refusal = refusalOfKeptCall(base, file) { return .manual(refusal.nextStep) }
  return file.replacing(
    cancel.node, with: .call(.kept(called), [CodeArgument("promise", .word("nil"))]))
}

/// Whether the unary call goes straight to grpc-swift 2 instead.
///
/// - Parameter assumed: parameters of functions that become a `Status` if it does.
func completionGoesStraightToGRPC2(
  _ call: Node, _ file: FileContext, assuming assumed: Set<Node> = []
) -> Bool {
  file.runs(ruleOfStraightCompletions)
    && (try? consequence(of: call, file, assuming: assumed)) != nil
}

/// Whether the type of a call becomes that of a task instead.
func typeGoesStraightToGRPC2(_ type: Node, _ file: FileContext) -> Bool {
  file.runs(ruleOfStraightCompletions)
    && (isOfReturnedTasks(type, file) || storage(declaredWith: type, file) != nil)
}

private func isTask(_ expression: Node, _ file: FileContext) -> Bool {
  guard file.runs(ruleOfStraightCompletions) else { return false }
  var value = expression.withoutUnwrapping
  // Of `calls.forEach { $0.cancel() }` it is `calls` that says.
  if value.name == "$0", let closure = value.ancestors.first(where: { $0.kind == .closure }),
    let call = closure.callGiven, call.callee?.name == "forEach", let calls = call.callee?.base
  {
    value = calls
  }
  guard let symbol = file.semantics.symbol(of: value) else { return false }
  return settled(symbol, file) != nil
}

private func storage(declaredWith type: Node, _ file: FileContext) -> TaskStorage? {
  guard let binding = type.ancestors.first(where: { $0.kind == .patternBinding }),
    let pattern = binding.pattern, pattern.kind == .identifierPattern,
    let variable = file.semantics.symbol(of: pattern)
  else { return nil }
  return settled(variable, file)
}

/// The storage, if every call in it can become a task.
///
/// - Parameter assumed: parameters of functions that become a `Status`.
func settled(
  _ variable: Symbol, _ file: FileContext, assuming assumed: Set<Node> = []
) -> TaskStorage? {
  guard let storage = try? TaskStorage(of: variable, file) else { return nil }
  let isWhole = storage.calls.allSatisfy { call in
    guard let place = file.context(of: call) else { return false }
    return (try? CompletionTask(call, place, assuming: assumed)) != nil
      || (try? StreamReadElsewhere(CallSite(call, place), place)) != nil
  }
  return isWhole ? storage : nil
}

/// What makes a variable that keeps calls one that keeps tasks.
///
/// - Parameter assumed: parameters of functions that become a `Status`.
func storing(
  in variable: Symbol, _ file: FileContext, assuming assumed: Set<Node> = []
) throws(Refusal) -> Consequence {
  guard let storage = settled(variable, file, assuming: assumed) else {
    throw Refusal("store a 'Task' that awaits the call, and cancel the task")
  }
  return storage.project.consequence(in: file)
}

private func consequence(
  of call: Node, _ file: FileContext, assuming assumed: Set<Node> = []
) throws(Refusal) -> Consequence {
  let task = try CompletionTask(call, file, assuming: assumed)
  var consequence = Consequence(task.editor)
  if let function = task.function, !returnsTasks(function, file, assuming: assumed) {
    throw Refusal("return a 'Task' that awaits the call")
  }
  for variable in task.variables {
    consequence.merge(try storing(in: variable, file, assuming: assumed))
  }
  consequence.lower(
    to: .review,
    because: "the completion runs in a 'Task' that nothing waits for")
  if task.leavesDo {
    consequence.lower(to: .review, because: reasonOfUnneededDo)
  } else if let statement = ([call] + call.ancestors).first(where: {
    $0.parent?.isBlockOfStatements == true
  }), let reason = reasonOfUnreachedCatch(around: statement, where: { $0.isInside(statement) }) {
    consequence.lower(to: .review, because: reason)
  }
  return consequence
}
