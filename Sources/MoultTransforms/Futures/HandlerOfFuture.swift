import MoultMatching
import MoultRewriting
import MoultSyntax

/// A call that says what is done once a future is over: `whenSuccess { reply in … }`, `whenFailureBlocking(onto: queue, f)`.
struct HandlerOfFuture {
  let call: CallExpr
  let outcome: Outcome

  /// Where it is done, if not on the event loop of the future.
  let queue: Node?
  let action: Action

  enum Outcome: String {
    case success = "whenSuccess"
    case failure = "whenFailure"
    case complete = "whenComplete"
  }

  enum Action {
    case closure(ClosureExpr)
    /// An expression whose value is a function.
    case function(Node)
  }

  /// - Returns: nil for any other call.
  init?(_ node: Node) {
    guard let call = CallExpr(node), let name = call.called?.node.name,
      let outcome = Outcome(name: name)
    else { return nil }
    (self.call, self.outcome) = (call, outcome)
    var arguments = Array(call.arguments)
    if name.hasSuffix(Outcome.onQueue) {
      guard arguments.first?.label == "onto" else { return nil }
      queue = arguments.removeFirst().node.argumentValue
    } else {
      queue = nil
    }
    if let trailing = call.trailingClosures.only?.closure {
      guard arguments.isEmpty else { return nil }
      action = .closure(trailing)
      return
    }
    guard call.trailingClosures.isEmpty, arguments.count == 1, arguments[0].label == nil,
      let value = arguments[0].expression
    else { return nil }
    if case .closure(let closure) = value {
      action = .closure(closure)
    } else {
      action = .function(value.node)
    }
  }

  /// - Parameter statement: the call, `_ =` and the call, or `let _ =` and the call.
  init?(statement: Node) {
    let value =
      AssignmentExpr(statement)?.value?.node ?? VariableDecl(statement)?.bindings.only?.value?.node
    guard let handler = HandlerOfFuture(value ?? statement), handler.statement == statement else {
      return nil
    }
    self = handler
  }

  /// What is done once a future is over, in a closure whose statements can stand elsewhere.
  ///
  /// - Parameter weakNames: what it may capture weakly; nothing else.
  init?(
    _ outcome: Outcome, of future: Node, weakly weakNames: [String] = [], _ file: FileContext
  ) {
    guard let call = MemberAccess(on: future)?.call, let handler = HandlerOfFuture(call.node),
      handler.outcome == outcome, handler.queue == nil, let closure = handler.closure,
      closure.captures.isEmpty
        || closure.weakCaptures?.allSatisfy(weakNames.contains) == true && !weakNames.isEmpty,
      file.statements(of: closure.node) != nil,
      handler.comesToItsEnd || !weakNames.isEmpty && handler.guardAtStart(file) != nil,
      !closure.node.holdsStringOverLines
    else { return nil }
    self = handler
  }

  /// Whether it is told that a unary call is over, and not how: `call.status.whenComplete { _ in … }`.
  func isTold(ofEndOf call: Node, _ file: FileContext) -> Bool {
    guard let status = MemberAccess(on: call), status.name == "status",
      self.call.called?.node == MemberAccess(on: status.node)?.node
    else { return false }
    return (isToldNothing(file) || isIdle(file)) && isUnaryCall(call, file)
  }

  /// Whether it does something for an error alone, which the future of a status never has.
  func isIdle(_ file: FileContext) -> Bool {
    if outcome == .failure { return true }
    guard outcome == .complete, let closure else { return false }
    if let check = IfExpr(of: closure.items.only?.node), check.elseBranch == nil,
      case .match(let match)? = check.conditions.only, let value = match.value
    {
      return CasePattern(match.pattern.flatMap { PatternSyntax($0) })?.name == "failure"
        && CompletionClosure(closure.node, file).uses(ofParameter: 0) == [value.node]
    }
    guard case .statement(.choice(let choice))? = closure.items.only, let subject = choice.subject,
      CompletionClosure(closure.node, file).uses(ofParameter: 0) == [subject.node]
    else { return false }
    let done = choice.cases.filter { clause in
      clause.caseItems.only.flatMap { CasePattern($0.pattern) }?.name != "failure"
    }
    return done.only?.items.only?.node.kind == .breakStmt && choice.cases.count == 2
  }

  /// Whether what it is told of a status, which never fails, is nothing to it.
  func isToldNothing(_ file: FileContext) -> Bool {
    guard outcome != .failure, let closure else { return false }
    return CompletionClosure(closure.node, file).uses(ofParameter: 0).isEmpty
  }

  /// Whether it comes to its end on each path, so that what follows it is done.
  var comesToItsEnd: Bool {
    closure.map { closure in
      !closure.node.ownDescendants.contains { $0.kind == .returnStmt }
    } ?? true
  }

  /// `guard let self = self else { return }`, which nothing is done before and which is all that leaves the closure; with comments in
  /// it, none.
  fileprivate func guardAtStart(_ file: FileContext) -> GuardStmt? {
    guard let closure, let first = closure.node.items.first, closure.node.items.count > 1,
      let check = GuardStmt(first), let body = check.body?.node,
      let leaving = body.items.first.flatMap({ ReturnStmt($0) }), body.items.count == 1,
      leaving.value == nil,
      closure.node.ownDescendants.filter({ $0.kind == .returnStmt }) == [leaving.node],
      !file.tree.holdsComment(in: closure.node.range.lowerBound..<first.range.upperBound)
    else { return nil }
    return check
  }

  /// - Throws: a `Refusal` where the closure defers something itself, which a block would do at its own end.
  func checkDeferral(_ refusal: Refusal) throws(Refusal) {
    guard queue == nil, items.contains(where: { $0.kind == .deferStmt }) else { return }
    throw Refusal(
      "\(refusal.nextStep); what its closure defers has to be done before what stands behind it")
  }

  /// Whether its statements may stand in a block themselves.
  ///
  /// - Parameter others: what else is there.
  /// - Throws: a `Refusal` where they defer something, or declare a name that is said there.
  func checkPlace(beside others: [Node], _ refusal: Refusal) throws(Refusal) {
    try checkDeferral(refusal)
    try checkNames(beside: others, refusal)
  }

  /// - Throws: a `Refusal` where its statements declare a name that is said in others, which they would share a block with.
  func checkNames(beside others: [Node], _ refusal: Refusal) throws(Refusal) {
    guard queue == nil else { return }
    let taken = declaredNamesOfItems.sorted().first { name in
      others.contains { $0 != statement && $0.names(name) }
    }
    guard let taken else { return }
    throw Refusal(
      "\(refusal.nextStep); its closure declares '\(taken)', which means something else around it")
  }

  /// The names that a block would have if its statements stood there.
  var declaredNamesOfItems: Set<String> {
    declaredNames(
      items.filter { [.variableDecl, .guardStmt, .functionDecl].contains($0.kind) })
  }

  /// The item of a block that is the call and nothing else; nil where something is done with what it gives.
  var statement: Node? {
    let item = discarding(call.node) ?? call.node
    guard let block = item.parent, block.isBlockOfStatements || block.kind == .switchCase else {
      return nil
    }
    return item
  }

  var closure: ClosureExpr? {
    if case .closure(let closure) = action { closure } else { nil }
  }

  /// The statements of the closure, or the expression whose value is the function.
  var items: [Node] {
    switch action {
    case .closure(let closure): closure.items.map(\.node)
    case .function(let function): [function]
    }
  }
}

// MARK: - What is done

extension HandlerOfFuture {
  /// What is done, on the queue if there is one, and the name of what it is given; nil if that is not used.
  ///
  /// - Parameters:
  ///   - names: for what has none in the code.
  ///   - weakNames: what may be captured weakly, as the code around what is done takes care of it.
  ///   - goesOn: whether what follows is done also where a `guard` at the start leaves the closure.
  func done(
    naming names: [String], weakly weakNames: [String] = [], goingOn goesOn: Bool = false,
    _ refusal: Refusal, _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> (name: String?, items: [Code]) {
    var (name, items): (String?, [Code])
    switch action {
    case .closure(let closure):
      (name, items) = try said(in: closure, names, weakNames, refusal, &editor, file)
      if goesOn, let check = guardAtStart(file) {
        let rest = closure.node.items.dropFirst()
        items = [
          .branch(conditions: check.conditions.map { .kept($0) }, Code.kept(items: Array(rest)))
        ]
      }
    case .function(let function):
      let words = Set(function.descendants.map(\.name))
      guard let given = names.first(where: { !words.contains($0) }) else { throw refusal }
      // A function that says its label, `show(_:)`, is called by its name, with that.
      let called = NameExpr(function).map { Code.word($0.name) } ?? .kept(function)
      let labels = NameExpr(function)?.node.text.split(separator: "(").dropFirst().last
      let label = labels.flatMap { $0.split(separator: ":").first.map(String.init) }
      let argument = CodeArgument(label == "_" ? nil : label, .word(given))
      (name, items) = (given, [.call(called, [argument])])
    }
    if let queue {
      let captures = closure?.captures.map(\.node.text) ?? []
      items = [Code.kept(queue).calling("async", with: ClosureCode(captures: captures, items))]
    }
    return (name, items)
  }

  /// A `do` with statements that may fail, and what is done where one does.
  ///
  /// - Parameters:
  ///   - lead: what stands before that.
  ///   - throwingAgain: whether the error goes on.
  ///   - weakNames, goesOn: as `done` takes them.
  func around(
    _ statements: [Code], after lead: [Code] = [], throwingAgain: Bool = false,
    weakly weakNames: [String] = [], goingOn goesOn: Bool = false, _ refusal: Refusal,
    _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> Code {
    let (name, items) = try done(
      naming: ["error", "failure"], weakly: weakNames, goingOn: goesOn, refusal, &editor, file)
    let again = throwingAgain ? [Code.form(.thrown(.word(name ?? "error")))] : []
    return .form(
      .caught(statements, binding: name == "error" ? nil : name, .new(lead + items + again)))
  }

  private func said(
    in closure: ClosureExpr, _ names: [String], _ weakNames: [String], _ refusal: Refusal,
    _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> (name: String?, items: [Code]) {
    guard file.statements(of: closure.node) != nil,
      closure.captures.allSatisfy({ $0.node.text == "self" || weakNames.contains($0.name) }),
      closure.parameters.count <= 1
    else {
      throw closure.captures.first.map {
        Refusal("\(refusal.nextStep); its closure captures '\($0.node.text)'")
      } ?? refusal
    }
    let items = Code.kept(items: closure.items.map(\.node))
    let uses = CompletionClosure(closure.node, file).uses(ofParameter: 0)
    let parameter = closure.parameters.first?.name
    // A 'catch' without a name binds 'error', so another one cannot be meant there.
    let bindsError = parameter == "_" || parameter == nil && uses.isEmpty
    let namesError = closure.items.contains { $0.node.names("error") }
    guard outcome != .failure || !bindsError || !namesError else {
      throw Refusal("\(refusal.nextStep); its closure names an 'error' of the code around it")
    }
    let isForNothing = outcome == .failure && uses.isEmpty && !namesError
    if let parameter { return (parameter == "_" || isForNothing ? nil : parameter, items) }
    guard !uses.isEmpty else { return (nil, items) }
    guard let name = file.freeName(names, around: closure.node) else { throw refusal }
    for use in uses { editor.rename(use, to: name) }
    return (name, items)
  }
}

extension HandlerOfFuture.Outcome {
  fileprivate static let onQueue = "Blocking"

  /// - Parameter name: of a method of `EventLoopFuture`; `always` gives the future again, as nobody may ask it to.
  init?(name: String) {
    let told = name.hasSuffix(Self.onQueue) ? String(name.dropLast(Self.onQueue.count)) : name
    guard let outcome = told == "always" ? Self.complete : Self(rawValue: told) else { return nil }
    self = outcome
  }
}

extension Node {
  /// The call of `wait` or `get` on a future, behind it.
  var waitedFor: CallExpr? {
    MemberAccess(on: self).flatMap { ["wait", "get"].contains($0.name) ? $0.call : nil }
  }
}

/// `_ = value` or `let _ = value`.
func discarding(_ value: Node) -> Node? {
  if let assignment = AssignmentExpr(giving: value) {
    return assignment.target?.node.kind == .discardAssignment ? assignment.node : nil
  }
  guard let binding = PatternBinding(giving: value), binding.pattern?.node.kind == .wildcardPattern,
    let declaration = binding.declaration,
    declaration.bindings.only != nil
  else { return nil }
  return declaration.node
}
