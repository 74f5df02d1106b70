package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a question to a `Metadata` into one to the `customMetadata` of `CallOptions`.
///
/// What a call or a session received is no `CallOptions` later, so a question to it is left to a person. What a
/// `CallResult` holds has a rule of its own.
package func metadataRead(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol, let base = match.nodes["base"] else { return nil }
  let owner = base.withoutUnwrapping
  let received = ["initialMetadata", "trailingMetadata", "requestMetadata"]
  if owner.kind == .memberAccess, received.contains(owner.name),
    let source = file.semantics.symbol(of: owner), source.module == "SwiftGRPC"
  {
    if source.parent?.qualifiedName == "SwiftGRPC.CallResult" { return nil }
    return .manual(
      "received metadata is 'HPACKHeaders' as of grpc-swift 1.0; read a header with 'first(name:)'"
    )
  }
  let headers =
    becomesHeaders(base, file) ? .kept(base) : Code.kept(base).member("customMetadata")
  return answer(symbol.name, of: headers, match).map { file.replacing(match.node, with: $0) }
}

/// What headers say in place of a member of `Metadata`.
private func answer(_ member: String, of headers: Code, _ match: Match) -> Code? {
  switch member {
  case "count", "description": return headers.member(member)
  case "dictionaryRepresentation":
    return .quoted(
      "\(headers).reduce(into: [String: String]()) { entries, header in entries[header.name] = "
        + "header.value }"
    )
  default:
    return match.nodes["1"].map { headers.calling("first", [CodeArgument("name", .kept($0))]) }
  }
}
