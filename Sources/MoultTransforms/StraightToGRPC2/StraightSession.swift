import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The rule by which a test of a handler calls it with a client of grpc-swift 2.
private let ruleOfStraightSessions = RuleID("grpc-swift.straight-session-double")

/// Turns a handler's call with the double of a session into one by a client of grpc-swift 2, over a transport within the process.
package func straightSession(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let test = try? ServedHandler(match.node, file),
    let consequence = try? test.consequence()
  else { return nil }
  return TransformOutcome(consequence, imports: ["GRPCInProcessTransport"])
}

/// Whether a session's double goes straight to grpc-swift 2 instead.
///
/// - Throws: why it cannot, where grpc-swift 2 is the target.
func sessionGoesStraightToGRPC2(_ type: Node, _ file: FileContext) throws(Refusal) -> Bool {
  guard file.runs(ruleOfStraightSessions) else { return false }
  _ = try ServedHandler(type, file).consequence()
  return true
}

/// A handler that a test calls with the double of a session.
private struct ServedHandler {
  let double: SessionDouble
  let provider: Expr
  let file: FileContext

  /// The names of generated code.
  let service: String
  let method: String

  /// What the handler is told, as the test names it, and what it sent.
  let requests: String
  let metadata: String
  let replies: String
  private let helper: NameAtEndOfFile

  init(_ type: Node, _ file: FileContext) throws(Refusal) {
    let step = Refusal(
      "serve the provider over an 'InProcessTransport' and call it with its generated client; no test double of grpc-swift 2 takes the place of a session"
    )
    let double = try SessionDouble(type, step, file)
    guard case .member(let called)? = double.call.called, let provider = called.base,
      let method = file.semantics.symbol(of: double.call.node),
      let owner = double.requirement(file.model)?.parent?.name, owner.hasSuffix("Provider"),
      case let stem = String(owner.dropLast("Provider".count)),
      let helper = NameAtEndOfFile(
        ["withClient", "withClientInProcess"], in: file, isOwn: isHelper)
    else { throw step }
    if let step = stepOfTakenNamespace(stem, double.stub, file) { throw Refusal(step) }
    (self.double, self.provider, self.file, self.helper) = (double, provider, file, helper)
    (service, self.method) = (namespace(of: stem, besides: [], double.stub, file), method.name)
    // Several doubles in one function have names of their own.
    let doubles = file.function(around: type).descendants.filter {
      $0.kind == .functionCall && $0.callee?.name.hasSuffix("SessionTestStub") == true
    }
    let place = doubles.count { $0.range.lowerBound <= type.range.lowerBound }
    func name(_ name: String) throws(Refusal) -> String {
      let numbers = stride(from: place, through: place + 8 * doubles.count, by: doubles.count)
      let names = numbers.map { $0 == 1 ? name : name + "\($0)" }
      guard let free = file.freeName(names, around: type) else {
        throw Refusal(
          "rename '\(names[0])', which the test of the handler needs; then run the fix again")
      }
      return free
    }
    requests = try name("requests")
    metadata = try name("metadata")
    replies = try name(double.kind.streamsResponses ? "replies" : "reply")
  }

  func consequence() throws(Refusal) -> Consequence {
    let call = double.call
    try checkErrors()
    let assertion =
      double.kind.streamsResponses ? assertionOfSuccess(of: call.node) : assertionOfReply
    let climb =
      assertion.map { additionOutside(of: $0, [.async, .throwing], to: $0, in: file) }
      ?? addition(of: .async, to: call.node, in: file)
    guard var consequence = climb, consequence.safety != .manual else {
      let obstacle = climb?.reasons.last.map { " (in the way: \($0))" } ?? ""
      throw Refusal(
        "make the test async and call the handler with '\(service).Client', over an 'InProcessTransport'\(obstacle)"
      )
    }
    // A test ends without what runs in a task.
    let edits = consequence.edits + consequence.elsewhere.values.joined()
    guard !edits.contains(where: \.startsTask) else {
      throw Refusal(
        "call the handler with '\(service).Client', over an 'InProcessTransport', from an async function of the test, which waits for it"
      )
    }
    var editor = file.editor
    if let made = double.variable?.declaration { editor.remove(item: made.node) }
    var given: Set<String> = []
    var outputs: [MemberAccess] = []
    for member in double.members {
      switch member.name {
      case "outputs": outputs.append(member)
      case "requestMetadata":
        let (statement, value) = try double.filled(member)
        try checkOrder(statement)
        try editor.replace(
          item: statement,
          with: [
            .variable(
              .let, metadata, type: .library("GRPCCore.Metadata"), value: headers(value.node))
          ])
      case "inputs":
        let (statement, value) = try double.filled(member)
        try checkOrder(statement)
        let list = Code.word("[\(double.messages.request)]")
        editor.replace(
          item: statement, with: [.variable(.let, requests, type: list, value: .kept(value))])
      case "initialMetadata":
        throw Refusal("read the 'metadata' of the response in 'onResponse' of the client's call")
      default:
        throw Refusal(
          "'\(double.name).\(member.name)' is what a client of grpc-swift 2 gets from its call, or the error that it throws; ask for it there"
        )
      }
      given.insert(member.name)
    }
    let served = try served(given)
    if let assertion, !double.kind.streamsResponses {
      let whole = call.node.with(.forceUnwrap)
      editor.insert([.variable(.let, replies, value: .tryAwait(served))], before: assertion)
      editor.replace(whole, with: .word(replies))
      consequence.merge(removalOfThrow(from: call.node, in: file))
    } else if let assertion {
      let filled = outputs.isEmpty ? Code.word("_") : .bound(.let, replies)
      editor.replace(item: assertion, with: [.infix(filled, "=", .tryAwait(served))])
    } else {
      editor.replace(call.node, with: served)
    }
    if double.kind.streamsResponses {
      try keep(outputs, &editor)
    } else if double.kind == .clientStreaming,
      assertion == nil || marked.parent?.kind != .forceUnwrap
    {
      consequence.merge(demotionOfOptional(marked, in: file))
    }
    helper.declare(functionOfClient(called: helper.name), &editor)
    consequence.edits += editor.edits
    consequence.lower(
      to: .review,
      because:
        "the handler is called by a client: what else than an 'RPCError' it throws, a client is not told"
    )
    return consequence
  }

  /// The call with its `try`, if that keeps its type.
  private var marked: Node {
    TryExpr(of: double.call.node.parent).flatMap { $0.mark == .optional ? nil : $0.node }
      ?? double.call.node
  }

  /// Refuses where the handler's error is told from others by its type, which is that of a status where a client gets it.
  private func checkErrors() throws(Refusal) {
    let statuses = ["SwiftGRPC.ServerStatus", "SwiftGRPC.RPCError", "GRPCCore.RPCError"]
    let call = double.call.node
    let readers = call.ancestors.flatMap { node -> [Node] in
      if let attempt = DoStmt(node), let body = attempt.body, call.isInside(body.node) {
        return attempt.catchClauses.map(\.node)
      }
      return node.callee?.name == "XCTAssertThrowsError" ? [node] : []
    }
    let own = readers.flatMap(\.descendants).first { node in
      let symbol = file.semantics.symbol(of: node)
      guard !node.isInside(call), !statuses.contains(symbol?.qualifiedName ?? "") else {
        return false
      }
      return node.kind.isType && [.asExpr, .isExpr].contains(node.parent?.kind)
        || node.kind == .declReference && symbol?.kind.isType == true
          && symbol.map { file.model.isSubtype($0, of: "Swift.Error") } == true
    }
    guard let own else { return }
    throw Refusal(
      "call the handler with a client over an 'InProcessTransport', which gets an 'RPCError' and not '\(own.text)'; ask for its code"
    )
  }

  /// Refuses where what a test gives its double cannot be a constant before the handler's call.
  private func checkOrder(_ statement: Node) throws(Refusal) {
    guard let block = statement.parent, double.call.node.isInside(block),
      statement.range.upperBound <= double.call.node.range.lowerBound
    else {
      throw Refusal("fill '\(double.name)' before the handler's call, in the same block")
    }
  }

  private func headers(_ value: Node) throws(Refusal) -> Code {
    value.kind == .dictionaryLiteral ? .kept(value) : try metadataOfGRPC2(from: value, file)
  }

  /// Names what the handler has sent, in the place of its status, and drops what asserts that this is `ok`.
  private func keep(_ outputs: [MemberAccess], _ editor: inout SyntaxEditor) throws(Refusal) {
    let value = marked
    for output in outputs { editor.replace(output.node, with: .word(replies)) }
    let kept = outputs.isEmpty ? Code.word("_") : .bound(.let, replies)
    if assertionOfSuccess(of: double.call.node) != nil {
      // The assertion goes with the call.
    } else if let status = LocalVariable(holding: value, file),
      let declaration = status.declaration,
      status.binding.annotatedType == nil, let pattern = status.binding.pattern
    {
      for use in status.uses(file) {
        guard let assertion = assertionOfSuccess(of: use) else {
          throw Refusal(
            "a client throws a status that is not 'ok', as an 'RPCError'; ask for its code in a 'catch' around the call"
          )
        }
        editor.remove(item: assertion)
      }
      editor.replace(declaration.node.range.lowerBound..<pattern.range.upperBound, with: kept)
    } else if let assignment = AssignmentExpr(giving: value), let target = assignment.target?.node,
      target.kind == .discardAssignment
    {
      editor.replace(target, with: kept)
    } else if !outputs.isEmpty || value.parent?.isBlockOfStatements != true && !isAsserted(value) {
      throw Refusal(
        "give the status of '\(method)' to a constant of its own first, then run the fix again")
    }
    guard let block = (double.call.node.ancestors.first { $0.isBlockOfStatements }),
      outputs.allSatisfy({ $0.node.isInside(block) })
    else {
      throw Refusal("look at '\(double.name).outputs' in the block of the handler's call")
    }
  }

  /// The assertion about the reply, a statement, whose arguments cannot suspend.
  private var assertionOfReply: Node? {
    double.call.node.ancestors.prefix { !$0.isBlockOfStatements && $0.kind != .closure }.first {
      $0.kind == .functionCall && $0.parent?.isBlockOfStatements == true
        && $0.callee?.name.hasPrefix("XCTAssert") == true
        && !["XCTAssertThrowsError", "XCTAssertNoThrow"].contains($0.callee?.name)
    }
  }

  private func isAsserted(_ value: Node) -> Bool {
    Argument(of: value.parent)?.call?.called?.node.name == "XCTAssertThrowsError"
  }

  /// `XCTAssertEqual(status?.code, .ok)`, also with what is called for the status.
  private func assertionOfSuccess(of status: Node) -> Node? {
    guard let code = MemberAccess(on: status.with(.optionalChaining, .forceUnwrap)),
      code.name == "code", case let value = code.node.with(.tryExpr),
      valueAsserted(beside: value)?.name == "ok", let call = Argument(of: value.parent)?.call,
      call.called?.node.name == "XCTAssertEqual",
      call.node.parent?.isBlockOfStatements == true
    else { return nil }
    return call.node
  }

  // MARK: New code

  /// The call of the client, in a closure that is given it.
  private func served(_ given: Set<String>) throws(Refusal) -> Code {
    var arguments =
      double.call.argument(labeled: "request").flatMap(\.expression)
      .map { [CodeArgument.plain(.kept($0))] } ?? []
    if given.contains("requestMetadata") {
      arguments.append(CodeArgument("metadata", .word(metadata)))
    }
    var closures: [ClosureCode] = []
    if double.kind.streamsRequests {
      try CallOfGRPC2.checkWriter(around: double.call.node, file)
      closures.append(
        given.contains("inputs")
          ? CallOfGRPC2.producer([CallOfGRPC2.write(.word(requests), label: "contentsOf")])
          : ClosureCode(label: "requestProducer", parameters: ["_"], []))
    }
    if double.kind.streamsResponses {
      let all = Code.quoted(
        "try await response.messages.reduce(into: [\(double.messages.response)]()) { $0.append($1) }"
      )
      closures.append(CallOfGRPC2.reader("response", [all]))
    }
    let client = Code.quoted("\(service).Client(wrapping: client)")
    let called = Code.call(
      client.member(methodNameOfGRPC2(method)), arguments, trailing: closures)
    return .call(
      .word(helper.name), [CodeArgument("of", .form(.moved(.kept(provider))))],
      trailing: [ClosureCode(parameters: ["client"], [.tryAwait(called)])])
  }
}

extension Edit {
  /// Whether what it puts in begins with a task.
  fileprivate var startsTask: Bool {
    let words = String(decoding: replacement, as: UTF8.self).split(separator: " ")
    return words.first?.hasSuffix("Task") == true && words.dropFirst().first?.hasPrefix("{") == true
  }
}

/// Whether a function is what an earlier fix has written.
private func isHelper(_ declaration: Node) -> Bool {
  FunctionDecl(declaration)?.node.text.contains("InProcessTransport()") == true
}

/// The function that serves a service while a client calls it.
private func functionOfClient(called name: String) -> Code {
  let client = "GRPCCore::GRPCClient<GRPCInProcessTransport::InProcessTransport.Client>"
  let called = Code.quoted(
    "try await GRPCCore::withGRPCClient(transport: transport.client, handleClient: body)")
  let served = Code.quoted(
    items:
      "let transport = GRPCInProcessTransport::InProcessTransport(); return try await "
      + "GRPCCore::withGRPCServer(transport: transport.server, services: [service]) { _ in \(called) }"
  )
  return .quoted(
    "private func \(name)<Value: Sendable>(of service: any GRPCCore::RegistrableRPCService, "
      + "isolation: isolated (any Actor)? = #isolation, _ body: (\(client)) async throws -> Value) "
      + "async throws -> Value { \(served) }")
}
