import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `try Metadata(entries)` into `CallOptions(customMetadata: …)`, which does not throw.
///
/// A dictionary literal is a literal of `HPACKHeaders` as well; any other dictionary is copied over.
func metadataToCallOptions(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let entries = match.nodes["1"] else { return nil }
  if isOfSessionThatStays(match.node, file) {
    return .manual("the headers go with the session that they are given to")
  }
  if isOfSettingLeftToAPerson(match.node, file) {
    return .manual("set 'defaultCallOptions.customMetadata' where the client is made")
  }
  let isLiteral = entries.kind == .dictionaryLiteral || isEmptyDictionaryLiteral(entries)
  let isHeaders = HeadersFlow(of: match.node, file).isHeaders
  let template = Template(headers(isLiteral: isLiteral, isHeaders: isHeaders, match.node))
  guard let edits = template.edits(replacing: match.replaced, match.bindings, in: file.source)
  else {
    return nil
  }
  var consequence = Consequence()
  consequence.edits = edits
  consequence.merge(removalOfThrow(from: match.node, in: file))
  return TransformOutcome(consequence, imports: isLiteral && !isHeaders ? [] : ["NIOHPACK"])
}

/// What entries become, as a template.
private func headers(isLiteral: Bool, isHeaders: Bool, _ made: Node) -> String {
  if !isHeaders {
    return isLiteral
      ? "CallOptions(customMetadata: $1)"
      : "CallOptions(customMetadata: HPACKHeaders($1.map { ($$0.key, $$0.value) }))"
  }
  guard isLiteral else { return "HPACKHeaders($1.map { ($$0.key, $$0.value) })" }
  var place = made
  while let mark = place.parent, mark.kind == .tryExpr { place = mark }
  switch place.parent?.kind {
  case .initializerClause, .assignment, .returnStmt, .argument: return "$1 as HPACKHeaders"
  default: return "($1 as HPACKHeaders)"
  }
}

func isEmptyDictionaryLiteral(_ node: Node) -> Bool {
  node.kind == .dictionaryLiteral || (node.kind == .arrayLiteral && node.text == "[:]")
}
