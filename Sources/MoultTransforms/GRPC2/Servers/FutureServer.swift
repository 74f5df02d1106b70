import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A server whose future a constant keeps, which tells of its address in a closure, and may be waited for until it closes.
///
/// `let server = Server.insecure(group: g).bind(host: h, port: p)`, or `Server.start(configuration: c)`, and
/// `server.map { $0.channel.localAddress }.whenSuccess { address in … }`, `try server.flatMap { $0.onClose }.wait()`. Where nothing
/// waits, a task tells of the address.
struct FutureServer {
  private let bind: Node
  private let name: String
  private let server: LocalVariable
  private var told: [ToldAddress] = []

  /// `server.whenFailure { error in … }`, a statement.
  private var failed: HandlerOfFuture?
  private var ending: (statement: Node, marked: Node, call: Node)?
  private let file: FileContext

  /// - Parameter node: the call of `bind`, or what a closure asks the server for.
  /// - Returns: nil where no constant keeps the future of a server.
  /// - Throws: a `Refusal` where more is done with it.
  init?(around node: Node, _ file: FileContext) throws(Refusal) {
    guard let server = LocalVariable(holding: node, file) ?? keptFuture(around: node, file),
      let bind = CallExpr(of: server.value),
      ["bind", "start"].contains(bind.called?.node.name),
      let declaration = server.declaration, declaration.introducer == .let,
      let block = declaration.node.parent, block.isBlockOfStatements
    else { return nil }
    (self.bind, self.server, self.file, name) = (bind.node, server, file, server.symbol.name)
    for use in server.uses(file) {
      guard let item = BlockItem(around: use)?.node, item.parent == block else {
        throw Self.refusal
      }
      if let address = try ToldAddress(of: use, in: item, file) {
        told.append(address)
      } else if failed == nil, let failure = HandlerOfFuture(.failure, of: use, file),
        failure.call.node == item
      {
        failed = failure
      } else if let call = closeWaitedFor(use), ending == nil, item == block.items.last {
        ending = (item, call.with(.tryExpr, .awaitExpr), call)
      } else if let step = MemberAccess(on: use), step.call != nil,
        !["wait", "get"].contains(step.name)
      {
        throw Refusal(
          "do without '\(step.node.text)', then run the fix again: what a server tells of itself is its address, and what waits for its task gets its error"
        )
      } else {
        throw Self.refusal
      }
    }
    guard failed == nil || told.count < 2 else {
      throw Refusal("tell of the server's address in one closure, then run the fix again")
    }
    guard let ending else {
      guard !told.isEmpty || failed != nil else { throw Self.refusal }
      return
    }
    guard let end = TryExpr(ending.marked)?.mark, end != .optional else { throw Self.refusal }
    if end == .forced { mark = .forcedTry }
  }

  /// How the server's errors are marked where nothing is told of them: as where its end is waited for.
  private var mark = EffectMark.tryMark

  private static let refusal = Refusal(
    "wait for the server with 'try await ….get()' directly where it is bound, then run the fix again"
  )

  /// What becomes of the server, its address and its end together.
  func outcome() throws(Refusal) -> TransformOutcome {
    var settings =
      CallExpr(bind)?.called?.node.name == "start"
      ? try ServerSettings(starting: bind, file) : try ServerSettings(binding: bind, file)
    settings.leaveGroupThatEnds(before: server.symbol)
    var editor = file.editor
    try RunningValue(bind, file).put(
      settings.server, running: "serve", names: [],
      after: settings.repeated.map { .word(file.source.text($0)) }, &editor
    ) { name, task in
      ending == nil ? task : .variable(.let, servingTask(name), value: task)
    }
    let asked = Code.word(name).member("listeningAddress")
    for address in told {
      let question = Code.marked(failed == nil ? mark : .tryMark, .marked(.await, asked))
      let (binding, items) = try address.rewritten(question, &editor, file)
      guard let failed else {
        editor.replace(item: address.statement, with: here(binding + items))
        continue
      }
      let first = binding.isEmpty ? [Code.infix(.word("_"), "=", question)] : binding
      editor.replace(
        item: address.statement,
        with: here([try failed.around(first + items, Self.refusal, &editor, file)]))
      editor.remove(item: failed.call.node)
    }
    if let failed, told.isEmpty {
      let question = Code.infix(.word("_"), "=", .tryAwait(asked))
      editor.replace(
        item: failed.call.node,
        with: here([try failed.around([question], Self.refusal, &editor, file)]))
    }
    if let ending {
      let end = Code.word(servingTask(name)).member("value")
      editor.replace(item: ending.statement, with: [.marked(mark, .marked(.await, end))])
    }
    var climb: Consequence?
    if let ending, MemberAccess(of: ending.call.callee)?.name == "wait" {
      climb =
        ClosureOfAQueue(waitingFor: ending.statement, file)?.consequence
        ?? additionOutside(of: ending.statement, [.async], to: ending.call, in: file)
      guard climb != nil else { throw Refusal("make the function async, then run the fix again") }
    }
    var outcome = settings.outcome(
      editor, and: climb,
      because:
        "the task serves until 'beginGracefulShutdown()'; an error in binding is thrown where the address is asked for"
    )
    outcome.isPlaceOfMany = true
    return outcome
  }

  /// What tells of the server: where it stands if its end is waited for there, else in a task.
  private func here(_ items: [Code]) -> [Code] {
    ending == nil ? [.task(ClosureCode(items))] : items
  }
}

/// The constant on whose value the call around a closure begins that a node stands in.
private func keptFuture(around node: Node, _ file: FileContext) -> LocalVariable? {
  guard let closure = node.ancestors.first(where: { $0.kind == .closure }),
    let call = closure.ancestors.prefix(3).first(where: { $0.kind == .functionCall })
  else { return nil }
  let (_, root) = builderCalls(call)
  return root.flatMap { LocalVariable(named: $0, file) }
}

/// `server.flatMap { $0.onClose }.wait()`, the call of `wait` or `get`.
private func closeWaitedFor(_ use: Node) -> Node? {
  guard let step = MemberAccess(on: use), step.name == "flatMap", let mapped = step.call,
    let closure = FutureTail.onlyClosure(of: mapped), closure.captures.isEmpty,
    let asked = MemberAccess(of: closure.items.only?.node), asked.name == "onClose",
    asked.base.map({ NameExpr($0.node) != nil }) == true,
    let call = mapped.node.waitedFor, call.arguments.isEmpty
  else { return nil }
  return call.node
}

/// `server.map { $0.channel.localAddress }.whenSuccess { address in … }`, a statement.
private struct ToldAddress {
  let statement: Node
  let closure: ClosureExpr

  /// - Returns: nil for any other statement.
  init?(of use: Node, in statement: Node, _ file: FileContext) throws(Refusal) {
    guard let step = MemberAccess(on: use), step.name == "map", let mapped = step.call,
      let asked = FutureTail.onlyClosure(of: mapped), asked.captures.isEmpty,
      let address = MemberAccess(of: asked.items.only?.node), address.name == "localAddress",
      MemberAccess(of: address.base?.node)?.name == "channel",
      let success = MemberAccess(on: mapped.node), success.name == "whenSuccess",
      success.call?.node == statement
    else { return nil }
    guard let closure = HandlerOfFuture(.success, of: mapped.node, file)?.closure else {
      throw Refusal("return from no closure that is told of the server's address")
    }
    (self.statement, self.closure) = (statement, closure)
  }

  /// What asks the server for its address, unless nothing uses it, and what the closure did.
  ///
  /// - Parameter question: the expression that asks.
  func rewritten(
    _ question: Code, _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> (binding: [Code], items: [Code]) {
    let others = (statement.parent?.items ?? []).filter { $0 != statement }
    let declared = declaredNames(closure.items.map(\.node))
    guard
      let name = closure.parameters.first?.name
        ?? file.freeName(
          ["address", "listeningAddress"], around: statement),
      declared.union([name]).allSatisfy({ name in
        name == "_" || others.allSatisfy { !$0.names(name) }
      })
    else { throw Refusal("name what is told of the server's address as nothing else is named") }
    let uses = CompletionClosure(closure.node, file).uses(ofParameter: 0)
    for use in uses {
      guard let (place, code) = asked(use, name) else {
        throw Refusal("use only the port of the server's address, or print it")
      }
      editor.replace(place, with: code)
    }
    let isUsed = name != "_" && !uses.isEmpty
    return (
      isUsed ? [.variable(.let, name, value: question)] : [],
      Code.kept(items: closure.items.map(\.node))
    )
  }

  /// What a use of the address becomes: `address!.port!`, `address?.port`, or an address that is printed.
  private func asked(_ use: Node, _ name: String) -> (place: Node, code: Code)? {
    guard let link = use.parent else { return nil }
    let isForced = ForcedValue(link) != nil
    if isForced || OptionalChaining(link) != nil, let port = MemberAccess(on: link) {
      guard port.name == "port" else { return nil }
      let force = ForcedValue(of: port.node.parent)
      if force != nil, !isForced { return nil }
      let code = Code.quoted(
        "\(name)\(isForced ? "!" : "?").ipv4\(force == nil ? "?" : "!").port")
      return (force?.node ?? port.node, code)
    }
    let shown = isForced ? link : use
    let around = shown.ancestors.first { ![.argument, .argumentList, .tuple].contains($0.kind) }
    guard around?.kind == .interpolation || CallExpr(of: around)?.called?.node.name == "print"
    else { return nil }
    return (use, .word(name))
  }
}
