package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Hands call options to a service, bridged from Objective-C, that is made without.
package func bridgedServiceHost(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.arguments.count == 1 else { return .manual("pass call options") }
  var editor = file.editor
  hand(.word("nil"), to: match.node, &editor)
  return TransformOutcome(editor)
}

/// Takes the scheme out of a host that is written as a literal.
package func bridgedHostScheme(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let value = match.node.arguments.first?.argumentValue,
    let text = value.literalText, text.contains("://")
  else { return nil }
  for scheme in ["https://", "http://"] where value.text.hasPrefix("\"" + scheme) {
    return file.replacing(value, with: .word("\"" + value.text.dropFirst(1 + scheme.count)))
  }
  return .manual("remove the scheme from the host, and add a port")
}
