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
  guard makeClass(declaration, &editor) else {
    return .manual(
      "make it a 'final class' with an 'init' that sets its properties; a class has no memberwise initialiser"
    )
  }
  return TransformOutcome(Consequence(editor))
}

private func isInterceptor(_ type: Node) -> Bool {
  ["Interceptor", "UnaryInterceptor", "StreamInterceptor"].contains(type.name)
}

/// Makes a structure a final class.
///
/// - Returns: whether it has the initialiser that it needs; if not, nothing is said to the editor.
func makeClass(_ declaration: Node, _ editor: inout SyntaxEditor) -> Bool {
  let hasInit = declaration.members.contains { $0.kind == .initializerDecl }
  let needsInit = declaration.members.contains { member in
    guard member.kind == .variableDecl, !member.modifierNames.contains("static") else {
      return false
    }
    return member.bindings.contains { binding in
      guard binding.initialValue == nil, binding.accessorBlock == nil else { return false }
      let isOptional = binding.annotatedType?.kind == .optionalType
      return !(isOptional && member.text.hasPrefix("var "))
    }
  }
  guard hasInit || !needsInit else { return false }
  let isFinal = declaration.modifierNames.contains("final")
  editor.replace(keyword: "struct", of: declaration, with: (isFinal ? [] : ["final"]) + ["class"])
  for member in declaration.members {
    for modifier in member.modifiers where modifier.name == "mutating" {
      editor.remove(modifier: modifier)
    }
  }
  return true
}
