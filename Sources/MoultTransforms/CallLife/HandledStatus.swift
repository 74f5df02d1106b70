import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What a stream of grpc-swift 1's client of futures says is done with its status: `call.status.whenComplete { … }`.
///
/// The future of a status never fails: it is the status also where the call failed.
struct HandledStatus {
  let handler: HandlerOfFuture

  /// The stream whose status it is, `call` or `call?`.
  private let stream: Node

  /// What stands before what it does: the comments above it.
  var lead: [Code] = []
  let file: FileContext
  private let refusal: Refusal
  private let changes: [ChangedStatus]

  /// The functions that are told what the handler is.
  private let functions: [ResultOfACall]
  private var statuses: StatusesOfACall { StatusesOfACall(toldTo: items) }

  /// What the handler captures weakly.
  let weakNames: [String]

  /// What it is told is called, where its own name is something else around.
  private var otherName: String?

  /// - Parameter use: the name of the call.
  /// - Returns: nil if the use is none of its status.
  /// - Throws: a `Refusal` where more is done with the status than to look at it.
  init?(of use: Node, _ file: FileContext) throws(Refusal) {
    guard let status = MemberAccess(on: use), status.name == "status",
      let call = MemberAccess(on: status.node)?.call,
      let handler = HandlerOfFuture(call.node), handler.outcome != .failure
    else { return nil }
    let refusal = Refusal(
      "do what '\(status.node.text)' is told behind the call, in the 'Task' that makes it, with a 'Status' that says what the call returned or threw"
    )
    guard handler.statement?.parent?.isBlockOfStatements == true, let closure = handler.closure,
      let weakNames = closure.weakCaptures
    else { throw refusal }
    (self.handler, self.stream, self.refusal, self.file) = (handler, use, refusal, file)
    self.weakNames = weakNames
    let given = CompletionClosure(closure.node, file).uses(ofParameter: 0)
    var functions: [ResultOfACall] = []
    if handler.outcome == .complete {
      for result in given where !ChangedStatus.isLookedAt(result, file) {
        guard let function = try ResultOfACall(result, refusal, file) else { throw refusal }
        functions.append(function)
      }
    }
    let bound =
      handler.outcome == .success ? given : ChangedStatus.statuses(in: closure.node, file)
    changes = try ChangedStatus.all(of: bound, refusal, file)
    self.functions = functions
  }

  /// Whether a call names something else as what the handler is told, which is declared ahead of it.
  func isNamed(in call: Node) -> Bool {
    guard isTold else { return false }
    let names = handler.closure?.parameters.first.map { [$0.name] } ?? ["status", "result"]
    return (names + [otherName].compactMap(\.self)).contains { call.names($0) }
  }

  /// What the handler does.
  var items: [Node] { handler.closure?.items.map(\.node) ?? [] }

  /// Puts another task in its place, beside the one that the stream is: it awaits that, and then does what the handler did.
  ///
  /// - Parameter member: what is the task, of what takes the stream's place; nil for all of it.
  func awaitStream(
    _ editor: inout SyntaxEditor, asking member: String? = nil
  ) throws(Refusal) {
    func task(of code: Code) -> Code { member.map { code.member($0) } ?? code }
    let told = items + [handler.queue].compactMap(\.self)
    guard let statement = handler.statement, let closure = handler.closure else { throw refusal }
    let state = try CarriedState(told, movedFrom: statement, file)
    let takesWhatIsWeak = handler.queue.map { CarriedState.usesSelf([$0], file) } ?? false
    let isRace =
      file.refusesRaces
      && state.locals.contains {
        file.semantics.references(to: $0).contains(where: file.isNeverSendable)
      }
    guard state.changed.isEmpty, state.lent.isEmpty, !isRace,
      !(takesWhatIsWeak && weakNames.contains("self")), !closure.node.holdsStringOverLines
    else { throw refusal }
    var (condition, awaited) = ([Code](), task(of: .kept(stream)))
    if stream.kind == .optionalChaining, let kept = stream.children.first {
      guard let name = file.freeName(["task", "reading", "streamTask"], around: statement) else {
        throw refusal
      }
      let source = member == nil ? kept : stream
      condition = [.variable(.let, name, value: task(of: .kept(source)))]
      awaited = .word(name)
    } else if file.semantics.symbol(of: stream)?.declaration?.isDeclaredAsVariable != false {
      throw refusal
    }
    let captures =
      weakNames.map { "weak \($0)" }
      + state.captures.filter { $0 != "self" && !weakNames.contains($0) }
    let task = Code.task(
      ClosureCode(captures: captures, try following(awaited.member("value"), &editor)))
    editor.replace(
      item: statement,
      with: [condition.isEmpty ? task : .branch(conditions: condition, [task])])
  }

  /// Whether what it does is given a name for the status, or its result.
  var isTold: Bool {
    guard let closure = handler.closure else { return true }
    return closure.parameters.first.map { $0.name != "_" }
      ?? !CompletionClosure(closure.node, file).uses(ofParameter: 0).isEmpty
  }

  /// What awaits the call and then does what the handler did.
  func following(_ call: Code, _ editor: inout SyntaxEditor) throws(Refusal) -> [Code] {
    try following(
      behind: [.marked(isTold ? .tryMark : .optionalTry, .marked(.await, call))], &editor)
  }

  /// The same behind statements that make the call, and throw where it fails if the handler is told.
  func following(
    behind awaited: [Code], _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    ChangedStatus.rewrite(changes, &editor)
    for function in functions { function.rewrite(&editor) }
    let isResult = handler.outcome == .complete
    var (name, items) = try handler.done(
      naming: otherName.map { [$0] } ?? (isResult ? ["result", "outcome"] : ["status", "result"]),
      weakly: weakNames, refusal, &editor, file)
    if let otherName, name != nil, name != otherName, let closure = handler.closure {
      for use in CompletionClosure(closure.node, file).uses(ofParameter: 0) {
        editor.rename(use, to: otherName)
      }
      name = otherName
    }
    let done = lead + items
    guard let name else { return awaited + done }
    return
      (isResult
      ? statuses.result(name, behind: awaited) : statuses.filled(name, behind: awaited)) + done
  }

  /// Whether what it does may stand in statements of the function, and not in a task alone: it comes to its end, and keeps nothing
  /// weakly.
  var canStandInFunction: Bool { weakNames.isEmpty && handler.comesToItsEnd }

  /// Whether what it does may stand in a block: it gives no name that something else there has.
  ///
  /// - Parameter call: the name of the call, after which the status is called if need be.
  mutating func stands(in block: Node, as call: String) -> Bool {
    guard let closure = handler.closure, !closure.node.holdsStringOverLines else { return false }
    let others = block.items.filter { $0 != handler.statement }
    func isFree(_ name: String) -> Bool { others.allSatisfy { !$0.names(name) } }
    // What another closure declares stays within it.
    let areFree = handler.declaredNamesOfItems.allSatisfy { name in
      others.allSatisfy { item in
        !item.names(name)
          || HandlerOfFuture(statement: item)?.declaredNamesOfItems.contains(name) == true
      }
    }
    guard areFree else { return false }
    let isResult = handler.outcome == .complete
    let own = closure.parameters.first?.name ?? (isResult ? "result" : "status")
    guard isTold, !isFree(own) else { return true }
    otherName = file.freeName([call + (isResult ? "Result" : "Status")], around: closure.node)
    return otherName != nil
  }
}
