import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The transport that a rewritten client has where the code does not say.
let clientTransport = "HTTP2ClientTransport.Posix"

/// Renames a client that the generator of grpc-swift 1 made: `X_YAsyncClient` to `X_Y.Client`.
///
/// A type gets the transport as an argument; a client that is made takes it from the `GRPCClient` it wraps.
package func generatedClientOfGRPC2(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let name = match.node.name
  guard let kind = GeneratedClientKind(name) else { return nil }
  if kind.suffix == "TestClient" {
    return .manual(
      "connect '\(kind.stem).Client' to a test service over an 'InProcessTransport'; grpc-swift 2 has no '…TestClient'"
    )
  }
  var consequence = Consequence()
  if !kind.isAsync {
    consequence.lower(
      to: .review,
      because: "the methods of '\(kind.stem).Client' are async and return no call objects")
  }
  if kind.isProtocol {
    if isConformance(match.node) {
      return .manual(
        "write the methods of '\(kind.stem).ClientProtocol', which are generic over the result of 'onResponse', or let the code that uses the fake depend on a protocol of your own"
      )
    }
    consequence.edits.append(
      Edit(match.replaced, namespace(of: kind, match, file) + ".ClientProtocol"))
    return TransformOutcome(consequence)
  }
  if let facade = facadeMetByGeneratedMethods(match, file) {
    return .manual(
      "give '\(kind.stem).Client' the methods of '\(facade.name)' in the extension; the generated ones have other signatures in grpc-swift 2, and all of them are async"
    )
  }
  if let call = callThatMakes(match.node) {
    let name = Edit(match.replaced, namespace(of: kind, match, file) + ".Client")
    return construction(call, kind, name, consequence, file)
  }
  consequence.edits.append(
    Edit(match.replaced, "\(namespace(of: kind, match, file)).Client<\(clientTransport)>"))
  return TransformOutcome(consequence, imports: ["GRPCNIOTransportHTTP2"])
}

/// Turns `Alias(channel: c)`, where the alias stands for a client that the generator of grpc-swift 1 made, into
/// `Alias(wrapping: c)`.
package func clientBehindAlias(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let owner = match.symbol?.parent, let kind = GeneratedClientKind(owner.name),
    let callee = match.node.callee
  else { return nil }
  var name = callee
  if callee.kind == .memberAccess, callee.name == "init", let base = callee.base { name = base }
  // The name of the client itself is found as a type.
  guard name.name != owner.name else { return nil }
  guard kind.suffix != "TestClient" else {
    return .manual(
      "connect '\(kind.stem).Client' to a test service over an 'InProcessTransport'; grpc-swift 2 has no '…TestClient'"
    )
  }
  return construction(match.node, kind, nil, Consequence(), file)
}

/// The namespace of the service in which the client is generated, with its module where the file's own module hides it.
///
/// In grpc-swift 1 a client and a provider had names of their own. In grpc-swift 2 both stand in one namespace: a test target
/// with code generated for servers hides that of the library, which has the client.
private func namespace(
  of kind: GeneratedClientKind, _ match: Match, _ file: FileContext
) -> String {
  let own = file.semantics.module
  guard let home = match.symbol?.module, home != own else { return kind.stem }
  let isHidden = ["Provider", "AsyncProvider"].contains { suffix in
    file.model.symbols(named: "\(own).\(kind.stem)\(suffix)").contains(where: \.isGenerated)
  }
  return isHidden ? "\(home).\(kind.stem)" : kind.stem
}

/// What a generator of grpc-swift 1 called a client.
struct GeneratedClientKind {
  let stem: String
  let suffix: String

  init?(_ name: String) {
    // The longer ones first: each ends in the shorter ones.
    let suffixes = [
      "AsyncClientProtocol", "ClientProtocol", "AsyncClient", "NIOClient", "TestClient", "Client",
    ]
    guard let suffix = suffixes.first(where: { name.hasSuffix($0) && name != $0 }) else {
      return nil
    }
    self.suffix = suffix
    stem = String(name.dropLast(suffix.count))
  }

  var isAsync: Bool { suffix.hasPrefix("Async") }
  var isProtocol: Bool { suffix.hasSuffix("Protocol") }
}

private func hasBody(_ function: Symbol) -> Bool {
  function.declaration?.child(.codeBlock) != nil
}

/// The protocol of the project that an extension of a generated client names, and that generated methods alone meet.
private func facadeMetByGeneratedMethods(_ match: Match, _ file: FileContext) -> Symbol? {
  guard let client = match.symbol, let declaration = match.node.parent,
    declaration.kind == .extensionDecl, declaration.subjectType == match.node
  else { return nil }
  return declaration.inheritedTypes.lazy.compactMap { file.semantics.symbol(of: $0) }
    .first { facade in
      guard facade.kind == .protocolType, !facade.isGenerated, facade.declaration != nil else {
        return false
      }
      return allRequirements(of: facade, file.model, []).contains { requirement in
        guard requirement.kind == .function, !hasBody(requirement) else { return false }
        let methods = file.model.members(of: client, named: requirement.name).filter {
          $0.kind == .function && ($0.isGenerated || hasBody($0))
        }
        return !methods.isEmpty && methods.allSatisfy(\.isGenerated)
      }
    }
}

/// Whether a type of the project says that it conforms, rather than asking for a value.
func isConformance(_ node: Node) -> Bool {
  guard node.parent?.kind == .inheritedType, let owner = node.parent?.parent?.parent else {
    return false
  }
  return owner.kind != .protocolDecl
}

/// The call whose callee is the name, or `.init` of it.
private func callThatMakes(_ node: Node) -> Node? {
  guard node.kind == .declReference || node.kind == .memberAccess, let parent = node.parent else {
    return nil
  }
  if parent.kind == .functionCall, parent.callee == node { return parent }
  if parent.kind == .memberAccess, parent.name == "init", parent.base == node,
    let call = parent.parent, call.kind == .functionCall, call.callee == parent
  {
    return call
  }
  return nil
}

/// - Parameter name: what gives the client its new name, where the call has it.
private func construction(
  _ call: Node, _ kind: GeneratedClientKind, _ name: Edit?, _ start: Consequence,
  _ file: FileContext
) -> TransformOutcome {
  var consequence = start
  if let name { consequence.edits.append(name) }
  let arguments = call.arguments
  guard let channel = arguments.first, channel.argumentLabel == "channel" else {
    return .manual("create it with '\(kind.stem).Client(wrapping:)' and a 'GRPCClient'")
  }
  if isChannelOfClient(channel.argumentValue, file) {
    return .manual(
      "create '\(kind.stem).Client(wrapping:)' with the 'GRPCClient' that the other client was created with"
    )
  }
  let labels = arguments.compactMap(\.argumentLabel)
  if labels.contains("interceptors") {
    return .manual(
      "pass the interceptors to 'GRPCClient(transport:interceptors:)', or with '.apply(…, to: .services([\(kind.stem).descriptor]))' as 'interceptorPipeline:', and create '\(kind.stem).Client(wrapping:)' with it"
    )
  }
  let value = channel.argumentValue
  consequence.edits.append(Edit(channel.range.lowerBound..<value.range.lowerBound, "wrapping: "))
  // The fix of the connection takes such options with it.
  if connectionTakesOptions(of: call, file) { return TransformOutcome(consequence) }
  if let options = arguments.dropFirst().first {
    guard isPlainOptions(options.argumentValue, file) else {
      return .manual(
        "pass the options with each call ('options:', headers as 'metadata:'), or as a 'ServiceConfig' with a 'MethodConfig' for all methods to the transport, and create '\(kind.stem).Client(wrapping:)'"
      )
    }
    consequence.delete(channel.range.upperBound..<options.range.upperBound)
  }
  return TransformOutcome(consequence)
}

/// Whether an expression asks a generated client for its channel, which it does not have in grpc-swift 2.
func isChannelOfClient(_ value: Node, _ file: FileContext) -> Bool {
  let member = value.withoutUnwrapping
  guard member.kind == .memberAccess, member.name == "channel", let client = member.base,
    let type = file.semantics.type(of: client).fullyUnwrapped.nominalSymbol
  else { return false }
  return file.model.isSubtype(type, of: "GRPC.GRPCClient")
}

/// `CallOptions()` says nothing.
private func isPlainOptions(_ node: Node, _ file: FileContext) -> Bool {
  node.kind == .functionCall && node.arguments.isEmpty
    && file.semantics.symbol(of: node)?.parent?.qualifiedName == "GRPC.CallOptions"
}
