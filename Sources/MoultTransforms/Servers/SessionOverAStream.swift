import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A method of an asynchronous provider that returned while others went on to send: closures that run elsewhere, and functions
/// that the session is handed on to.
///
/// All of them put the replies into an `AsyncThrowingStream`, which the method sends at its end.
struct SessionOverAStream {
  /// The `return nil` at the end.
  let ending: Node

  /// Where the session is told something, or is handed on to what tells it; elsewhere it is the context.
  private(set) var handled: [Node] = []
  private let body: StatementBlock
  private let method: ProviderMethod
  private let carriers: CarriersOfReplies
  private let file: FileContext

  /// - Returns: nil where the method sends by itself, or where more is done with the session.
  init?(_ method: ProviderMethod, _ file: FileContext) {
    guard method.style == .async, method.kind == .serverStreaming, let session = method.session,
      let type = method.parameter.parameterType?.mainTypeName,
      let body = StatementBlock(of: method.declaration.body), let last = body.items.last?.node,
      case let ends = method.ends(of: body, file).filter({ $0.end.isElsewhere }),
      ends.count == 1, ends[0].statement == last,
      let carriers = try? CarriersOfReplies(
        of: session, typed: type, leavesOthers: true, file)
    else { return nil }
    (self.method, self.body, self.carriers, self.file) = (method, body, carriers, file)
    ending = last
    handled = carriers.handedOn.compactMap(\.argument.expression?.node)
    var all: [SessionUse] = []
    for (use, _) in carriers.uses {
      let isInMethod = use.isInside(method.declaration)
      guard let told = SessionUse(of: use, file) else {
        guard isInMethod, MemberAccess(on: use)?.name != "initialMetadata" else { return nil }
        continue
      }
      guard told.isStatement, told.completion == nil, told.argument("timeout") == nil else {
        return nil
      }
      switch told.name {
      case "send": guard told.sent.message != nil else { return nil }
      case "close": guard closing(told) != nil else { return nil }
      case "waitForSendOperationsToFinish": break
      default: return nil
      }
      handled.append(use)
      all.append(told)
    }
    let ways = WaysPastAStream(method.declaration, body, ending, all, carriers, file)
    guard !handled.isEmpty, !ways.leaveRepliesUnread, !ways.waitForFailures else { return nil }
  }

  /// The method that a function is handed its session by, which it tells or hands on.
  ///
  /// - Parameter parameter: of the function.
  static func handing(_ parameter: Node, _ file: FileContext) -> SessionOverAStream? {
    var parameter = parameter
    var known: Set<Node> = []
    while known.insert(parameter).inserted {
      if let type = parameter.parameterType, let method = ProviderMethod(sessionType: type, file) {
        return SessionOverAStream(method, file)
      }
      guard let value = file.values(passedTo: parameter)?.first?.value, value.tree === file.tree,
        let source = file.semantics.symbol(of: value)?.declaration, source.kind == .parameter
      else { return nil }
      parameter = source
    }
    return nil
  }

  /// Whether it makes a parameter, or what a session is told, another one.
  func takes(_ node: Node) -> Bool {
    handled.contains(node) || carriers.parameters.contains { $0.parameter.node == node }
  }

  /// What the stream ends with: nothing, or an error; nil for a status that may be either.
  private func closing(_ close: SessionUse) -> [CodeArgument]? {
    guard let status = close.argument("withStatus"), !method.isOk(status, file) else { return [] }
    guard case .call(let made) = status,
      file.semantics.symbol(of: status.node)?.parent?.qualifiedName == "SwiftGRPC.ServerStatus",
      case .member(let code)? = made.argument(labeled: "code")?.expression,
      case let constant = file.semantics.symbol(of: code.node), constant?.isOfProject != true,
      code.base == nil || constant?.parent?.qualifiedName == "SwiftGRPC.StatusCode"
    else { return nil }
    guard code.name == "ok" else { return [CodeArgument("throwing", .kept(status))] }
    return made.argument(labeled: "trailingMetadata") == nil ? [] : nil
  }

  /// - Returns: what goes because a stream takes everything.
  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) -> Consequence {
    let bodies = [body.node] + carriers.functions
    guard
      let outgoing = ["outgoing", "continuation", "outgoingReplies"].first(where: { name in
        bodies.allSatisfy { file.freeName([name], around: $0.items.first ?? $0) != nil }
      }),
      let replies = file.freeName(
        ["replies", "outgoingReplies", "stream"].filter { $0 != outgoing }, around: ending),
      let next = file.freeName(["reply", "next"], around: ending),
      let first = body.items.first(where: { item in handled.contains { $0.isInside(item.node) } })
    else { throw Refusal("name no local 'outgoing' where replies are sent") }
    let stream = Code.generic(
      .library("_Concurrency.AsyncThrowingStream"), [.word(method.messages.response), .anyError])
    editor.insert(
      [.variable(.let, "(\(replies), \(outgoing))", value: stream.calling("makeStream"))],
      before: first.node)
    carriers.hand(outgoing, type: stream.member("Continuation"), &editor)
    let told = carriers.uses.compactMap { SessionUse(of: $0.node, file) }
    var consequence = Consequence()
    for use in told {
      // The `try` goes with all that stood behind it.
      var quiet = removalOfThrow(from: use.call, alsoSilenced: Set(told.map(\.call)), in: file)
      quiet.edits.removeAll { edit in
        use.marked.range.holds(edit.range) || consequence.edits.contains { $0 == edit }
      }
      consequence.merge(quiet)
      switch use.name {
      case "send":
        let message = use.sent.message.map { [CodeArgument.plain(.kept($0))] } ?? []
        editor.replace(use.marked, with: Code.word(outgoing).calling("yield", message))
      case "close":
        editor.replace(
          use.marked, with: Code.word(outgoing).calling("finish", closing(use) ?? []))
      default: editor.remove(item: use.marked)
      }
    }
    let sent = Code.quoted("try await responseStream.send(\(next))")
    editor.replace(
      item: ending, with: [.form(.awaitedLoop(next, in: .word(replies), [sent], wasLoop: false))])
    consequence.lower(
      to: .review,
      because: "replies are put into a stream, and nothing waits until the client takes them")
    return consequence
  }
}

extension HandlerEnd {
  /// Whether something else ends the call.
  var isElsewhere: Bool {
    if case .elsewhere = self { true } else { false }
  }
}
