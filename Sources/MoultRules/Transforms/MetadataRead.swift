import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a question to a `Metadata` into one to the `customMetadata` of `CallOptions`.
///
/// What a call or a session received is no `CallOptions` later, so a question to it is left to a person. What a
/// `CallResult` holds has a rule of its own.
func metadataRead(_ match: Match, _ file: FileContext) -> TransformOutcome? {
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
  let headers = HeadersFlow(of: base, file).isHeaders ? "" : ".customMetadata"
  let template = Template("$base\(headers)" + question(symbol.name))
  guard let edits = template.edits(replacing: match.replaced, match.bindings, in: file.source)
  else { return nil }
  var consequence = Consequence()
  consequence.edits = edits
  return TransformOutcome(consequence)
}

/// What is asked of the headers in place of a member of `Metadata`.
private func question(_ member: String) -> String {
  switch member {
  case "count": ".count"
  case "description": ".description"
  case "dictionaryRepresentation":
    ".reduce(into: [String: String]()) { entries, header in entries[header.name] = header.value }"
  default: ".first(name: $1)"
  }
}
