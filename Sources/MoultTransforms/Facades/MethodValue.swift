package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a generated unary method that is used as a value into a closure that calls the new one and waits.
package func methodValue(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.nodes["base"], let symbol = match.symbol else { return nil }
  guard !isOnEventLoop(match.node, file) else {
    return .manual("call '\(symbol.name)' and continue in '.response.whenComplete { … }'")
  }
  let client: Code =
    isOwnMember(base, file) ? Code.word("self").member(base.text) : .kept(base)
  let takesMetadata = symbol.parameterLabels.contains("metadata")
  let options = takesMetadata ? [CodeArgument("callOptions", .word("$1"))] : []
  let call = client.calling(symbol.name, [.plain(.word("$0"))] + options)
  let reply = Code.marked(.tryMark, call.member("response").calling("wait"))
  return file.replacing(match.node, with: .closure(ClosureCode([reply])))
}
