import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a unary call by its path, which no generated client makes, into one that a `GRPCClient` makes.
package func rawCall(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome? {
  guard let made = CallExpr(match.node) else { return nil }
  let raw = try RawCall(made, file)
  var conversion = FutureConversion(
    file,
    FutureLibrary(
      isFuture: isResponseOfUnaryCall,
      code: { (call, file) throws(Refusal) in
        guard let made = callUnderCast(call) else { return nil }
        return try RawCall(made, file).code
      },
      nextStep:
        "make the function around it async and call 'unary(request:descriptor:serializer:deserializer:options:onResponse:)' of the 'GRPCClient'"
    ))
  try conversion.follow(raw.whole)
  var consequence = conversion.consequence
  for reason in raw.reasons { consequence.lower(to: .review, because: reason) }
  return TransformOutcome(consequence, imports: raw.imports)
}

/// `channel.makeUnaryCall(path: "/s.S/M", request: r, callOptions: o) as UnaryCall<Q, R>`.
struct RawCall {
  /// The call, with the cast that says its type.
  let whole: Node
  let code: Code
  let reasons: [String]

  /// The modules of what the new call names.
  let imports: Set<String>

  init(_ call: CallExpr, _ file: FileContext) throws(Refusal) {
    let cast = CastExpr(of: call.node.parent)
    whole = cast?.mark == .coercion ? cast?.node ?? call.node : call.node
    let written = cast?.type ?? PatternBinding(of: whole.parent?.parent)?.type
    guard let types = written?.typeArguments, written?.mainTypeName == "UnaryCall",
      types.count == 2
    else { throw Refusal("write the type of the call behind it, 'as UnaryCall<…, …>'") }
    guard case .member(let member)? = call.called, let channel = member.base?.node,
      channel.kind != .optionalChaining,
      file.semantics.type(of: channel).fullyUnwrapped.nominalSymbol?.module == "GRPC",
      let request = call.argument(labeled: "request")?.expression,
      call.argument(labeled: "interceptors") == nil
    else {
      throw Refusal(
        "make the call on a channel of the library by its name, and without interceptors; one of the project's own becomes a 'ClientTransport'"
      )
    }
    let path = call.argument(labeled: "path")?.expression?.node.literalText?.split(separator: "/")
    guard let path, path.count == 2 else {
      throw Refusal("write the path in the call, '/package.Service/Method'")
    }
    let options = try OptionsOfACall(call.argument(labeled: "callOptions")?.expression?.node, file)
    reasons = options.reasons
    let metadata = options.metadata.map { [CodeArgument("metadata", $0)] } ?? []
    let sent = Code.quoted("GRPCCore::ClientRequest(message: \(request), \(metadata))")
    let descriptor = Code.quoted(
      "GRPCCore::MethodDescriptor(fullyQualifiedService: \"\(path[0])\", method: \"\(path[1])\")")
    let serializer = try codec("Serializer", of: types[0], file)
    let deserializer = try codec("Deserializer", of: types[1], file)
    imports = types.contains { isMessage($0, file) } ? ["GRPCProtobuf"] : []
    code = .quoted(
      "\(channel).unary(request: \(sent), descriptor: \(descriptor), serializer: \(serializer), "
        + "deserializer: \(deserializer), options: \(options.options ?? .member(nil, "defaults"))) "
        + "{ response in try response.message }"
    )
  }
}

/// The call that makes an object of a call, behind the cast that says its type.
private func callUnderCast(_ node: Node) -> CallExpr? {
  let made = CastExpr(node)?.operand.flatMap { CallExpr($0.node) } ?? CallExpr(node)
  return made?.called?.node.name == "makeUnaryCall" ? made : nil
}

/// What writes a message, or reads one: that of Protocol Buffers, or what a payload of the project has.
private func codec(
  _ name: String, of type: Node, _ file: FileContext
) throws(Refusal) -> Code {
  guard let symbol = file.semantics.symbol(of: type) else {
    throw Refusal("say a type that the project declares in the call")
  }
  if isMessage(type, file) {
    let library = Code.library("GRPCProtobuf.Protobuf" + name)
    return .call(.generic(library, [.word(type.text)]), [])
  }
  let isWritten = file.model.declaredMembers(of: symbol).contains {
    $0.name == name && $0.kind == .structure
  }
  guard isWritten || SerializedPayload.isRewritten(symbol, file) else {
    throw Refusal(
      "write a 'MessageSerializer' and a 'MessageDeserializer' for '\(symbol.name)' first")
  }
  return .call(.member(.word(type.text), name), [])
}

/// Whether a type is a message of Protocol Buffers.
private func isMessage(_ type: Node, _ file: FileContext) -> Bool {
  file.semantics.symbol(of: type).map {
    file.model.isSubtype($0, of: "SwiftProtobuf.Message")
  } ?? false
}
