import MoultFindings
import MoultMatching
import MoultSource
import MoultSyntax

/// Hands call options to a service, bridged from Objective-C, that is made without.
func bridgedServiceHost(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.arguments.count == 1, let edit = handing("nil", to: match.node) else {
    return .manual("pass call options")
  }
  var consequence = Consequence()
  consequence.edits = [edit]
  return TransformOutcome(consequence)
}

/// Takes the scheme out of a host that is written as a literal.
func bridgedHostScheme(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let value = match.node.arguments.first?.argumentValue,
    let text = value.literalText, text.contains("://")
  else { return nil }
  let written = file.source.text(value.range)
  for scheme in ["https://", "http://"] where written.hasPrefix("\"" + scheme) {
    let start = value.range.lowerBound.index + 1
    var consequence = Consequence()
    consequence.delete(ByteRange(indices: start..<(start + scheme.utf8.count)))
    return TransformOutcome(consequence)
  }
  return .manual("remove the scheme from the host, and add a port")
}
