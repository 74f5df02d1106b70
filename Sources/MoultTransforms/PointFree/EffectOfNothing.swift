package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Gives an effect that sends nothing the type of the effects around it: `effect.fireAndForget()` becomes `.map` with a closure that is never
/// called.
package func effectOfNothing(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), call.arguments.isEmpty, call.trailingClosures.isEmpty,
    let member = call.called?.node, let effect = member.base,
    file.semantics.type(of: effect).sendsNothing
  else {
    return .manual("have what makes the effect be a function, and call it in '.run { _ in … }'")
  }
  var editor = file.editor
  let start = member.mainToken.range.lowerBound
  let closure = ClosureCode(parameters: ["never"], [.form(.choice(.word("never"), []))])
  editor.replace(
    start..<match.node.range.upperBound, with: .call(.word("map"), [], trailing: [closure]))
  return TransformOutcome(editor)
}

extension SemanticType {
  /// Whether it is an effect whose actions nobody can make.
  fileprivate var sendsNothing: Bool {
    guard case .nominal(_, let arguments) = self, let action = arguments.first else { return false }
    return action.nominalSymbol?.qualifiedName == "Swift.Never"
  }
}
