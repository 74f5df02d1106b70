package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `.tls(configuration)`, the security of a pool that stands apart from it, into that of a transport.
package func securityOfPool(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let call = CallExpr(match.node), !isGivenToPool(call.node, file) else { return nil }
  let settings = try securitySettings(of: call, file)
  var base: Code?
  if case .member(let member)? = call.called { base = member.base.map { .kept($0) } }
  return file.replacing(
    call.node, with: settings.securityCode.member(of: base), review: settings.reasons)
}

/// Turns the type of a pool's security into that of a transport's.
///
/// Where a value of it is left to a person, the type is as well: nobody would find that value any more.
package func typeOfSecurity(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let isLeft = file.tree.root.descendants().contains { node in
    guard let call = CallExpr(node), call.called?.node.name == "tls",
      file.semantics.symbol(of: node)?.qualifiedName
        == "GRPC.GRPCChannelPool.Configuration.TransportSecurity.tls(_:)"
    else { return false }
    return !isGivenToPool(node, file) && (try? securitySettings(of: call, file)) == nil
  }
  guard !isLeft else {
    return .manual(
      "first write the security as '.tls { … }' or '.mTLS(…)' of 'HTTP2ClientTransport.Posix.TransportSecurity', which is the type from then on"
    )
  }
  let transport = file.spelling(of: "GRPCNIOTransportCore.HTTP2ClientTransport", at: match.node)
  return file.renaming(
    match.replaced, to: transport + ".Posix.TransportSecurity", imports: ["GRPCNIOTransportHTTP2"])
}

/// What `.tls(configuration)` says, in the words of grpc-swift 2.
private func securitySettings(
  of call: CallExpr, _ file: FileContext
) throws(Refusal) -> ClientSettings {
  guard !file.tree.holdsComment(in: call.range) else {
    throw refusalOfRemarkInCall
  }
  var settings = ClientSettings(file)
  try settings.read(security: call.node)
  guard settings.gone.isEmpty, settings.config.argument == nil else {
    throw Refusal(
      "write the security as '.tls { … }' or '.mTLS(…)' of 'HTTP2ClientTransport.Posix.TransportSecurity'; a host name is 'config.http2.authority' of the transport"
    )
  }
  return settings
}

/// Whether a pool is given the security, at once or by a condition: then it is rewritten with the pool.
private func isGivenToPool(_ security: Node, _ file: FileContext) -> Bool {
  for ancestor in security.ancestors {
    switch ancestor.kind {
    case .ternary, .tuple: continue
    case .argument:
      guard let argument = Argument(ancestor), let call = argument.call else { continue }
      return argument.label == "transportSecurity"
        && file.semantics.symbol(of: call.node)?.qualifiedName
          == "GRPC.GRPCChannelPool.with(target:transportSecurity:eventLoopGroup:_:)"
    default: return false
    }
  }
  return false
}

extension Code {
  /// An implicit member, or a call of one, as one of a type.
  fileprivate func member(of base: Code?) -> Code {
    guard let base else { return self }
    switch self {
    case .member(nil, let name): return .member(base, name)
    case .call(.member(nil, let name), let arguments, let closures):
      return .call(.member(base, name), arguments, trailing: closures)
    default: return self
    }
  }
}
