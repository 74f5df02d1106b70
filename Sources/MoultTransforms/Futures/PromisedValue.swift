import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A promise whose future a function returns, and the one statement right before that fulfils it.
///
/// What a `Task` does becomes what the function does, if each of its paths ends by fulfilling the promise. Otherwise, and where a
/// callback fulfils it, the promise becomes a continuation, unless a path could resume that twice, which traps.
struct PromisedValue {
  /// The statement that declares the promise; nil for one that a call has anyway.
  private let declaration: Node?
  private let fulfilments: [Fulfilment]

  /// The statement in which the promise is fulfilled.
  private let statement: Node
  private let ending: Node
  private let file: FileContext

  /// The closure that gives what the promise is fulfilled with, of `promise.completeWithTask { … }`.
  private var completing: ClosureExpr?

  /// `let promise = loop.makePromise(of: T.self)` and `return promise.futureResult`.
  ///
  /// - Returns: nil for any other future.
  init?(returnedBy ending: Node, _ file: FileContext) throws(Refusal) {
    guard let future = MemberAccess(of: ReturnStmt(ending)?.value?.node),
      future.name == "futureResult", let name = future.base?.node,
      let local = LocalVariable(named: name, file), let declaration = local.declaration?.node,
      CallExpr(of: local.value)?.called?.node.name == "makePromise"
    else { return nil }
    let uses = local.uses(file).filter { $0 != name }
    try self.init(declaration, uses, ending, file, calling: local.symbol.name)
  }

  /// - Parameters:
  ///   - uses: where the promise is named, but for its future.
  ///   - ending: the `return` of its future.
  init(
    _ declaration: Node?, _ uses: [Node], _ ending: Node, _ file: FileContext, calling name: String
  ) throws(Refusal) {
    let step = "fulfil '\(name)' in one statement right before 'return \(name).futureResult'"
    let task = uses.only.flatMap { MemberAccess(on: $0) }
    if let call = task?.call, task?.name == "completeWithTask", call.node == ending.itemBefore,
      let closure = FutureTail.onlyClosure(of: call), Self.isFree(closure, file),
      !closure.node.holdsStringOverLines
    {
      (completing, statement, fulfilments) = (closure, call.node, [])
      (self.declaration, self.ending, self.file) = (declaration, ending, file)
      guard file.tree.commentRanges(in: call.node.range.upperBound..<ending.range.upperBound) == []
      else { throw Refusal(step + ", without a comment between, then run the fix again") }
      return
    }
    fulfilments = uses.compactMap { Fulfilment(of: $0) }
    guard fulfilments.count == uses.count, !uses.isEmpty else {
      throw Refusal("only 'succeed' and 'fail' '\(name)', as statements, then run the fix again")
    }
    guard let block = ending.parent, block.items.last == ending || block == declaration?.parent,
      let before = ending.itemBefore, fulfilments.allSatisfy({ $0.statement.isInside(before) })
    else { throw Refusal(step + ", then run the fix again") }
    statement = before
    guard declaration != statement,
      !file.tree.holdsComment(in: statement.range.upperBound..<ending.range.upperBound)
    else { throw Refusal(step + ", without a comment between, then run the fix again") }
    (self.declaration, self.ending, self.file) = (declaration, ending, file)
  }

  /// The call that makes the promise.
  var maker: Node? { PatternBinding(of: declaration?.bindings.first)?.value?.node }

  /// The closure of the `Task` that becomes what the function does; nil where the promise becomes a continuation.
  var inlined: ClosureExpr? {
    guard let call = CallExpr(statement), call.arguments.isEmpty, call.called?.node.name == "Task",
      let closure = call.trailingClosures.only?.closure,
      file.semantics.symbol(of: call.node)?.module != file.semantics.module,
      Self.isFree(closure, file)
    else { return nil }
    let paths = FulfilledPaths(fulfilments: fulfilments, block: closure.node)
    guard paths.endWhereFulfilled, paths.otherReturns.isEmpty, paths.end(closure.node.items),
      isFreeOfNames(closure)
    else { return nil }
    return closure
  }

  /// Whether the statements of a closure can stand elsewhere.
  private static func isFree(_ closure: ClosureExpr, _ file: FileContext) -> Bool {
    closure.parameters.isEmpty && closure.captures.allSatisfy { $0.node.text == "self" }
      && file.statements(of: closure.node) != nil
  }

  /// Whether the function declares nothing by a name that a closure's statements declare.
  private func isFreeOfNames(_ closure: ClosureExpr) -> Bool {
    declaredNames(closure.node.items).isDisjoint(
      with: declaredNames(
        (ending.parent?.items ?? []).filter { $0 != statement && $0 != declaration }))
  }

  /// - Parameter ended: writes how the function ends with a fulfilment.
  func rewrite(
    _ editor: inout SyntaxEditor,
    endingBy ended: (Fulfilment) throws(Refusal) -> [Code] = { one throws(Refusal) in [one.ending] }
  ) throws(Refusal) {
    if let completing {
      guard isFreeOfNames(completing) else {
        throw Refusal("give what the closure of 'completeWithTask' declares names of its own")
      }
      let only = completing.items.only?.node
      editor.replace(
        from: statement, to: ending,
        with: only.flatMap { $0.kind.isExpression ? [.returned(.kept($0))] : nil }
          ?? Code.kept(items: completing.items.map(\.node)))
    } else if let inlined {
      for one in fulfilments {
        let items = try ended(one)
        if items.isEmpty, one.leaving == nil {
          editor.remove(item: one.statement)
        } else {
          editor.replace(from: one.statement, to: one.leaving ?? one.statement, with: items)
        }
      }
      editor.replace(
        from: statement, to: ending, with: Code.kept(items: inlined.items.map(\.node)))
    } else {
      try resume(&editor)
    }
    if let declaration { editor.remove(item: declaration) }
  }

  /// Lets a continuation be resumed where the promise was fulfilled.
  private func resume(_ editor: inout SyntaxEditor) throws(Refusal) {
    guard
      let closure = fulfilments.first?.statement.ancestors.first(where: { $0.kind == .closure }),
      isCalledOnce(closure), FulfilledPaths(fulfilments: fulfilments, block: closure).fulfilOnce
    else {
      throw Refusal(
        "fulfil '\(fulfilments.first?.promise ?? "")' once on each path, in the closure of a 'Task' or of a queue: a continuation that is resumed twice traps"
      )
    }
    guard !statement.ownDescendants.contains(where: { [.tryExpr, .awaitExpr].contains($0.kind) }),
      let name = file.freeName(["continuation", "replyContinuation"], around: statement)
    else { throw Refusal("name no local 'continuation', then run the fix again") }
    for one in fulfilments {
      let given = one.value.map { [CodeArgument(one.fails ? "throwing" : "returning", .kept($0))] }
      editor.replace(one.statement, with: Code.word(name).calling("resume", given ?? []))
    }
    let waiting = Code.call(
      .library("_Concurrency.withCheckedThrowingContinuation"), [],
      trailing: [ClosureCode(parameters: [name], Code.kept(items: [statement]))])
    editor.replace(from: statement, to: ending, with: [.returned(.tryAwait(waiting))])
  }

  /// Whether a closure runs once at most, and what stands around it in the statement as well.
  private func isCalledOnce(_ closure: Node) -> Bool {
    guard closure.isInside(statement) else { return false }
    for node in [closure] + closure.ancestors.prefix(while: { $0.isInside(statement) }) {
      switch node.kind {
      case .forStmt, .whileStmt, .repeatStmt, .functionDecl: return false
      case .closure:
        guard let called = CallExpr(of: node.callGiven)?.called?.node.name,
          callsOnce.contains(called)
        else { return false }
      default: break
      }
    }
    return true
  }
}

extension Fulfilment {
  /// `return value` or `throw error`.
  fileprivate var ending: Code {
    guard let value else { return .word("return") }
    return fails ? .form(.thrown(.kept(value))) : .returned(.kept(value))
  }
}

/// What runs a closure that it is given once: tasks, queues, event loops and the ends of futures.
private let callsOnce: Set<String> = [
  "Task", "detached", "async", "asyncAfter", "execute", "addOperation", "whenComplete",
  "whenSuccess", "whenFailure", "dataTask",
]
