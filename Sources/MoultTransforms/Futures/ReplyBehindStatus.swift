import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A call that a constant keeps, whose reply is asked for by what is told its status first, and only where that is `ok`.
///
/// `call.status.whenComplete { result in … if status.isOk { call.response.whenComplete { … } } else { … } }`. A call that returns
/// its reply was `ok`, so what was done otherwise is done where it throws an `RPCError`.
struct ReplyBehindStatus {
  private let declaration: Node
  private let statement: Node

  /// What is told the reply, among what else is done where the status is `ok`.
  private let reply: HandlerOfFuture
  private let future: Node
  private let succeeded: [Node]

  /// What is done with any other status.
  private let status: String
  private let otherwise: [Node]

  /// What is done with an error that is none of a status.
  private let switched: SwitchedOutcome?
  private let changes: [ChangedStatus]
  private let library: FutureLibrary
  private let file: FileContext

  /// - Returns: nil for any other use of the call.
  /// - Throws: a `Refusal` where more is done with the status than to look at it.
  init?(_ constant: LocalVariable, _ library: FutureLibrary, _ file: FileContext) throws(Refusal) {
    let uses = constant.uses(file)
    guard uses.count == 2, let declaration = constant.declaration?.node,
      let first = MemberAccess(on: uses[0]), first.name == "status",
      let told = MemberAccess(on: first.node)?.call.flatMap({ HandlerOfFuture($0.node) }),
      let closure = told.closure, told.queue == nil, closure.captures.isEmpty,
      let statement = told.statement, declaration.itemBehind == statement,
      let response = MemberAccess(on: uses[1])?.node, library.isFuture(response, file),
      let reply = MemberAccess(on: response)?.call.flatMap({ HandlerOfFuture($0.node) }),
      reply.outcome != .failure, reply.queue == nil, reply.closure?.captures.isEmpty != false
    else { return nil }
    let switched = told.outcome == .complete ? SwitchedOutcome(closure, file) : nil
    guard let name = switched?.reply ?? closure.parameters.only?.name,
      told.outcome == .success || switched != nil,
      let choice = (switched?.doneItems ?? closure.items.map(\.node)).only.flatMap({ IfExpr($0) }),
      case .expression(let condition)? = choice.conditions.only,
      let asked = CheckOfFailure.asked(whetherOk: condition.node), asked.text == name,
      let succeeded = choice.body?.node.items, let place = reply.statement,
      succeeded.contains(place), !succeeded.contains(where: { $0.names(name) })
    else { return nil }
    switch choice.elseBranch {
    case .block(let other)?: otherwise = Array(other.node.items)
    case .ifExpr?: return nil
    case nil: otherwise = []
    }
    let refusal = Refusal(library.nextStep)
    var changes: [ChangedStatus] = []
    let named = otherwise.flatMap { $0.descendants() }.filter { NameExpr($0)?.name == name }
    guard Set(ChangedStatus.statuses(in: choice.node, file)).isSuperset(of: named) else {
      throw refusal
    }
    for use in named {
      switch UseOfStatus(use, file) {
      case .failure, .shown: continue
      case .compared(let comparison)
      where comparison.subject != use && comparison.isByName && !comparison.isWithSuccess:
        continue
      case .read:
        guard let change = try ChangedStatus(use, refusal, file) else { continue }
        guard case .message = change else { throw refusal }
        changes.append(change)
      case .asked, .assigned, .compared, .other: throw refusal
      }
    }
    (self.declaration, self.statement, self.reply) = (declaration, statement, reply)
    (self.succeeded, self.switched, self.changes) = (Array(succeeded), switched, changes)
    (self.library, self.file, future, status) = (library, file, response, name)
  }

  /// The call that is told what is done with the reply.
  var told: Node { reply.call.node }

  /// Puts a task that awaits the call in the place of both statements.
  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) {
    let refusal = Refusal(library.nextStep)
    let whole = declaration.range.lowerBound..<statement.range.upperBound
    let kept = [succeeded, otherwise, reply.items].compactMap(ItemRun.init)
    guard let call = VariableDecl(declaration)?.bindings.only?.value?.node,
      let asked = try library.code(call, file), taskCanKeep([declaration, statement], file),
      !file.holdsStringOverLines(in: whole),
      file.tree.commentRanges(in: whole).allSatisfy({ comment in
        kept.contains { $0.range.contains(comment.lowerBound) }
      })
    else { throw refusal }
    ChangedStatus.rewrite(changes, &editor)
    let (first, told) = try reply(asked, refusal, &editor)
    let lead = Code.kept(items: Array(succeeded.prefix { $0 != reply.statement }))
    let rest = Code.kept(items: Array(succeeded.drop { $0 != reply.statement }.dropFirst()))
    let done = [first] + lead + told + rest
    let isNamed = otherwise.contains { $0.names(status) }
    let failed = CatchCode(
      StatusesOfACall().error, named: isNamed ? status : nil, Code.kept(items: otherwise))
    let others = switched.map { CatchCode(nil, named: $0.error ?? "error", $0.failed) }
    let isHandled = !otherwise.isEmpty || others != nil
    let caught = Code.form(.caughtEach(done, [failed] + [others].compactMap(\.self)))
    editor.replace(
      from: declaration, to: statement, with: [.task(ClosureCode(isHandled ? [caught] : done))])
  }

  /// What awaits the reply, and what is done with it.
  private func reply(
    _ asked: Code, _ refusal: Refusal, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> (first: Code, told: [Code]) {
    let closure = reply.closure
    if reply.outcome == .complete, let outcome = closure.flatMap({ SwitchedOutcome($0, file) }) {
      let use = FutureTail.Use.named(outcome.reply)
      return (use.statement(of: .tryAwait(asked)), outcome.done)
    }
    let isResult = reply.outcome == .complete
    let (name, items) = try reply.done(
      naming: isResult ? ["result", "outcome"] : ["reply", "value"], refusal, &editor, file)
    guard isResult, let name else {
      return (FutureTail.Use.named(name ?? "_").statement(of: .tryAwait(asked)), items)
    }
    guard let type = file.semantics.type(of: future).valueOfFuture else { throw refusal }
    let value = Code.call(.member(nil, "success"), [.plain(.tryAwait(asked))])
    return (.variable(.let, name, type: .result(of: .type(type)), value: value), items)
  }
}
