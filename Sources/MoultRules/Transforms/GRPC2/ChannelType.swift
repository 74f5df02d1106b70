import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns the type of a connection of grpc-swift 1 into a `GRPCClient` over HTTP/2.
func channelType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  concreteType("GRPCClient<\(clientTransport)>", match)
}

/// Turns the type `Server` of grpc-swift 1 into a `GRPCServer` over HTTP/2.
func serverType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  concreteType("GRPCServer<HTTP2ServerTransport.Posix>", match)
}

/// Puts a generic type in place of a type, and of the `any` or `some` before it.
private func concreteType(_ name: String, _ match: Match) -> TransformOutcome? {
  let node = match.node
  // What is made or started with the name is found as a call.
  if let parent = node.parent, parent.kind == .memberAccess && parent.base == node {
    return parent.name == "self" ? .manual("use the new type") : nil
  }
  if let parent = node.parent, parent.kind == .functionCall { return nil }
  if node.parent?.kind == .inheritedType {
    return .manual("conform to 'ClientTransport' of 'GRPCCore', which works with streams of bytes")
  }
  var consequence = Consequence()
  var start = match.replaced.lowerBound
  if let parent = node.parent, parent.kind == .someOrAnyType { start = parent.range.lowerBound }
  consequence.edits.append(Edit(start..<match.replaced.upperBound, name))
  return TransformOutcome(consequence, imports: ["GRPCNIOTransportHTTP2"])
}
