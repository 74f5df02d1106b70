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
    // A kept call, which every one of these statements begins with.
    if library.isFuture(future, file), let name = future.base, name.kind == .declReference {
      guard let local = LocalVariable(named: name, file), let statement = local.declaration?.node,
        statement.parent == block, let index = block.items.firstIndex(of: statement)
      else { throw Refusal(library.nextStep) }
      let uses = local.uses(file)
      let behind = block.items[(index + 1)...].prefix(uses.count)
      let next = Array(
        behind.lazy.map { HandlerOfFuture(statement: $0) }.prefix { $0 != nil }
          .compactMap(\.self))
      let others = Array(uses.dropFirst(next.count))
      let last = next.last?.statement
      waited =
        others.count == 1 ? last.flatMap { WaitedStatus(others[0], behind: $0, file) } : nil
      kept = others.isEmpty || waited != nil ? nil : CallBesideItsFuture(local, others, file)
      let known = zip(uses, next).allSatisfy { use, item in
        guard let response = use.parent, library.isFuture(response, file) else { return false }
        return item.call.called?.node == MemberAccess(on: response)?.node
      }
      // The task does not have its own name.
      let isNamedInside = others.contains { use in
        next.contains { use.isInside($0.call.node) }
      }
      guard known, !isNamedInside, !local.isCaptured(file), !next.isEmpty,
        others.isEmpty || kept != nil || waited != nil && next.allSatisfy(Self.ends)
      else {
        throw Refusal(library.nextStep)
      }
      handlers = next
      declaration = statement
      self.future = future
    } else {
      handlers = [handler]
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
    waited = nil
    tail = FutureTail(library, file)
  }

  /// Whether a closure comes to its end on each path, so that what follows it is done.
  private static func ends(_ handler: HandlerOfFuture) -> Bool {
    handler.closure.map { closure in
      !closure.node.ownDescendants.contains { $0.kind == .returnStmt }
    } ?? true
  }

  /// Puts the task in the place of the statements.
  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) {
    if let waited { return try wait(for: waited, &editor) }
    let statements = [declaration].compactMap(\.self) + handlers.compactMap(\.statement)
    guard let start = statements.first, let end = statements.last else { throw refusal }
    let whole = start.range.lowerBound..<end.range.upperBound
    guard !file.source.text(whole).contains("\"\"\""), hasNoCommentBetween,
      taskCanKeep(statements, file)
    else { throw refusal }
    let items: [Code]
    switch handlers.map(\.outcome) {
    case [.complete]: items = try completed(handlers[0], &editor)
    case [.success]: items = try succeeded(handlers[0], &editor)
    case [.success, .failure]:
      items = [
        try handlers[1].around(try succeeded(handlers[0], &editor), refusal, &editor, file)
      ]
    case [.failure]:
      let ignored = Code.infix(.word("_"), "=", .tryAwait(try asked(&editor)))
      items = [try handlers[0].around([ignored], refusal, &editor, file)]
    default: throw refusal
    }
    let made = Code.call(task, [], trailing: [ClosureCode(items)])
    editor.replace(
      from: start, to: end,
      with: [kept?.keep(made, handlingErrors: handlesErrors, &editor) ?? made])
  }

  private var handlesErrors: Bool { handlers.contains { $0.outcome != .success } }

  /// `Task`, with its arguments where its own extension would be meant without.
  private var task: Code {
    given == nil ? .library("_Concurrency.Task") : .taskType(canFail: !handlesErrors)
  }

  private var refusal: Refusal { Refusal(library.nextStep) }

  /// What is awaited, without its marks.
  private func asked(_ editor: inout SyntaxEditor) throws(Refusal) -> Code {
    if let given { return given.code }
    if let declaration = declaration.flatMap({ VariableDecl($0) }) {
      guard let call = declaration.bindings.only?.value, declaration.introducer == .let,
        let code = try library.code(call.node, file)
      else { throw refusal }
      return code
    }
    guard let simple = try tail.simple(future, &editor), simple.declaration == nil else {
      throw refusal
    }
    return simple.code
  }

  /// The statement that asks for the reply.
  private func statement(of asked: Code, named name: String) -> Code {
    let value = Code.tryAwait(asked)
    guard future.isOfOptional else { return FutureTail.Use.named(name).statement(of: value) }
    return name == "_"
      ? .quoted("guard try await \(asked) != nil else { return }")
      : .quoted("guard let \(name) = \(value) else { return }")
  }

  private var hasNoCommentBetween: Bool {
    var end = (declaration ?? future).range.upperBound
    for handler in handlers {
      let kept: ByteRange
      switch handler.action {
      case .closure(let closure):
        guard let body = file.statements(of: closure.node) else { return false }
        kept = body
      case .function(let function): kept = function.range
      }
      if file.tree.holdsComment(in: end..<kept.lowerBound) { return false }
      end = kept.upperBound
    }
    return !file.tree.holdsComment(
      in: end..<(handlers.last?.call.node.range.upperBound ?? end))
  }

  // MARK: - Shapes

  private func succeeded(
    _ success: HandlerOfFuture, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    let asked = try asked(&editor)
    let (name, items) = try success.done(
      naming: given == nil ? ["reply", "value"] : ["reply", "received"], refusal, &editor, file)
    return [statement(of: asked, named: name ?? "_")] + items
  }

  /// Awaits the call where its status is waited for, and does there what the closures did.
  private func wait(
    for status: WaitedStatus, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    let success = handlers.first { $0.outcome == .success }
    let failure = handlers.first { $0.outcome == .failure }
    guard let declaration, hasNoCommentBetween,
      !handlers.contains(where: { $0.call.node.text.contains("\"\"\"") }),
      handlers.count == [success, failure].compactMap(\.self).count
    else { throw refusal }
    guard !handlers.contains(where: { status.isNamed(in: $0) }) else {
      throw Refusal(
        "\(refusal.nextStep); a closure before it has another use for the status's name")
    }
    let done =
      try success.map { success throws(Refusal) in try succeeded(success, &editor) }
      ?? [Code.infix(.word("_"), "=", .tryAwait(try asked(&editor)))]
    let (bound, handled) =
      try failure.map { failure throws(Refusal) in
        try failure.done(naming: ["error", "failure"], refusal, &editor, file)
      } ?? (nil, [])
    let caught = Code.form(
      .caught(
        done + status.succeeded, binding: bound == "error" ? nil : bound,
        .new(handled + status.failed(with: bound ?? "error"))))
    status.put(status.declaration + [caught], from: declaration, &editor)
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
    if handler.queue == nil, let closure = handler.closure,
      let switched = try switched(closure, &editor)
    {
      return [switched]
    }
    let type = file.semantics.type(of: future).valueOfFuture ?? .unknown
    let spelled = describe(type)
    let words = spelled.split { !$0.isLetter && $0 != "_" && !$0.isNumber }
    guard given != nil || !words.contains("_") else { throw refusal }
    let asked = try asked(&editor)
    let (bound, items) = try handler.done(
      naming: ["result", "outcome"], refusal, &editor, file)
    guard let name = bound else { throw refusal }
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

  /// `switch result { case .success(let reply): … case .failure(let error): … }` is a `do` and a `catch`.
  private func switched(
    _ closure: ClosureExpr, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> Code? {
    guard closure.captures.isEmpty, case .statement(.choice(let choice))? = closure.items.only,
      let subject = choice.subject, tail.uses(ofParameterOf: closure) == [subject.node]
    else { return nil }
    let cases = Array(choice.cases)
    guard cases.count == 2, let reply = boundName(of: cases[0], "success"),
      let error = boundName(of: cases[1], "failure"),
      let done = statements(of: cases[0]), let failed = statements(of: cases[1]),
      error != "_" || !cases[1].node.names("error")
    else { return nil }
    let asked = statement(of: try asked(&editor), named: reply)
    return .form(
      .caught(
        [asked] + done, binding: error == "error" || error == "_" ? nil : error, .new(failed)))
  }

  /// The name in `case .success(let reply):`; `_` where none is bound.
  private func boundName(of clause: SwitchCase, _ name: String) -> String? {
    guard let item = clause.caseItems.only, item.whereCondition == nil,
      let taken = CasePattern(item.pattern), taken.name == name, taken.introducer ?? .let == .let
    else { return nil }
    return taken.bound
  }

  private func statements(of clause: SwitchCase) -> [Code]? {
    let items = clause.items.map(\.node)
    let leaves = items.contains { item in
      item.descendants { isLoopOrFunction($0) }.contains {
        $0.kind == .breakStmt || $0.kind == .fallthroughStmt
      }
    }
    return leaves || items.isEmpty ? nil : Code.kept(items: items)
  }

  private func isLoopOrFunction(_ node: Node) -> Bool {
    let kinds: [NodeKind] = [
      .forStmt, .whileStmt, .repeatStmt, .switchExpr, .closure, .functionDecl,
    ]
    return kinds.contains(node.kind)
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
