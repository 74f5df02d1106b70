import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Says where that goes which a generated client of grpc-swift 1 keeps: its options and its channel.
func optionKeptByClient(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.name == "defaultCallOptions", let member = match.node.parent,
    member.kind == .memberAccess, member.base == match.node
  else { return .manual() }
  switch member.name {
  case "timeLimit":
    return .manual(
      "pass the limit to the transport of the 'GRPCClient', as 'timeout:' of a 'MethodConfig' for all methods in 'serviceConfig:', or as 'options:' to each call"
    )
  case "customMetadata":
    return .manual(
      "send the headers in a 'ClientInterceptor' that you pass to 'GRPCClient(transport:interceptors:)', or as 'metadata:' of each call"
    )
  default: return .manual()
  }
}

/// Leaves to a person what is asked of options, unless they are those of a client, which are found themselves.
func optionWithoutSuccessor(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  isOptionOfClient(match, file) ? nil : .manual()
}

/// Whether an option is one of a client's `defaultCallOptions`.
func isOptionOfClient(_ match: Match, _ file: FileContext) -> Bool {
  guard let base = match.nodes["base"] ?? match.node.base, base.kind == .memberAccess,
    base.name == "defaultCallOptions", let client = base.base,
    let type = file.semantics.type(of: client).nominalSymbol
  else { return false }
  return file.model.isSubtype(type, of: "GRPC.GRPCClient")
}
