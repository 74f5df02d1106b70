import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `E.whenComplete { … }` into a `Task` that awaits and then does what the closure did.
///
/// Of a call that is kept, all closures go into one `Task`: `call.response.whenSuccess { … }` and
/// `call.response.whenFailure { … }` are the two sides of one `do`.
struct FutureCompletion {
  /// The calls of `whenComplete`, `whenSuccess` and `whenFailure` that belong together, in source order.
  let handlers: [HandlerOfFuture]
  private let future: Node
  private let tail: FutureTail
  private let library: FutureLibrary
  private let file: FileContext

  /// The declaration of a kept call, which goes.
  private let declaration: Node?

  /// What else is done with the kept call; nil where nothing is.
  private let kept: CallBesideItsFuture?

  /// What is done once the kept call is over, whatever became of it: `call.status.whenComplete { _ in … }`.
  private let ended: [HandlerOfFuture]

  /// What would be done if the future of a status failed, and goes.
  private let idle: [HandlerOfFuture]

  /// The status of the kept call that is waited for behind the closures, with what is done with it.
  private let waited: WaitedStatus?

  /// What is awaited, if it is not the future's own call.
  private let given: GivenReply?

  /// What a future of a library is where it is awaited by another name.
  struct GivenReply {
    let code: Code
    let type: Code
  }

  init(
    _ future: Node, _ call: Node, _ library: FutureLibrary, _ file: FileContext
  ) throws(Refusal) {
    self.library = library
    self.file = file
    tail = FutureTail(library, file)
    given = nil
    guard let handler = HandlerOfFuture(call), let statement = handler.statement,
      let block = statement.parent
    else { throw Refusal(library.nextStep) }
    // A kept call or its future, which every one of these statements begins with.
    let isReply = library.isFuture(future, file)
    if let name = isReply ? future.base?.withoutUnwrapping : future, name.kind == .declReference {
      guard let local = LocalVariable(named: name, file), let statement = local.declaration?.node,
        statement.parent == block, let index = block.items.firstIndex(of: statement)
      else { throw Refusal(library.nextStep) }
      let uses = local.uses(file).map(\.chained)
      let mayBeNil = future.isOfOptional
      let behind = block.items[(index + 1)...].prefix(uses.count)
      let next = Array(
        behind.lazy.map { HandlerOfFuture(statement: $0) }.prefix { $0 != nil }
          .compactMap(\.self))
      let others = Array(uses.dropFirst(next.count))
      let last = next.last?.statement
      waited =
        others.count == 1 && !mayBeNil
        ? last.flatMap { WaitedStatus(others[0], behind: $0, file) } : nil
      kept = others.isEmpty || waited != nil ? nil : CallBesideItsFuture(local, others, file)
      let told = Array(zip(uses, next))
      let overs = told.filter { isReply && $1.isTold(ofEndOf: $0, file) }.map(\.1)
      (ended, idle) = (overs.filter { !$0.isIdle(file) }, overs.filter { $0.isIdle(file) })
      let replies = told.filter { _, item in !overs.contains { $0.call.node == item.call.node } }
      handlers = replies.map(\.1)
      let known = replies.allSatisfy { use, item in
        guard let asked = isReply ? use.parent : use else { return false }
        return item.call.called?.node == MemberAccess(on: asked)?.node
          && (!isReply || library.isFuture(asked, file))
      }
      // The task does not have its own name.
      let isNamedInside = others.contains { use in
        next.contains { use.isInside($0.call.node) }
      }
      guard known, !isNamedInside, !local.isCaptured(file), !handlers.isEmpty,
        others.isEmpty || kept != nil || waited != nil,
        waited == nil && ended.isEmpty || next.allSatisfy(\.comesToItsEnd),
        isReply || uses.allSatisfy({ $0.kind == .declReference })
      else {
        throw Refusal(library.nextStep)
      }
      declaration = statement
      self.future = future
    } else {
      (handlers, ended, idle) = ([handler], [], [])
      (declaration, kept, waited) = (nil, nil, nil)
      self.future = future
    }
  }

  /// Of statements that follow one another, about a future that is awaited as `reply`.
  init(
    _ handlers: [HandlerOfFuture], of future: Node, awaiting reply: GivenReply,
    _ library: FutureLibrary, _ file: FileContext
  ) {
    (self.handlers, self.future, given) = (handlers, future, reply)
    (self.library, self.file, declaration, kept) = (library, file, nil, nil)
    (waited, ended, idle) = (nil, [], [])
    tail = FutureTail(library, file)
  }

  /// Puts the task in the place of the statements.
  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) {
    if let waited { return try wait(for: waited, &editor) }
    let statements = [declaration].compactMap(\.self) + told.compactMap(\.statement)
    guard let start = statements.first, let end = statements.last else { throw refusal }
    let whole = start.range.lowerBound..<end.range.upperBound
    guard !file.holdsStringOverLines(in: whole),
      let comments = commentsBetween(&editor), taskCanKeep(statements, file),
      ended.isEmpty || !future.isOfOptional
    else { throw refusal }
    let success = handlers.first { $0.outcome == .success }
    let failure = handlers.first { $0.outcome == .failure }
    let complete = handlers.first { $0.outcome == .complete }
    guard handlers.count == [success, failure, complete].compactMap(\.self).count,
      complete == nil || handlers.count == 1
    else { throw refusal }
    try checkBlock()
    var items = try complete.map { done throws(Refusal) in try completed(done, &editor) } ?? []
    if let success { items = try succeeded(success, &editor) }
    if let failure {
      if success == nil { items = [.infix(.word("_"), "=", .tryAwait(try asked(&editor)))] }
      items = [try failure.around(items, weakly: try weakNames(), refusal, &editor, file)]
    } else if complete == nil, !ended.isEmpty {
      items = [.form(.caught(items, .new([])))]
    }
    items += try endings(weakly: try weakNames(), &editor)
    let weak = try weakNames().map { "weak \($0)" }
    let captures =
      weak + [try clientApart()?.capture].compactMap(\.self) + (try variablesOfCall(from: start))
    let made = Code.call(task, [], trailing: [ClosureCode(captures: captures, items)])
    editor.replace(
      from: start, to: end,
      with: comments + [kept?.keep(made, handlingErrors: handlesErrors, &editor) ?? made])
  }

  private var handlesErrors: Bool {
    !ended.isEmpty || handlers.contains { $0.outcome != .success }
  }

  /// All closures, in source order.
  private var told: [HandlerOfFuture] {
    (handlers + ended + idle).sorted {
      $0.call.node.range.lowerBound < $1.call.node.range.lowerBound
    }
  }

  /// - Throws: a `Refusal` where closures whose statements stand in the task itself would mean something else there.
  private func checkBlock() throws(Refusal) {
    let complete = handlers.filter {
      $0.outcome == .complete && switched($0) == nil
    }
    let standing = complete + ended
    for handler in standing {
      let others = (handlers + ended).filter { $0.call.node != handler.call.node }
      try handler.checkNames(beside: [value].compactMap(\.self) + others.flatMap(\.items), refusal)
    }
    for handler in standing.dropLast() { try handler.checkDeferral(refusal) }
  }

  /// The two outcomes that a closure tells apart, if it does no more.
  private func switched(_ handler: HandlerOfFuture) -> SwitchedOutcome? {
    handler.queue == nil ? handler.closure.flatMap { SwitchedOutcome($0, file) } : nil
  }

  /// What is done once the call is over.
  private func endings(
    weakly weakNames: [String], _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    var items: [Code] = []
    for handler in ended {
      items += try handler.done(naming: [], weakly: weakNames, refusal, &editor, file).items
    }
    return items
  }

  /// `Task`, with its arguments where its own extension would be meant without.
  private var task: Code {
    given == nil ? .library("_Concurrency.Task") : .taskType(canFail: !handlesErrors)
  }

  private var refusal: Refusal { Refusal(library.nextStep) }

  /// What is awaited, without its marks.
  private func asked(_ editor: inout SyntaxEditor) throws(Refusal) -> Code {
    if let given { return given.code }
    if let apart = try clientApart() { return apart.code }
    guard let value, declaration.flatMap({ VariableDecl($0) })?.introducer != .var else {
      throw refusal
    }
    if declaration != nil, library.isFuture(future, file) {
      guard let code = try library.code(value, file) else { throw refusal }
      return code
    }
    guard let simple = try tail.simple(value, &editor), simple.declaration == nil else {
      throw refusal
    }
    return simple.code
  }

  /// The future itself, or what the constant has for its value that keeps it or its call.
  private var value: Node? {
    guard let declaration else { return future }
    return VariableDecl(declaration)?.bindings.only?.value?.node
  }

  /// What the closures capture weakly, and the task must not keep either.
  private func weakNames() throws(Refusal) -> [String] {
    let closures = (handlers + ended).map { ($0.items, $0.closure?.weakCaptures ?? []) }
    guard given == nil, let names = namesCapturedWeakly(by: closures, file) else {
      if given != nil { return [] }
      throw refusal
    }
    guard names.allSatisfy({ $0 == "self" || value?.names($0) != true }) else { throw refusal }
    return names
  }

  /// The client apart from the object that has it, where the task captures that weakly and the call needs nothing else of it, or where the
  /// client may be nil when the task comes to it.
  private func clientApart() throws(Refusal) -> FutureLibrary.CallApart? {
    guard waited == nil, given == nil, let value, CarriedState.usesSelf([value], file) else {
      return nil
    }
    let isWeak = try weakNames().contains("self")
    guard isWeak || value.isOfOptional else { return nil }
    let call = library.isFuture(value, file) ? MemberAccess(value)?.base?.node : value
    let apart = try call.flatMap { call throws(Refusal) in try library.apart(call, file) }
    guard apart?.needsOwner == false || !isWeak else { throw refusal }
    return apart
  }

  /// The variables that the call is given, which the task captures as they are where it is made.
  private func variablesOfCall(from start: Node) throws(Refusal) -> [String] {
    guard given == nil, let value else { return [] }
    // Who made the call heard of that, and nobody hears of the task.
    guard !value.ownDescendants.contains(where: { TryExpr($0)?.mark == .propagating }) else {
      throw refusal
    }
    let state = try CarriedState([value], movedFrom: value, file) { obstacle in
      if case .changeInOut = obstacle { refusal } else { nil }
    }
    let done = told.flatMap(\.items)
    return state.namesRead(by: start, file).filter { name in !done.contains { $0.names(name) } }
  }

  /// The statement that asks for the reply.
  private func statement(of asked: Code, named name: String) -> Code {
    FutureTail.Use.asking(asked, named: name, isOptional: future.isOfOptional)
  }

  /// The comments between the call and what the closures do, each as an item; nil where one cannot stand elsewhere.
  private func commentsBetween(_ editor: inout SyntaxEditor) -> [Code]? {
    var gaps: [ByteRange] = []
    var end = (declaration ?? future).range.upperBound
    for handler in told {
      let kept: ByteRange
      switch handler.action {
      case .closure(let closure):
        guard let body = file.statements(of: closure.node) else { return nil }
        kept = body
      case .function(let function): kept = function.range
      }
      gaps.append(end..<kept.lowerBound)
      end = kept.upperBound
    }
    let last = told.last?.call.node.range.upperBound ?? end
    gaps.append(end..<(waited?.start ?? last))
    return editor.moveComments(outOf: gaps)
  }

  // MARK: - Shapes

  private func succeeded(
    _ success: HandlerOfFuture, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    let asked = try asked(&editor)
    let (name, items) = try success.done(
      naming: given == nil ? ["reply", "value"] : ["reply", "received"], weakly: try weakNames(),
      refusal, &editor, file)
    if let name, value?.names(name) == true { throw refusal }
    return [statement(of: asked, named: name ?? "_")] + items
  }

  /// Awaits the call where its status is waited for, and does there what the closures did.
  private func wait(
    for status: WaitedStatus, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    guard let declaration, let comments = commentsBetween(&editor) else { throw refusal }
    for handler in ended { try handler.checkPlace(beside: status.itemsAround, refusal) }
    let told = ToldOutcome(
      handlers: handlers, ended: ended, status: status.status, refusal: refusal, file: file)
    let items = try told.awaiting(try asked(&editor), isOptional: future.isOfOptional, &editor)
    status.put(comments + items, from: declaration, &editor)
  }

  /// What becomes of the functions around, where the end of the call is waited for; nil where nothing waits.
  func suspension() throws(Refusal) -> Consequence? {
    guard let waited, let start = (waited.loose?.node ?? declaration)?.range.lowerBound else {
      return nil
    }
    let end = (waited.loose?.node ?? waited.statement).range.upperBound
    guard let climb = waited.climb(replacing: start..<end, file) else { throw refusal }
    return climb
  }

  private func completed(
    _ handler: HandlerOfFuture, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    if let switched = switched(handler) {
      guard value?.names(switched.reply) != true else { throw refusal }
      let asked = statement(of: try asked(&editor), named: switched.reply)
      return [
        .form(
          .caught([asked] + switched.done, binding: switched.error, .new(switched.failed)))
      ]
    }
    let type = file.semantics.type(of: future).valueOfFuture ?? .unknown
    let spelled = describe(type)
    let words = spelled.split { !$0.isLetter && $0 != "_" && !$0.isNumber }
    guard given != nil || !words.contains("_") else { throw refusal }
    let asked = try asked(&editor)
    let (bound, items) = try handler.done(
      naming: ["result", "outcome"], weakly: try weakNames(), refusal, &editor, file)
    guard let name = bound, value?.names(name) != true else { throw refusal }
    var success = [Code.quoted("\(name) = .success(try await \(asked))")]
    if future.isOfOptional {
      guard let reply = file.freeName(["reply", "value", "success"], around: handler.call.node),
        reply != name
      else { throw refusal }
      success = [statement(of: asked, named: reply), .quoted("\(name) = .success(\(reply))")]
    }
    let value = given?.type ?? (spelled == "()" ? Code.word("Void") : .type(type))
    return [
      .variable(.let, name, type: .result(of: value), value: nil),
      .quoted("do { \(success) } catch { \(name) = .failure(error) }"),
    ] + items
  }
}

extension Node {
  /// Whether an expression asks an optional, `client?.get(r).response`, so that nothing is done where that is nil.
  var isOfOptional: Bool {
    var node = self
    while let inner = node.base ?? node.callee, node.kind != .optionalChaining { node = inner }
    return node.kind == .optionalChaining
  }
}

extension SemanticType {
  /// `T` of `EventLoopFuture<T>`.
  var valueOfFuture: SemanticType? {
    guard case .nominal(let symbol, let arguments) = self, arguments.count == 1,
      symbol.qualifiedName == "NIOCore.EventLoopFuture"
    else { return nil }
    return arguments.first
  }
}
