import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Wraps what makes interceptors into factories: `[A.init]` becomes `[InterceptorFactory { A(config: $0) }]`.
///
/// A list that is made somewhere else, and one of factories, is no finding here.
package func interceptorRegistration(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard
    let list = match.node.arguments.first(where: { $0.argumentLabel == "interceptors" })?
      .argumentValue, list.kind == .arrayLiteral
  else { return nil }
  let factory = Code.word("InterceptorFactory")
  var elements: [Code] = []
  for element in list.children {
    switch Expr(element) {
    case .member(let member)?:
      guard member.name == "init", let type = member.base else { return byHand }
      let made = Code.call(.kept(type), [CodeArgument("config", .word("$0"))])
      elements.append(.call(factory, [], trailing: [ClosureCode([made])]))
    case .closure?: elements.append(.form(.trailed(factory, element)))
    case .call(let call)?:
      guard call.called?.node.name != "InterceptorFactory" else {
        elements.append(.kept(element))
        continue
      }
      return byHand
    default: return byHand
    }
  }
  guard !elements.allSatisfy({ if case .kept = $0 { true } else { false } }) else { return nil }
  var editor = file.editor
  editor.replace(list, with: .array(elements))
  return TransformOutcome(Consequence(editor))
}

private let byHand = TransformOutcome.manual(
  "pass 'InterceptorFactory { A(config: $0) }' for each interceptor; the closure must return one class, not 'any Interceptor'"
)

/// Makes an interceptor a class: `struct` becomes `final class`.
package func interceptorToClass(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = typeDeclaration(conformingAt: match.node),
    declaration.kind == .structDecl || declaration.kind == .enumDecl,
    declaration.inheritedTypes.first(where: isInterceptor) == match.node
  else { return nil }
  guard declaration.kind == .structDecl else {
    return .manual("make the interceptor a 'final class'")
  }
  var editor = file.editor
  guard makeClass(declaration, &editor, file) else {
    return .manual(
      "make it a 'final class' with an 'init' that sets its properties; a class has no memberwise initialiser, and not all properties say their type"
    )
  }
  return TransformOutcome(Consequence(editor))
}

private func isInterceptor(_ type: Node) -> Bool {
  ["Interceptor", "UnaryInterceptor", "StreamInterceptor"].contains(type.name)
}
