import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the extensions of protocols that would conform them to other ones.
func conformancesOfProtocols(in subject: Subject) -> [DefiniteError] {
  subject.nodes.compactMap { node in
    guard node.kind == .extensionDecl, let first = node.inheritedTypes.first,
      let type = node.subjectType, let symbol = subject.semantics.symbol(of: type),
      symbol.kind == .protocolType
    else { return nil }
    return subject.error(
      .protocolConformance, at: first,
      "the extension of the protocol '\(symbol.name)' cannot conform it to another")
  }
}
