import MoultProto
import MoultSemantics
import MoultSyntax

/// What generators of grpc-swift 1 and 2 have made of the services of one module, read from the code itself.
///
/// The shapes are those of the generators' templates; what has another shape is no service.
struct GeneratedServices {
  /// By the stem of their names; each once.
  private(set) var ofEra1: [GeneratedService] = []
  private(set) var ofEra2: [GeneratedService] = []

  /// - Complexity: O(*n*) in the declarations of the trees.
  init(_ trees: [SyntaxTree]) {
    var methods: [String: [GeneratedMethod]] = [:]
    for tree in trees {
      let items = tree.root.itemNodes
      for item in items where item.kind == .protocolDecl {
        guard let read = Self.methodsOfEra1(item), methods[read.stem]?.isEmpty ?? true else {
          continue
        }
        methods[read.stem] = read.methods
      }
      ofEra2 += Self.servicesOfEra2(items)
    }
    ofEra1 = methods.sorted { $0.key < $1.key }
      .map { GeneratedService(name: $0.key, methods: $0.value) }
  }

  var isEmpty: Bool { ofEra1.isEmpty && ofEra2.isEmpty }

  // MARK: grpc-swift 1

  private static func methodsOfEra1(
    _ declaration: Node
  ) -> (stem: String, methods: [GeneratedMethod])? {
    let parents = Set(declaration.inheritedTypeNames)
    let functions = declaration.memberNodes.filter { $0.kind == .functionDecl }
    if parents.contains("GRPCClient") {
      for suffix in ["AsyncClientProtocol", "ClientProtocol"]
      where declaration.name.hasSuffix(suffix) {
        let stem = String(declaration.name.dropLast(suffix.count))
        return (stem, functions.compactMap(clientMethodOfEra1))
      }
    }
    if parents.contains("CallHandlerProvider") {
      for suffix in ["AsyncProvider", "Provider"] where declaration.name.hasSuffix(suffix) {
        return (
          String(declaration.name.dropLast(suffix.count)),
          functions.compactMap(providerMethodOfEra1)
        )
      }
    }
    return nil
  }

  private static func clientMethodOfEra1(_ function: Node) -> GeneratedMethod? {
    guard let result = function.returnType, let kind = kindsOfCalls[result.name],
      let request = result.genericTypes.first, let response = result.genericTypes.last
    else { return nil }
    var name = function.name
    if name.hasPrefix("make"), name.hasSuffix("Call") {
      name = String(name.dropFirst("make".count).dropLast("Call".count))
    }
    return GeneratedMethod(
      name: capitalized(name), request: request.text, response: response.text, kind: kind)
  }

  private static func providerMethodOfEra1(_ function: Node) -> GeneratedMethod? {
    providerMessages(of: function).map {
      GeneratedMethod(
        name: capitalized(function.name), request: $0.request, response: $0.response, kind: $0.kind)
    }
  }

  /// What a method of a provider takes and gives, as it is written.
  static func providerMessages(
    of function: Node
  ) -> (request: String, response: String, kind: ProtoMethod.Kind)? {
    func parameter(_ label: String) -> Node? {
      function.parameters.first { $0.externalName == label }?.parameterType
    }
    let stream = function.named("GRPCAsyncRequestStream") ?? function.named("StreamEvent")
    let writer =
      function.named("GRPCAsyncResponseStreamWriter")
      ?? function.named("StreamingResponseCallContext")
    let reply =
      writer?.genericTypes.first ?? function.named("UnaryResponseCallContext")?.genericTypes.first
      ?? (function.returnType?.name == "EventLoopFuture"
        ? function.returnType?.genericTypes.first : function.returnType)
    guard let request = stream?.genericTypes.first ?? parameter("request"), let reply else {
      return nil
    }
    let kind: ProtoMethod.Kind =
      stream == nil
      ? (writer == nil ? .unary : .serverStreaming)
      : (writer == nil ? .clientStreaming : .bidirectionalStreaming)
    return (request.text, reply.text, kind)
  }

  // MARK: grpc-swift 2

  /// A service is an enumeration without cases; its protocols stand in it or in extensions.
  private static func servicesOfEra2(_ items: [Node]) -> [GeneratedService] {
    var stems: [String] = []
    var protocols: [String: [Node]] = [:]
    var names: [String: [String]] = [:]
    for item in items {
      let name = item.kind == .extensionDecl ? item.subjectType?.text : item.name
      guard let name, item.kind == .enumDecl || item.kind == .extensionDecl else { continue }
      for member in item.memberNodes {
        if member.kind == .protocolDecl { protocols[name, default: []].append(member) }
        if member.kind == .enumDecl, member.name == "Method", item.kind == .enumDecl {
          stems.append(name)
          names[name] = member.memberNodes.filter { $0.kind == .enumDecl }.map(\.name)
        }
      }
    }
    return stems.compactMap { stem in
      let known = protocols[stem] ?? []
      let functions = ["ClientProtocol", "ServiceProtocol"].lazy
        .compactMap { name in known.first { $0.name == name } }
        .map { $0.memberNodes.filter { $0.kind == .functionDecl } }
      let methods = functions.first?.enumerated().compactMap { index, function in
        methodOfEra2(function, named: index < names[stem]?.count ?? 0 ? names[stem]?[index] : nil)
      }
      return methods.map { GeneratedService(name: stem, methods: $0) }
    }
  }

  private static func methodOfEra2(_ function: Node, named name: String?) -> GeneratedMethod? {
    func first(_ names: [String]) -> (type: Node, isStream: Bool)? {
      names.lazy.compactMap { function.named($0) }.first
        .map { ($0, $0.name.hasPrefix("Streaming")) }
    }
    let requests = [
      "StreamingClientRequest", "ClientRequest", "StreamingServerRequest", "ServerRequest",
    ]
    let responses = [
      "StreamingClientResponse", "ClientResponse", "StreamingServerResponse", "ServerResponse",
    ]
    guard let request = first(requests), let response = first(responses),
      let message = request.type.genericTypes.first, let reply = response.type.genericTypes.first
    else { return nil }
    let kind: ProtoMethod.Kind =
      switch (request.isStream, response.isStream) {
      case (false, false): .unary
      case (false, true): .serverStreaming
      case (true, false): .clientStreaming
      case (true, true): .bidirectionalStreaming
      }
    return GeneratedMethod(
      name: name ?? capitalized(function.name), request: message.text, response: reply.text,
      kind: kind)
  }
}

private let kindsOfCalls: [String: ProtoMethod.Kind] = [
  "UnaryCall": .unary, "GRPCAsyncUnaryCall": .unary,
  "ServerStreamingCall": .serverStreaming, "GRPCAsyncServerStreamingCall": .serverStreaming,
  "ClientStreamingCall": .clientStreaming, "GRPCAsyncClientStreamingCall": .clientStreaming,
  "BidirectionalStreamingCall": .bidirectionalStreaming,
  "GRPCAsyncBidirectionalStreamingCall": .bidirectionalStreaming,
]

private func capitalized(_ name: String) -> String {
  let bare = name.filter { $0 != "`" }
  return bare.prefix(1).uppercased() + bare.dropFirst()
}

extension Node {
  /// The last names of the types behind a declaration's colon.
  fileprivate var inheritedTypeNames: [String] {
    child(.inheritanceClause)?.children.compactMap(\.typeItself).map(\.name) ?? []
  }

  /// The types between the angle brackets of a written type.
  fileprivate var genericTypes: [Node] {
    child(.genericArgumentClause)?.children.compactMap(\.typeItself) ?? []
  }

  /// The node, or its first child, that is a type.
  private var typeItself: Node? {
    kind.isType ? self : children.first { $0.kind.isType }
  }

  /// The first type of this name that a function's signature speaks of.
  fileprivate func named(_ name: String) -> Node? {
    guard let signature else { return nil }
    var first: Node?
    for node in signature.descendants
    where node.kind == .identifierType || node.kind == .memberType {
      guard node.name == name else { continue }
      if let known = first, known.range.lowerBound <= node.range.lowerBound { continue }
      first = node
    }
    return first
  }
}
