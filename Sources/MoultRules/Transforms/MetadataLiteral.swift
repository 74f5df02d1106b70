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
  let isLiteral = entries.kind == .dictionaryLiteral || isEmptyDictionaryLiteral(entries)
  let template = Template(
    isLiteral
      ? "CallOptions(customMetadata: $1)"
      : "CallOptions(customMetadata: HPACKHeaders($1.map { ($$0.key, $$0.value) }))")
  guard let edits = template.edits(replacing: match.replaced, match.bindings, in: file.source)
  else {
    return nil
  }
  var consequence = Consequence()
  consequence.edits = edits
  consequence.merge(removalOfThrow(from: match.node, in: file))
  return TransformOutcome(consequence, imports: isLiteral ? [] : ["NIOHPACK"])
}

func isEmptyDictionaryLiteral(_ node: Node) -> Bool {
  node.kind == .dictionaryLiteral || (node.kind == .arrayLiteral && node.text == "[:]")
}
