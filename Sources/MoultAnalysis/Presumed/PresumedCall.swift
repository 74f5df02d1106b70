import MoultMatching
import MoultProto
import MoultSemantics
import MoultSyntax

/// A call of a method on a client that nothing declares, with what it tells of the method.
struct PresumedCall {
  /// The name of the function in the client: `sayHello`, also of `makeSayHelloCall`.
  let function: String
  private(set) var method = PresumedMethod()

  /// Whether the result is used as only a call of grpc-swift 1 can be, or an argument says so.
  private(set) var isOfGRPC1 = false

  /// Whether it is given a message, and whether a closure for the replies.
  let hasRequest: Bool
  let hasHandler: Bool

  private let call: Node
  private let semantics: FileSemantics
  private let model: ProjectModel

  /// - Parameters:
  ///   - call: of a member of the client.
  ///   - role: of the client.
  init(
    _ call: Node, named name: String, on role: UnseenName.Role, _ semantics: FileSemantics,
    _ model: ProjectModel
  ) {
    self.call = call
    self.semantics = semantics
    self.model = model
    let isMade =
      name.hasPrefix("make") && name.hasSuffix("Call")
      && name.dropFirst("make".count).dropLast("Call".count).first?.isUppercase == true
    if isMade {
      let bare = name.dropFirst("make".count).dropLast("Call".count)
      function = bare.prefix(1).lowercased() + bare.dropFirst()
    } else {
      function = name
    }
    let labels =
      call.arguments.map(\.argumentLabel) + call.trailingClosures.map { $0.label ?? "handler" }
    hasRequest = labels.first == .some(nil)
    hasHandler = labels.contains("handler")
    method.isCalledByName = !isMade
    method.shapes = [shape(name, labels)]
    let uses = usesOfResult
    isOfGRPC1 = isMade || labels.contains("callOptions") || !uses.isDisjoint(with: membersOfCalls)
    let request = hasRequest ? call.arguments.first?.argumentValue : nil
    let rest = labels.dropFirst(request == nil ? 0 : 1)
    guard rest.allSatisfy({ $0 == "callOptions" || $0 == "handler" }), Set(rest).count == rest.count
    else {
      method.isOdd = true
      return
    }
    if isMade || (role == .async && !hasHandler) {
      method.kinds = isMade ? kindOfMade(request, uses) : kindOfAsync(request)
    } else {
      method.kinds =
        request == nil
        ? [hasHandler ? .bidirectionalStreaming : .clientStreaming]
        : [hasHandler ? .serverStreaming : .unary]
    }
    if method.kinds != [.clientStreaming], method.kinds != [.bidirectionalStreaming],
      let request, let type = writtenName(of: request)
    {
      method.requests = [type]
    }
    noteMessages(isAwaited: role == .async && !isMade)
  }

  // MARK: kinds

  private func kindOfMade(_ request: Node?, _ uses: Set<String>) -> Set<ProtoMethod.Kind> {
    let streams = uses.contains("responseStream")
    let replies = uses.contains("response")
    guard streams != replies else { return [] }
    if request != nil { return [streams ? .serverStreaming : .unary] }
    return [streams ? .bidirectionalStreaming : .clientStreaming]
  }

  /// `try await client.get(request)`, `for try await reply in client.list(request)`.
  private func kindOfAsync(_ request: Node?) -> Set<ProtoMethod.Kind> {
    guard let request else { return [] }
    guard let isStream = givesStream, let isMessage = isMessage(request) else { return [] }
    if isMessage { return [isStream ? .serverStreaming : .unary] }
    return [isStream ? .bidirectionalStreaming : .clientStreaming]
  }

  /// Whether what the call gives is a stream and not a reply; nil where nothing tells.
  private var givesStream: Bool? {
    var part = call
    while let outer = part.parent {
      switch outer.kind {
      case .awaitExpr: return false
      case .tryExpr, .optionalChaining, .forceUnwrap: break
      case .memberAccess where outer.base == part:
        // What an algorithm of a sequence gives can be awaited as well.
        if let further = outer.parent, further.kind == .functionCall, further.callee == outer {
          return outer.isAwaited ? nil : true
        }
      case .forStmt: return true
      case .initializerClause:
        guard let variable = outer.parent?.parent, variable.kind == .variableDecl else {
          return outer.isAwaited ? nil : true
        }
        return !variable.isAsyncLet
      default: return outer.isAwaited ? nil : true
      }
      part = outer
    }
    return nil
  }

  /// Whether an argument is a message and not a sequence of them; nil where nothing tells.
  private func isMessage(_ argument: Node) -> Bool? {
    if argument.kind == .arrayLiteral { return false }
    if argument.kind == .functionCall, let callee = argument.callee, callee.kind == .memberAccess,
      callee.base == nil, callee.name == "with" || callee.name == "init"
    {
      return true
    }
    let type = semantics.type(of: argument)
    if let symbol = type.nominalSymbol {
      let isSequence = ["Swift.Sequence", "_Concurrency.AsyncSequence"].contains {
        model.isSubtype(symbol, of: $0)
      }
      return !isSequence
    }
    guard let name = writtenName(of: argument) else { return nil }
    return !["Stream", "Sequence", "Channel"].contains { name.hasSuffix($0) }
  }

  // MARK: messages

  /// The name of the type of an expression, as it is inferred or written.
  private func writtenName(of expression: Node) -> String? {
    let type = semantics.type(of: expression)
    if let symbol = type.nominalSymbol {
      return symbol.kind == .protocolType ? nil : describe(type)
    }
    guard type.isUnknown else { return nil }
    return semantics.nameOfTypeOutOfSight(of: expression).flatMap(nameable)
  }

  /// The name of a type, if it is one that can be declared or stands in a type that is.
  private func nameable(_ name: String?) -> String? {
    guard let name, let outer = name.split(separator: ".").first, outer.count < name.count else {
      return name
    }
    return model.declaresTopLevelType(named: String(outer)) ? name : nil
  }

  /// Reads messages where a closure, a variable or a result says them.
  private mutating func noteMessages(isAwaited: Bool) {
    let handler =
      call.trailingClosures.first?.closure
      ?? call.arguments.first { $0.argumentLabel == "handler" }?.argumentValue
    if let handler, handler.kind == .closure, let parameter = handler.signature?.parameters.first,
      let name = nameable(parameter.parameterType?.plainName)
    {
      method.responses.insert(name)
    }
    if let reply = isAwaited ? call : awaitedFuture,
      isAwaited ? method.kinds == [.unary] || method.kinds == [.clientStreaming] : true,
      let name = nameable(semantics.writtenType(wantedOf: reply)?.plainName), !isProtocol(name)
    {
      method.responses.insert(name)
    }
    guard let wanted = semantics.writtenType(wantedOf: call),
      let result = ([wanted] + wanted.descendants).first(where: {
        $0.kind.isType && typesOfCalls.contains($0.name)
      })
    else { return }
    isOfGRPC1 = true
    let messages = result.child(.genericArgumentClause)?.children.map { argument in
      let alias = semantics.symbol(of: argument)
      let meant = alias?.kind == .typeAlias ? alias?.declaration?.subjectType : nil
      let written = meant ?? argument
      return nameable(written.plainName ?? written.children.first?.plainName)
    }
    guard let messages, messages.count == 2, let request = messages[0], let response = messages[1]
    else { return }
    method.requests = [request]
    method.responses = [response]
  }

  /// `client.get(request).response.wait()`, of which the call is a part.
  private var awaitedFuture: Node? {
    guard let future = call.parent, future.kind == .memberAccess, future.name == "response",
      let wait = future.parent, wait.kind == .memberAccess,
      wait.name == "wait" || wait.name == "get",
      let whole = wait.parent, whole.kind == .functionCall, whole.callee == wait
    else { return nil }
    return whole
  }

  private func isProtocol(_ name: String) -> Bool {
    model.projectTypes.contains { $0.name == name && $0.kind == .protocolType }
  }

  // MARK: the result

  /// The members that are asked for of what the call gives, at once or of the variable that it is kept in.
  private var usesOfResult: Set<String> {
    var part = call
    while let outer = part.parent, outer.kind == .tryExpr || outer.kind == .awaitExpr {
      part = outer
    }
    guard let outer = part.parent else { return [] }
    if outer.kind == .memberAccess, outer.base == part { return [outer.name] }
    guard outer.kind == .initializerClause, let binding = outer.parent,
      let pattern = binding.descendants.first(where: { $0.kind == .identifierPattern }),
      let variable = semantics.symbol(of: pattern)
    else { return [] }
    return Set(
      semantics.references(to: variable).compactMap { use in
        var receiver = use
        while let outer = receiver.parent,
          outer.kind == .optionalChaining || outer.kind == .forceUnwrap
        {
          receiver = outer
        }
        guard let member = receiver.parent, member.kind == .memberAccess, member.base == receiver
        else { return nil }
        return member.name
      })
  }

  /// The declaration of a function that takes what the call gives.
  private func shape(_ name: String, _ labels: [String?]) -> String {
    let parameters = labels.enumerated().map { index, label in
      let type = label == "handler" ? "@escaping (\(unseenMessage)) -> Swift.Void" : unseenMessage
      return "\(label ?? "_") p\(index): \(type)"
    }
    return "func `\(name)`(\(parameters.joined(separator: ", "))) -> \(unseenCall)"
  }
}

/// What a call of grpc-swift 1 is asked for.
private let membersOfCalls: Set = [
  "response", "responseStream", "requestStream", "status", "initialMetadata", "trailingMetadata",
  "sendMessage", "sendMessages", "sendEnd", "subchannel",
]

private let typesOfCalls: Set = [
  "UnaryCall", "ServerStreamingCall", "ClientStreamingCall", "BidirectionalStreamingCall",
  "GRPCAsyncUnaryCall", "GRPCAsyncServerStreamingCall", "GRPCAsyncClientStreamingCall",
  "GRPCAsyncBidirectionalStreamingCall",
]

extension Node {
  /// `async let`.
  fileprivate var isAsyncLet: Bool {
    kind == .variableDecl && modifierNames.contains("async")
  }

  /// Whether an `await` of the same body is around the node, or it is that of an `async let`.
  var isAwaited: Bool {
    for outer in [self] + Array(ancestors) {
      switch outer.kind {
      case .awaitExpr: return true
      case .variableDecl where outer.isAsyncLet: return true
      case .codeBlock, .closure, .accessorBlock, .sourceFile: return false
      default: continue
      }
    }
    return false
  }
}
