import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A future that is one expression once it is awaited.
struct SimpleFuture {
  /// That expression, without `try await` before it.
  var code: Code

  /// The statement `let call = …` right before, in which the expression begins; it goes.
  var declaration: Node?
}

/// Turns `return E.flatMap { x in … }` into `let x = try await E` and what the closure says.
struct FutureTail {
  let library: FutureLibrary
  let file: FileContext

  init(_ library: FutureLibrary, _ file: FileContext) {
    self.library = library
    self.file = file
  }

  private var refusal: Refusal { Refusal(library.nextStep) }

  /// Rewrites a function's body, all of whose outcomes are futures.
  func rewrite(_ body: Node, _ editor: inout SyntaxEditor) throws(Refusal) {
    let items = body.items
    let returns = body.ownDescendants.contains { ReturnStmt($0) != nil }
    if items.count == 1, let only = items.first, only.kind.isExpression, !returns {
      // Without `return` the value is what the function gives.
      if only.isCallOfNever { return }
      editor.replace(item: only, with: try outcome(of: only, .implicit, in: only, &editor))
      return
    }
    guard returns || items.allSatisfy({ $0.isCallOfNever || ThrowStmt($0) != nil }) else {
      throw refusal
    }
    try rewriteReturns(of: body, &editor)
    guard items.count == 1, let attempt = items.first.flatMap({ DoStmt($0) }),
      let inner = attempt.body?.node, let clause = attempt.catchClauses.only,
      clause.body?.node.items.count == 1, handsOn(clause),
      !file.tree.holdsComment(in: inner.range.upperBound..<attempt.node.range.upperBound)
    else { return }
    editor.replace(item: attempt.node, with: Code.kept(items: inner.items))
  }

  /// Whether a `catch` gives the error to whoever awaits the future, in the end.
  private func handsOn(_ clause: CatchClause) -> Bool {
    guard clause.items.count < 2, clause.items.first(where: { _ in true })?.whereCondition == nil,
      let last = clause.body?.node.items.last
    else { return false }
    let name = clause.items.only?.node.boundNames.first?.name ?? "error"
    if let thrown = ThrowStmt(last) { return thrown.node.text == "throw \(name)" }
    guard let future = ReturnStmt(last)?.value?.node, let made = FinishedFuture(future) else {
      return false
    }
    return made.fails && made.value.node.text == name
  }

  /// Whether the error of a future that is returned would be handled where only making it was: in a `do` with a `catch`.
  private func wouldBeCaught(_ statement: Node, in body: Node) -> Bool {
    statement.ancestors.prefix { $0 != body }.lazy.compactMap { DoStmt($0) }.contains { attempt in
      guard let inner = attempt.body?.node, statement.isInside(inner) else { return false }
      return !attempt.catchClauses.allSatisfy(handsOn)
    }
  }

  private func rewriteReturns(of body: Node, _ editor: inout SyntaxEditor) throws(Refusal) {
    for statement in body.ownDescendants.compactMap({ ReturnStmt($0) }) {
      guard let value = statement.value else { throw refusal }
      if wouldBeCaught(statement.node, in: body), FinishedFuture(value.node) == nil {
        throw refusal
      }
      if let promised = try PromisedValue(returnedBy: statement.node, file) {
        try promised.rewrite(&editor)
        continue
      }
      let items = try outcome(of: value.node, .returned, in: statement.node, &editor)
      editor.replace(item: statement.node, with: items)
    }
  }

  // MARK: - One expression

  /// Returns the one expression that a future is; nil if it takes statements.
  ///
  /// What is changed inside of a closure is told to the editor; twice is as good as once.
  func simple(_ future: Node, _ editor: inout SyntaxEditor) throws(Refusal) -> SimpleFuture? {
    if library.isFuture(future, file), let call = MemberAccess(future)?.base {
      guard case .call = call else { return try simple(local: call.node, future, &editor) }
      guard let code = try library.code(call.node, file) else { throw refusal }
      return SimpleFuture(code: code)
    }
    switch Expr(future) {
    case .name?: return try simple(local: future, future, &editor)
    case .call(let call)?:
      if case .member(let member)? = call.called, let base = member.base,
        let step = FutureStep(member.name), isFutureType(base.node)
      {
        return try simple(step, base.node, call, &editor)
      }
      guard let symbol = file.semantics.symbol(of: future), symbol.kind == .function,
        symbol.declaration.flatMap({ FunctionDecl($0) }) != nil, isFutureType(future),
        !isMade(call), !isRun(call)
      else { return nil }
      let isAsked =
        symbol.module.hasPrefix("NIO") || library.isAsked(future)
        || FutureOfATask.isWanted(by: symbol, file)
      return SimpleFuture(code: isAsked ? Code.kept(future).calling("get") : .kept(future))
    default: return nil
    }
  }

  /// `let call = client.get(r)`, and `call.response` at the start of the next statement.
  private func simple(
    local name: Node, _ future: Node, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> SimpleFuture? {
    guard let local = LocalVariable(named: name, file), let statement = local.declaration,
      let value = local.value, local.uses(file).count == 1,
      let next = statement.node.itemBehind, name.isInside(next),
      !file.tree.holdsComment(in: statement.range.upperBound..<name.range.lowerBound)
    else { throw refusal }
    let isName = NameExpr(future) != nil
    let made =
      isName
      ? try simple(value, &editor)
      : try library.code(value, file).map { SimpleFuture(code: $0) }
    guard let made, made.declaration == nil else { throw refusal }
    return SimpleFuture(code: made.code, declaration: statement.node)
  }

  /// `E.map { $0.message }` is `E.message`, and `E.map { Greeting($0) }` is `Greeting(E)`.
  private func simple(
    _ step: FutureStep, _ base: Node, _ call: CallExpr, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> SimpleFuture? {
    guard var inner = try simple(base, &editor) else { return nil }
    switch step {
    case .hop: return inner
    case .map, .flatMapThrowing:
      if case .keyPath(let path)? = call.onlyArgument?.expression, path.text.hasPrefix("\\.") {
        let members = path.text.dropFirst(2).split(separator: ".")
        inner.code = members.reduce(inner.code) { $0.member(String($1)) }
        return inner
      }
      guard let closure = Self.onlyClosure(of: call), closure.captures.isEmpty,
        case .expression(let only)? = closure.items.only,
        !file.tree.holdsComment(in: closure.range)
      else { return nil }
      // A 'try' of the closure is the one that is written before the call.
      let mark = TryExpr(only.node)
      guard mark == nil || mark?.mark == .propagating else { return nil }
      let body = mark?.operand?.node ?? only.node
      let uses = uses(ofParameterOf: closure)
      guard let use = uses.first, uses.count == 1, isPlainPath(from: use, to: body) else {
        return nil
      }
      let beginsAlike = use.range.lowerBound == body.range.lowerBound
      guard beginsAlike || inner.declaration == nil else { return nil }
      if use == body { return inner }
      editor.replace(use, with: .form(.moved(inner.code)))
      inner.code = .kept(body)
      return inner
    case .flatMap, .flatMapError, .flatMapErrorThrowing, .recover: return nil
    }
  }

  /// Whether `use` may be asked for with `try await` at the start of `body`.
  private func isPlainPath(from use: Node, to body: Node) -> Bool {
    if use == body { return true }
    for ancestor in use.ancestors {
      switch ancestor.kind {
      case .memberAccess, .functionCall, .argument, .argumentList, .subscriptCall, .tuple,
        .arrayLiteral, .tryExpr, .prefixOperator, .dictionaryLiteral, .dictionaryElement:
        break
      default: return false
      }
      if ancestor == body { return true }
    }
    return false
  }

  // MARK: - Statements

  /// What is done with the value.
  enum Use {
    /// It is the value of the function, without `return` and with it.
    case implicit, returned
    /// It gets a name, for what follows.
    case named(String)

    /// The statement that does it.
    func statement(of value: Code) -> Code {
      switch self {
      case .implicit, .returned: .returned(value)
      case .named("_"): .infix(.word("_"), "=", value)
      case .named(let name): .variable(.let, name, value: value)
      }
    }

    /// The statement that asks for a reply by a name, `_` for none, and leaves where it gives nil.
    static func asking(_ call: Code, named name: String, isOptional: Bool) -> Code {
      guard isOptional else { return Use.named(name).statement(of: .tryAwait(call)) }
      return name == "_"
        ? .quoted("guard try await \(call) != nil else { return }")
        : .quoted("guard let \(name) = \(Code.tryAwait(call)) else { return }")
    }

    var isImplicit: Bool {
      if case .implicit = self { true } else { false }
    }

    var isOutcome: Bool {
      if case .named = self { false } else { true }
    }
  }

  /// Returns the statements that put what `future` gives to use.
  func outcome(
    of future: Node, _ use: Use, in statement: Node, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    if NameExpr(future) != nil, library.isAsked(future) { return [asked(future, use)] }
    if let simple = try simple(future, &editor) {
      let value = Code.tryAwait(simple.code)
      if let declaration = simple.declaration { editor.remove(item: declaration) }
      return [
        use.isImplicit && simple.declaration == nil ? value : use.statement(of: value)
      ]
    }
    if let made = try constant(future, use) { return [made] }
    if let done = try run(future, use, &editor) { return done }
    guard let call = CallExpr(future), case .member(let member)? = call.called,
      let base = member.base?.node, let step = FutureStep(member.name),
      let closure = Self.onlyClosure(of: call), closure.captures.allSatisfy(keepsSelf),
      let body = file.statements(of: closure.node),
      !file.tree.holdsComment(in: base.range.upperBound..<body.lowerBound),
      !file.tree.holdsComment(in: body.upperBound..<future.range.upperBound),
      !closure.node.holdsStringOverLines
    else {
      guard library.isAsked(future) else { throw refusal }
      return [asked(future, use)]
    }
    if step.takesError { return try recovery(base, step, closure, use, &editor) }
    let name = try parameterName(of: closure, around: statement, &editor)
    let asked = try outcome(of: base, .named(name), in: statement, &editor)
    guard Self.value(of: closure) != nil || use.isOutcome || endsOnce(closure, around: statement)
    else { throw refusal }
    return asked + (try said(by: closure, step, use.isImplicit ? .returned : use, &editor))
  }

  /// What puts the value to use that a future gives which is not understood.
  private func asked(_ future: Node, _ use: Use) -> Code {
    let value = Code.tryAwait(Code.kept(future).calling("get"))
    return use.isImplicit ? value : use.statement(of: value)
  }

  /// What a closure says, whose outcome is put to use.
  private func said(
    by closure: ClosureExpr, _ step: FutureStep, _ use: Use, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    if let only = Self.value(of: closure) {
      return step.givesFuture
        ? try outcome(of: only, use, in: only, &editor) : [use.statement(of: .kept(only))]
    }
    if namesSomethingAround(closure) { throw refusal }
    if case .named = use, let ended = closure.items.last.flatMap({ ReturnStmt($0.node) }),
      let value = ended.value?.node
    {
      if closure.items.contains(where: { $0.node.kind == .deferStmt }) { throw refusal }
      let given =
        step.givesFuture
        ? try outcome(of: value, use, in: ended.node, &editor) : [use.statement(of: .kept(value))]
      return Code.kept(items: closure.items.dropLast().map(\.node)) + given
    }
    if step.givesFuture { try rewriteReturns(of: closure.node, &editor) }
    return Code.kept(items: closure.items.map(\.node))
  }

  /// Whether statements of a closure can stand in the block of a statement: they give their value at their end and nowhere else, and name
  /// nothing that has its name there already.
  private func endsOnce(_ closure: ClosureExpr, around statement: Node) -> Bool {
    let returns = closure.node.ownDescendants.filter { $0.kind == .returnStmt }
    let others = BlockItem(around: statement)?.node.parent?.items ?? []
    return returns == [closure.items.last?.node].compactMap(\.self)
      && declaredNames(closure.items.map(\.node)).isDisjoint(with: declaredNames(others))
  }

  /// `E.recover { error in … }` to `do { return try await E } catch { … }`.
  private func recovery(
    _ base: Node, _ step: FutureStep, _ closure: ClosureExpr, _ use: Use,
    _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    guard use.isOutcome else { throw refusal }
    let asked: [Code]
    if let simple = try simple(base, &editor) {
      guard simple.declaration == nil else { throw refusal }
      asked = [.returned(.tryAwait(simple.code))]
    } else {
      asked = try outcome(of: base, .returned, in: base, &editor)
    }
    let named = closure.parameters.first?.name ?? "error"
    if closure.parameters.isEmpty {
      for use in uses(ofParameterOf: closure) { editor.rename(use, to: "error") }
    }
    return [
      .form(
        .caught(
          asked, binding: named == "error" || named == "_" ? nil : named,
          .new(try said(by: closure, step, .returned, &editor))))
    ]
  }

  /// `loop.makeSucceededFuture(v)` is `v`, `loop.makeFailedFuture(e)` throws.
  private func constant(_ future: Node, _ use: Use) throws(Refusal) -> Code? {
    guard let call = CallExpr(future), isMade(call) else { return nil }
    if call.called?.node.name == "makeSucceededVoidFuture", use.isOutcome { return .word("return") }
    guard let made = FinishedFuture(future) else { throw refusal }
    guard made.fails else {
      return use.isImplicit ? .kept(made.value) : use.statement(of: .kept(made.value))
    }
    guard use.isOutcome else { throw refusal }
    return .form(.thrown(.kept(made.value)))
  }

  /// `loop.makeFutureWithTask { … }` is what its closure does.
  private func run(
    _ future: Node, _ use: Use, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code]? {
    guard let call = CallExpr(future), isRun(call) else { return nil }
    guard use.isOutcome, let closure = Self.onlyClosure(of: call),
      closure.captures.allSatisfy({ $0.node.text == "self" }), closure.parameters.isEmpty,
      let body = file.statements(of: closure.node), !closure.node.holdsStringOverLines,
      !file.tree.holdsComment(in: future.range.lowerBound..<body.lowerBound),
      !file.tree.holdsComment(in: body.upperBound..<future.range.upperBound),
      declaredNames(closure.items.map(\.node)).isDisjoint(
        with: declaredNames(BlockItem(around: future)?.node.parent?.items ?? []))
    else { throw refusal }
    let step: FutureStep = call.called?.node.name == "flatSubmit" ? .flatMap : .map
    return try said(by: closure, step, use.isImplicit ? .returned : use, &editor)
  }

  /// Whether a call has an event loop run a closure.
  private func isRun(_ call: CallExpr) -> Bool {
    guard case .member(let member)? = call.called, member.base != nil else { return false }
    return ["makeFutureWithTask", "makeCompletedFuture", "submit", "flatSubmit"]
      .contains(member.name)
  }

  private func isMade(_ call: CallExpr) -> Bool {
    FinishedFuture(call.node) != nil
      || ["makeSucceededFuture", "makeFailedFuture", "makeSucceededVoidFuture"]
        .contains(call.called?.node.name)
  }

  // MARK: - Closures

  /// Whether a capture only says that `self` is there, as it is while the function runs.
  private func keepsSelf(_ capture: Capture) -> Bool {
    capture.node.text == "unowned self"
  }

  /// The only expression of a closure; nil where it has more, or one that returns by itself, as an `if` may.
  private static func value(of closure: ClosureExpr) -> Node? {
    guard let only = closure.items.only?.node, only.kind.isExpression,
      !only.ownDescendants.contains(where: { $0.kind == .returnStmt })
    else { return nil }
    return only
  }

  /// The closure that a step is given, and nothing else.
  static func onlyClosure(of call: CallExpr) -> ClosureExpr? {
    if let trailing = call.trailingClosures.only {
      return call.arguments.isEmpty ? trailing.closure : nil
    }
    guard case .closure(let closure)? = call.onlyArgument?.expression else { return nil }
    return closure
  }

  /// The uses of a closure's only parameter, by name or as `$0`.
  func uses(ofParameterOf closure: ClosureExpr) -> [Node] {
    CompletionClosure(closure.node, file).uses(ofParameter: 0)
  }

  /// A name for what a closure is given, also where it said `$0`.
  private func parameterName(
    of closure: ClosureExpr, around statement: Node, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> String {
    if let parameter = closure.parameters.first {
      let isTaken = file.function(around: statement).descendants().contains { node in
        node.kind == .identifierPattern && node.name == parameter.name
          && !node.isInside(closure.node)
      }
      guard closure.parameters.only != nil, !isTaken else { throw refusal }
      return parameter.name
    }
    let uses = uses(ofParameterOf: closure)
    guard !uses.isEmpty else { return "_" }
    guard let name = file.freeName(["reply", "value", "received", "outcome"], around: statement)
    else { throw refusal }
    for use in uses { editor.rename(use, to: name) }
    return name
  }

  private func isFutureType(_ node: Node) -> Bool {
    library.isFuture(node, file)
      || file.semantics.type(of: node).nominalSymbol?.qualifiedName == "NIOCore.EventLoopFuture"
  }
}

extension FileContext {
  /// The statements of a closure with the comments before and behind them; nil if it has none, or if a comment
  /// stands beside its head.
  func statements(of closure: Node) -> ByteRange? {
    guard let first = closure.items.first, let last = closure.items.last else { return nil }
    let head = closure.signature?.range.upperBound ?? closure.range.lowerBound
    let before = tree.commentRanges(in: head..<first.range.lowerBound)
    let behind = tree.commentRanges(in: last.range.upperBound..<closure.range.upperBound)
    let start = before.first?.lowerBound ?? first.range.lowerBound
    guard before.isEmpty || source.text(head..<start).utf8.contains(10) else { return nil }
    return start..<(behind.last?.upperBound ?? last.range.upperBound)
  }
}
