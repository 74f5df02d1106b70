import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns code around futures of a library that is async in its next era into async code.
///
/// A future is followed to where someone waits for it, or is told of its end. Functions of the project that return
/// one become `async throws`, with the requirements that they meet, their other witnesses, and all their callers,
/// over files; whoever cannot wait starts a `Task`. What is not understood anywhere on this way refuses the whole.
struct FutureConversion {
  private(set) var consequence = Consequence()
  let home: FileContext

  /// What makes a future of the library into something to await.
  let library: FutureLibrary
  private var converted: [Symbol] = []
  private var done: Set<Node> = []
  private var openFunctions: [Symbol] = []

  init(_ file: FileContext, _ library: FutureLibrary) {
    home = file
    self.library = library
  }

  /// Follows the future that `node` is, or that it begins.
  mutating func follow(_ node: Node) throws(Refusal) {
    try use(node)
    while let function = openFunctions.popLast() { try convert(function) }
  }

  // MARK: - Uses

  /// Climbs from a future to what is done with it in the end.
  private mutating func use(_ start: Node) throws(Refusal) {
    guard let file = home.context(of: start) else { throw Refusal(libraryStep) }
    var future = start
    while true {
      guard let parent = future.parent else { throw Refusal(libraryStep) }
      switch parent.kind {
      case .memberAccess where parent.base == future && library.isFuture(parent, file):
        future = parent
      case .memberAccess where parent.base == future:
        guard let call = parent.parent, call.kind == .functionCall, call.callee == parent else {
          throw Refusal(libraryStep)
        }
        if FutureStep(parent.name) != nil {
          future = call
          continue
        }
        return try finish(future, call, parent.name, file)
      // What it is asked of may throw: `let call = try client().get(r)`.
      case .tryExpr where TryExpr(parent)?.mark == .propagating && future.kind == .functionCall:
        future = parent
      case .returnStmt: return try leave(future, from: parent, file)
      case .codeBlock, .closure:
        guard parent.items.count == 1 else { throw Refusal(libraryStep) }
        return try leave(future, from: future, file)
      case .initializerClause:
        guard let constant = LocalVariable(holding: future, file), constant.isConstant,
          let first = firstFuture(of: constant, file)
        else { throw Refusal(libraryStep) }
        if let kept = AwaitedCall(constant, library, file) {
          return try finish(kept, file)
        }
        if let behind = try ReplyBehindStatus(constant, library, file) {
          guard done.insert(behind.told).inserted else { return }
          var editor = file.editor
          try behind.rewrite(&editor)
          add(editor, in: file)
          return consequence.lower(
            to: .review,
            because: "what was done where the status was not 'ok' is done where the call throws")
        }
        future = first
      default: throw Refusal(libraryStep)
      }
    }
  }

  /// Where a constant is asked for its future first, or named at all.
  private func firstFuture(of constant: LocalVariable, _ file: FileContext) -> Node? {
    let uses = constant.uses(file).map(\.chained)
    return uses.first { $0.parent.map { library.isFuture($0, file) } ?? false } ?? uses.first
  }

  private var libraryStep: String { library.nextStep }

  /// The future goes to whoever called the function around it, or asked for the closure's outcome.
  private mutating func leave(
    _ future: Node, from statement: Node, _ file: FileContext
  ) throws(Refusal) {
    for ancestor in statement.ancestors {
      switch ancestor.kind {
      case .functionDecl:
        guard let symbol = file.semantics.symbol(of: ancestor) else { throw Refusal(libraryStep) }
        if !converted.contains(symbol) { openFunctions.append(symbol) }
        return
      case .closure:
        guard
          let call = ancestor.callGiven, let step = MemberAccess(of: call.callee),
          FutureStep(step.name) != nil
        else { throw Refusal(libraryStep) }
        return try use(call)
      case .accessorBlock, .accessorDecl, .initializerDecl, .subscriptDecl, .deinitializerDecl:
        throw Refusal(libraryStep)
      default: continue
      }
    }
    throw Refusal(libraryStep)
  }

  /// `E.wait()`, `E.get()`, `E.whenComplete { … }`.
  private mutating func finish(
    _ future: Node, _ call: Node, _ name: String, _ file: FileContext
  ) throws(Refusal) {
    guard done.insert(call).inserted else { return }
    switch name {
    case "get", "wait":
      let tail = FutureTail(library, file)
      var editor = file.editor
      guard let value = try tail.simple(future, &editor), value.declaration == nil else {
        guard
          let (statement, items) = try tail.awaited(
            future, by: call.with(.awaitExpr, .tryExpr), &editor)
        else { throw Refusal(libraryStep) }
        editor.replace(item: statement, with: items)
        guard
          let climb = additionOutside(of: statement, [.async, .throwing], to: call, in: file)
        else { throw Refusal(libraryStep) }
        add(editor, in: file)
        return merge(climb, of: file)
      }
      if name == "wait", try hoist(call, value, future, &editor, file) {
        return add(editor, in: file)
      }
      editor.replace(call, with: value.code)
      add(editor, in: file)
      if name == "wait" {
        let climb = addition(of: [.async], to: call, in: file)
        guard climb.safety != .manual else {
          throw Refusal("\(libraryStep); \(climb.reasons.last ?? "")")
        }
        merge(climb, of: file)
      }
    case _ where HandlerOfFuture(call) != nil:
      let completion = try FutureCompletion(future, call, library, file)
      var editor = file.editor
      try completion.rewrite(&editor)
      add(editor, in: file)
      done.formUnion(completion.handlers.map(\.call.node))
      if let suspension = try completion.suspension() { return merge(suspension, of: file) }
      consequence.lower(
        to: .review, because: "the code after the call runs in a 'Task' that nothing waits for")
    default: throw Refusal(libraryStep)
    }
  }

  /// `let call = client.get(r)`, whose reply is waited for where it is asked for.
  private mutating func finish(_ kept: AwaitedCall, _ file: FileContext) throws(Refusal) {
    guard done.isDisjoint(with: kept.waits) else { return }
    done.formUnion(kept.waits)
    let suspends = kept.isAwaitedInPlace ? kept.waits[0] : kept.call
    let effects: Effects = kept.isAwaitedInPlace ? [.async] : [.async, .throwing]
    let climb = addition(of: effects, to: suspends, in: file)
    guard climb.safety != .manual else {
      throw Refusal("\(libraryStep); \(climb.reasons.last ?? "")")
    }
    var editor = file.editor
    try kept.rewrite(&editor)
    add(editor, in: file)
    merge(climb, of: file)
    if !kept.isAwaitedInPlace {
      for wait in kept.waits {
        merge(
          removalOfThrow(from: wait, alsoSilenced: Set(kept.waits), keepingCatch: true, in: file),
          of: file)
      }
    }
    consequence.lower(
      to: .review,
      because: kept.isAwaitedInPlace
        ? "the call is made where its reply is asked for, and no longer where it was kept"
        : "the reply is waited for where the call is made")
    if kept.knowsItsStatus {
      consequence.lower(
        to: .review,
        because: "a call that has returned its reply was 'ok', so no other status is looked for")
    }
  }

  /// `XCTAssertEqual(try E.wait(), 1)`: an autoclosure cannot suspend, so the value is asked for before.
  ///
  /// - Returns: whether the value stands in such a place.
  private mutating func hoist(
    _ wait: Node, _ value: SimpleFuture, _ future: Node, _ editor: inout SyntaxEditor,
    _ file: FileContext
  ) throws(Refusal) -> Bool {
    let expression = wait.with(.tryExpr, .memberAccess, .forceUnwrap, .optionalChaining)
    guard let call = Argument(of: expression.parent)?.call, case .name(let name)? = call.called,
      name.name.hasPrefix("XCTAssert"), !assertionsOfErrors.contains(name.name)
    else { return false }
    let whole = TryExpr(of: call.node.parent)?.node ?? call.node
    var root = future
    while root.kind == .functionCall, let callee = root.callee, let base = callee.base,
      FutureStep(callee.name) != nil
    {
      root = base
    }
    let local = nameOfHoisted(root.kind == .memberAccess ? root.base ?? root : root)
    guard whole.parent?.isBlockOfStatements == true else { throw Refusal(libraryStep) }
    // The marks go with the value; what the function around it says stays.
    guard let climb = additionOutside(of: whole, [.async, .throwing], to: whole, in: file) else {
      throw Refusal(libraryStep)
    }
    merge(climb, of: file)
    // Any other mark makes a value of an error, and stays.
    let mark = TryExpr(expression)
    let asked = mark?.mark == .propagating ? mark?.operand?.node ?? expression : expression
    if asked != wait { editor.replace(wait, with: value.code) }
    let made = Code.tryAwait(asked == wait ? value.code : .kept(asked))
    editor.insert([.variable(.let, local, value: made)], before: whole)
    editor.replace(expression, with: .word(local))
    return true
  }

  // MARK: - Functions

  private mutating func convert(_ symbol: Symbol) throws(Refusal) {
    guard !converted.contains(symbol) else { return }
    if asyncTwin(of: symbol, in: home.model) != nil {
      throw Refusal(
        "\(libraryStep); or delete '\(symbol.name)', which an async function of that name stands beside"
      )
    }
    let family = DeclarationFamily(of: symbol, in: home)
    if let obstacle = family.obstacle { throw Refusal("\(libraryStep); \(obstacle)") }
    for doubt in family.doubts { consequence.lower(to: .review, because: doubt) }
    converted += family.members
    guard converted.count <= mostChangedDeclarations else { throw Refusal(libraryStep) }
    for member in family.members {
      guard let declaration = FunctionDecl(of: member.declaration),
        let file = home.context(of: declaration.node)
      else { throw Refusal(libraryStep) }
      var editor = file.editor
      guard returnValue(of: declaration, &editor) else { throw Refusal(libraryStep) }
      if let body = declaration.body {
        try FutureTail(library, file).rewrite(body.node, &editor)
      }
      add(editor, in: file)
      guard let callers = callers(of: member, in: file) else {
        throw Refusal("\(libraryStep); '\(member.name)' is used as a value or by generated code")
      }
      for caller in callers { try use(caller) }
    }
    consequence.lower(to: .review, because: "'\(symbol.name)' becomes async, with all its callers")
  }

  // MARK: - Edits

  private mutating func add(_ editor: SyntaxEditor, in file: FileContext) {
    merge(Consequence(editor), of: file)
  }

  /// Takes over what was worked out for `file`, which need not be the one that the fix began in.
  private mutating func merge(_ other: Consequence, of file: FileContext) {
    consequence.merge(other.seen(from: home.source.path, of: file.source.path))
  }
}

/// Assertions that are about the error of what they take: nothing would be left of them around its value.
private let assertionsOfErrors: Set<String> = ["XCTAssertThrowsError", "XCTAssertNoThrow"]

/// `-> EventLoopFuture<T>` to `async throws -> T`.
///
/// - Returns: whether the function returns a future.
func returnValue(of function: FunctionDecl, _ editor: inout SyntaxEditor) -> Bool {
  guard let result = NamedType(of: function.returnType), result.name == "EventLoopFuture",
    let value = result.genericArguments?.first
  else { return false }
  let isVoid = value.text == "Void" || value.text == "()"
  editor.sign(function, effects: ["async", "throws"], returning: isVoid ? nil : .kept(value))
  return true
}
