import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a generated unary method that is used as a value into a closure that calls the new one and waits.
func methodValue(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.nodes["base"], let symbol = match.symbol else { return nil }
  guard !isOnEventLoop(match.node, file) else {
    return .manual("call '\(symbol.name)' and continue in '.response.whenComplete { … }'")
  }
  let text = file.source.text(base.range)
  let needsSelf =
    base.kind == .declReference
    && file.semantics.symbol(of: base)?.parent?.kind.isType == true && text != "self"
  let owner = (needsSelf ? "self." : "") + text
  let takesMetadata = symbol.parameterLabels.contains("metadata")
  let arguments = takesMetadata ? "$0, callOptions: $1" : "$0"
  var consequence = Consequence()
  consequence.edits.append(
    Edit(match.node.range, "{ try \(owner).\(symbol.name)(\(arguments)).response.wait() }"))
  return TransformOutcome(consequence)
}
