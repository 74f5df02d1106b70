import MoultMatching
import MoultRewriting
import MoultSyntax

/// `handle(method:context:)` of a provider that is written by hand: a `switch` over the names of its methods, of which each has a
/// handler that calls a method of the provider.
struct HandlersOfAProvider {
  /// What answers calls of one method.
  struct Handler {
    /// The name of the method, as a literal.
    let name: Node

    /// The method of the provider that is called, by its name.
    let called: String
    let streams: SignatureOfAProvider.Streams

    /// Whether the method is async already.
    let isAsync: Bool
    let request: Node
    let reply: Node
  }

  let function: FunctionDecl
  let handlers: [Handler]

  init(_ function: FunctionDecl) throws(Refusal) {
    guard let body = function.body, body.items.count == 1, let first = body.items.first,
      let choice = SwitchExpr(first.node), !choice.hasConditionalCases,
      let method = function.parameters.first,
      case .name(let subject)? = choice.subject, subject.name == method.name
    else { throw Refusal("write one 'switch' over the names of the methods in 'handle'") }
    self.function = function
    var handlers: [Handler] = []
    for clause in choice.cases {
      let only = clause.items.count == 1 ? clause.items.first?.node : nil
      guard let only, let given = ReturnStmt(only)?.value?.node else {
        throw Refusal("only return a handler in each 'case' of 'handle'")
      }
      guard let item = clause.caseItems.only else {
        guard case .default = clause.label, given.kind == .nilLiteral else {
          throw Refusal("return a handler for one method in each 'case' of 'handle'")
        }
        continue
      }
      guard item.whereCondition == nil,
        let name = item.node.descendants().first(where: { $0.kind == .stringLiteral }),
        name.literalText != nil, name.range == item.node.range
      else { throw Refusal("write the name of a method as a literal in each 'case' of 'handle'") }
      handlers.append(try Self.handler(CallExpr(given), for: name))
    }
    guard !handlers.isEmpty else { throw Refusal("return a handler for a method in 'handle'") }
    self.handlers = handlers
  }

  private static func handler(
    _ made: CallExpr?, for name: Node
  ) throws(Refusal) -> Handler {
    guard let made, let streams = streamsOfHandlers[made.called?.node.name ?? ""],
      made.trailingClosures.isEmpty,
      let request = message(of: made.argument(labeled: "requestDeserializer"), "Deserializer"),
      let reply = message(of: made.argument(labeled: "responseSerializer"), "Serializer"),
      let last = Array(made.arguments).last, let given = last.expression,
      let called = last.label == "wrapping" ? methodWrapped(by: given) : given.nameWithoutSelf,
      made.argument(labeled: "context") != nil, made.arguments.count == 5
    else {
      throw Refusal(
        "for '\(name.literalText ?? "")', return a handler which is given 'ProtobufDeserializer', 'ProtobufSerializer' and a method of the provider; one that wraps an async method takes no streams"
      )
    }
    if let list = made.argument(labeled: "interceptors")?.expression?.node, !isEmptyList(list) {
      throw Refusal(
        "for '\(name.literalText ?? "")', pass the interceptors to 'GRPCServer(transport:services:interceptors:)'"
      )
    }
    return Handler(
      name: name, called: called, streams: streams, isAsync: last.label == "wrapping",
      request: request, reply: reply)
  }

  /// `m` of `{ try await self.m(request: $0, context: $1) }`.
  private static func methodWrapped(by closure: Expr) -> String? {
    guard case .closure(let closure) = closure, closure.captures.isEmpty,
      let only = closure.items.only?.node, let marked = TryExpr(only), marked.mark == .propagating,
      let call = only.descendants.lazy.compactMap({ CallExpr($0) }).first,
      call.node.ancestors.prefix(while: { $0 != only }).allSatisfy({ $0.kind == .awaitExpr }),
      case let arguments = Array(call.arguments), arguments.map(\.label) == ["request", "context"],
      arguments.map({ $0.expression?.node.text }) == ["$0", "$1"]
    else { return nil }
    return call.called?.nameWithoutSelf
  }

  /// Whether interceptors are none, or those of a property, whose own value says whether there are any.
  private static func isEmptyList(_ list: Node) -> Bool {
    if list.kind == .arrayLiteral { return list.children.isEmpty }
    guard list.kind == .binaryOperator, list.name == "??",
      let other = list.children.last, other.kind == .arrayLiteral, other.children.isEmpty,
      let asked = CallExpr(list.children.first ?? other)?.called?.node.base,
      asked.kind == .optionalChaining, let property = asked.children.first.flatMap({ Expr($0) })
    else { return false }
    return property.nameWithoutSelf == "interceptors"
  }

  /// The message of `ProtobufDeserializer<M>()` or `ProtobufSerializer<M>()`.
  private static func message(of argument: Argument?, _ kind: String) -> Node? {
    guard case .call(let made)? = argument?.expression, made.arguments.isEmpty,
      case .specialized(let codec)? = made.called, codec.children.first?.name == "Protobuf" + kind
    else { return nil }
    return codec.typeArguments.first
  }

  /// `registerMethods(with:)`, which registers a handler for each of the methods.
  ///
  /// - Parameter descriptor: the descriptor of a method, by its name.
  func registration(
    _ descriptor: (_ name: Node) -> Code, seenFrom file: FileContext
  ) -> Code {
    let transport = file.spelling(of: "GRPCCore.ServerTransport", at: function.node)
    let messages = handlers.flatMap { [$0.request, $0.reply] }
    let parameter =
      ["Transport", "TransportOfRouter"].first { name in messages.allSatisfy { !$0.says(name) } }
      ?? "T"
    let modifiers = function.node.modifierNames.filter { accessLevels.contains($0) }
    let head = (modifiers + ["func"]).joined(separator: " ")
    let registered = handlers.map { handler in
      Code.quoted(
        "router.registerHandler(forMethod: \(descriptor(handler.name)), "
          + "deserializer: \(codec("Deserializer", handler.request)), "
          + "serializer: \(codec("Serializer", handler.reply))) "
          + "{ request, context in \(answer(by: handler)) }")
    }
    return .quoted(
      "\(head) registerMethods<\(parameter): \(transport)>"
        + "(with router: inout GRPCCore::RPCRouter<\(parameter)>) { \(registered) }")
  }

  private func codec(_ kind: String, _ message: Node) -> Code {
    .call(.generic(.library("GRPCProtobuf.Protobuf" + kind), [.form(.moved(.kept(message)))]), [])
  }

  /// What is done with `request` and `context`.
  private func answer(by handler: Handler) -> [Code] {
    let single = Code.quoted("GRPCCore::ServerRequest(stream: request).message")
    let messages = Code.quoted("request.messages")
    func answered(_ request: Code, _ others: String = "") -> Code {
      .quoted("try await self.\(handler.called)(request: \(request), \(others)context: context)")
    }
    func replied(_ request: Code) -> Code {
      .quoted(
        "return GRPCCore::StreamingServerResponse "
          + "{ response in \(answered(request, "response: response, ")); return [:] }")
    }
    switch handler.streams {
    case .none, .requests:
      let reply = answered(handler.streams == .none ? single : messages)
      return Code.quoted(
        items: "let reply = \(reply); return GRPCCore::StreamingServerResponse"
          + "(single: GRPCCore::ServerResponse(message: reply))")
    case .replies:
      return [.quoted("let message = try await \(single)"), replied(.word("message"))]
    case .both: return [replied(messages)]
    }
  }
}

private let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate"]

/// The handlers of grpc-swift 1, and which of the two sides streams; one of an async method says that by its closure.
private let streamsOfHandlers: [String: SignatureOfAProvider.Streams] = [
  "UnaryServerHandler": .none, "ServerStreamingServerHandler": .replies,
  "ClientStreamingServerHandler": .requests, "BidirectionalStreamingServerHandler": .both,
  "GRPCAsyncServerHandler": .none,
]
