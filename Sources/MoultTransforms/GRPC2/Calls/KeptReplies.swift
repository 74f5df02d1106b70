import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Replies that are handed on as a sequence, which in grpc-swift 2 are read in a closure of the call.
///
/// A function at the end of the file reads them in a task of their own, and gives the sequence that they come to.
struct KeptReplies {
  private let code: Code
  private let call: CallExpr
  private let reader: NameAtEndOfFile

  /// `.with` of a request that says no type, which the function could not tell, with its type.
  private let untyped: (member: MemberAccess, type: Code)?

  /// Why a person should look at it.
  static let reason =
    "the replies are read in a task of their own, which keeps those that nobody has taken yet"

  /// - Parameter sends: whether the call sends a stream of requests.
  /// - Returns: nil for options that belong to the object around the call, and for requests that no task can take for certain.
  init?(_ made: CallOfGRPC2, sends: Bool, _ file: FileContext) {
    let call = made.call
    let options = call.argument(labeled: "callOptions")?.node
    guard case .member(let member)? = call.called, let client = member.base?.node,
      isKeptAsIs(client), let first = call.arguments.first, first.label == nil,
      let request = first.expression?.node,
      call.arguments.allSatisfy({ $0 == first || $0.node == options }),
      !sends || isNamedArray(request, file),
      let captured = capturesOfKeptCall(
        saying: options, besides: ["client", "request", "read"], file),
      !suspendsOrThrows(request), let reader = nameOfReplies(in: file)
    else { return nil }
    if let member = implicitMember(beginning: request) {
      let type = file.semantics.type(of: request)
      guard type.nominalSymbol != nil, !type.isOptional else { return nil }
      untyped = (member, .type(type))
    } else {
      untyped = nil
    }
    let sent = Code.closure(
      ClosureCode(
        parameters: ["writer"], [CallOfGRPC2.write(.word("request"), label: "contentsOf")]))
    let requests = sends ? [] : [CodeArgument.plain(.word("request"))]
    let producers = sends ? [CodeArgument("requestProducer", sent)] : []
    let given = requests + made.said + producers + [CodeArgument("onResponse", .word("read"))]
    let read = Code.quoted("try await client.\(methodNameOfGRPC2(made.method))(\(given))")
    code = .call(
      .word(reader.name), [.plain(.kept(client)), .plain(.kept(request))],
      trailing: [
        ClosureCode(captures: captured, parameters: ["client", "request", "read"], [read])
      ])
    (self.call, self.reader) = (call, reader)
  }

  /// What becomes of a call object that a constant holds, of which nothing but its replies is asked: the constant holds those.
  ///
  /// - Returns: nil for calls of another kind, and where something else is done with it.
  static func consequence(of held: KeptCall, _ file: FileContext) -> Consequence? {
    let streams = held.uses.compactMap { MemberAccess(on: $0) }
    guard let style = StyleOfCallObject(held.call, file), !style.isUnary, !style.sends,
      !held.isTyped,
      streams.count == held.uses.count, streams.allSatisfy({ $0.name == "responseStream" }),
      let made = try? CallOfGRPC2(held.call, of: style.method, sendsStream: false, file),
      let replies = KeptReplies(made, sends: false, file)
    else { return nil }
    var editor = file.editor
    replies.rewrite(&editor)
    for stream in streams { editor.replace(stream.node, with: .word(held.name)) }
    var consequence = Consequence(editor)
    consequence.lower(to: .review, because: reason)
    made.lower(&consequence)
    return consequence
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    if let untyped {
      editor.replace(untyped.member.node, with: untyped.type.member(untyped.member.name))
    }
    editor.replace(call.node, with: code)
    reader.declare(functionOfReplies(called: reader.name), &editor)
  }
}

/// Whether requests are an array that has a name, whose type the function can tell.
private func isNamedArray(_ requests: Node, _ file: FileContext) -> Bool {
  guard NameExpr(requests) != nil,
    case .nominal(let type, let elements) = file.semantics.type(of: requests)
  else { return false }
  return type.qualifiedName == "Swift.Array" && elements.first?.nominalSymbol != nil
}

/// Whether a client can be given to a function as the code names it.
func isKeptAsIs(_ client: Node) -> Bool {
  client.kind != .optionalChaining && NameExpr(client)?.name != "super" && !suspendsOrThrows(client)
}

/// Whether something in an expression is marked to suspend or to throw.
private func suspendsOrThrows(_ expression: Node) -> Bool {
  expression.descendants.contains { [.tryExpr, .awaitExpr].contains($0.kind) }
}

/// What the closure of a kept call captures that names the call's options; nil where they belong to the object around the call, suspend or
/// throw, or are named as what the closure is given.
func capturesOfKeptCall(
  saying options: Node?, besides given: Set<String>, _ file: FileContext
) -> [String]? {
  guard let options else { return [] }
  guard !suspendsOrThrows(options), !CarriedState.usesSelf([options], file),
    !options.descendants.contains(where: { node in
      node.kind == .declReference && given.contains(node.name)
    })
  else { return nil }
  let filled = options.descendants.filter { name in
    LocalVariable(named: name, file)?.value.map { isFilledOptions($0, file) } ?? false
  }
  return (try? CarriedState([options], movedFrom: options, file)).map { state in
    state.captures + filled.map(\.name).filter { !state.captures.contains($0) }
  }
}

/// Whether options that a constant is given become those of a variable which statements fill.
private func isFilledOptions(_ value: Node, _ file: FileContext) -> Bool {
  guard value.kind == .functionCall,
    file.semantics.symbol(of: value)?.parent?.qualifiedName == "GRPC.CallOptions"
  else { return false }
  return (try? OptionSettings(value, file))?.statements(setting: "").isEmpty == false
}

/// `.with` that a request begins with: `.with { … }`, `.with { … }.copy()`.
private func implicitMember(beginning request: Node) -> MemberAccess? {
  var node = request
  while true {
    if let call = CallExpr(node), let called = call.called {
      node = called.node
    } else if let member = MemberAccess(node) {
      guard let base = member.base else { return member }
      node = base.node
    } else {
      return nil
    }
  }
}

/// The name of the function of a file that makes a sequence of replies; nil if every name for it is taken.
private func nameOfReplies(in file: FileContext) -> NameAtEndOfFile? {
  NameAtEndOfFile(["keptReplies", "repliesOfCall"], in: file) { declaration in
    FunctionDecl(declaration)?.returnType?.name == "RPCAsyncSequence"
  }
}

/// The function that makes a sequence of replies.
private func functionOfReplies(called name: String) -> Code {
  let generics = "<Client: Sendable, Request: Sendable, Reply: Sendable>"
  let response = "GRPCCore::StreamingClientResponse<Reply>"
  let read = "@escaping @Sendable (\(response)) async throws -> Void"
  let call = "@escaping @Sendable (Client, Request, \(read)) async throws -> Void"
  let parameters = "_ client: Client, _ request: Request, _ call: \(call)"
  let types = "<Reply, any Swift::Error>"
  let loop = Code.quoted(
    "for try await reply in response.messages { continuation.yield(reply) }")
  let called = Code.quoted("try await call(client, request) { response in \(loop) }")
  let failed = Code.quoted("continuation.finish(throwing: error)")
  let tried = Code.quoted("do { \(called); continuation.finish() } catch { \(failed) }")
  let reading = Code.quoted(
    items:
      "let reading = _Concurrency::Task { \(tried) }; continuation.onTermination = { _ in "
      + "reading.cancel() }"
  )
  let kept = Code.quoted(
    items:
      "let replies = _Concurrency::AsyncThrowingStream\(types) { continuation in \(reading) "
      + "}; return GRPCCore::RPCAsyncSequence(wrapping: replies)"
  )
  return .quoted(
    "private func \(name)\(generics)(\(parameters)) -> GRPCCore::RPCAsyncSequence\(types) { \(kept) }"
  )
}
