package import MoultMatching
import MoultSemantics
import MoultSyntax

/// Leaves to a person what is asked of options, unless they are those of a client, which are found themselves.
package func optionWithoutSuccessor(_ match: Match, _ file: FileContext) -> TransformOutcome? {
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
