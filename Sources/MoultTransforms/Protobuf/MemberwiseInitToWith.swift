package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns an initialiser that took the values of fields into a closure that sets them.
///
/// `M(a: 1, userId: x)` becomes `M.with { … }` with `$0.a = 1` and `$0.userID = x`. The values stay where they are.
package func memberwiseInitToWith(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let advice = "create the message with '.with { $0.field = value }'"
  guard let call = CallExpr(match.node), let called = call.called, called.node.name != "init",
    call.trailingClosures.isEmpty, let list = call.argumentList, !call.arguments.isEmpty
  else { return .manual(advice) }
  let words = list.node.tokenIDs.map { call.tree.text(of: TokenID(rawValue: UInt32($0))) }
  guard !words.contains(where: { $0.hasPrefix("$") || ["try", "await"].contains($0) }) else {
    return .manual("\(advice); a value uses '$0', 'try' or 'await' itself")
  }
  // A field that was given nil kept its default, and fields take no optionals.
  let given = call.arguments.filter { $0.expression?.node.kind != .nilLiteral }
  if given.contains(where: { $0.expression.map { isOptional($0, file) } ?? true }) {
    return .manual("\(advice), where the value is not nil")
  }
  guard !given.isEmpty else {
    return .manual("create the message without values, which are all nil")
  }
  let settings = given.compactMap { argument -> Code? in
    guard let label = argument.label, let value = argument.expression else { return nil }
    // A generator without such initialisers upper-cases 'id' as well.
    let field = Code.word("$0").member(nameWithID(label) ?? label)
    return .infix(field, "=", .kept(value))
  }
  guard settings.count == given.count else { return .manual(advice) }
  return file.replacing(
    call.node, with: Code.kept(called).calling("with", with: ClosureCode(settings)))
}

private func isOptional(_ value: Expr, _ file: FileContext) -> Bool {
  file.semantics.type(of: value.node).isOptional
}
