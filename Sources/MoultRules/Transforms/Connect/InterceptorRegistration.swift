import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Wraps what makes interceptors into factories: `[A.init]` becomes `[InterceptorFactory { A(config: $0) }]`.
///
/// A list that is made somewhere else, and one of factories, is no finding here.
func interceptorRegistration(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard
    let list = match.node.arguments.first(where: { $0.argumentLabel == "interceptors" })?
      .argumentValue, list.kind == .arrayLiteral
  else { return nil }
  var consequence = Consequence()
  for element in list.children {
    switch element.kind {
    case .memberAccess:
      guard element.name == "init", let type = element.base else { return byHand }
      consequence.edits.append(
        Edit(element.range, "InterceptorFactory { \(type.text)(config: $0) }"))
    case .closure:
      let start = element.range.lowerBound
      consequence.edits.append(Edit(start..<start, "InterceptorFactory "))
    case .functionCall:
      guard element.callee?.name != "InterceptorFactory" else { continue }
      return byHand
    default: return byHand
    }
  }
  return consequence.edits.isEmpty ? nil : TransformOutcome(consequence)
}

private let byHand = TransformOutcome.manual(
  "pass 'InterceptorFactory { A(config: $0) }' for each interceptor; the closure must return one class, not 'any Interceptor'"
)

/// Makes an interceptor a class: `struct` becomes `final class`.
func interceptorToClass(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = typeDeclaration(conformingAt: match.node),
    declaration.kind == .structDecl || declaration.kind == .enumDecl,
    declaration.inheritedTypes.first(where: isInterceptor) == match.node
  else { return nil }
  guard declaration.kind == .structDecl else {
    return .manual("make the interceptor a 'final class'")
  }
  guard let edits = editsToClass(declaration) else {
    return .manual(
      "make it a 'final class' with an 'init' that sets its properties; a class has no memberwise initialiser"
    )
  }
  var consequence = Consequence()
  consequence.edits = edits
  return TransformOutcome(consequence)
}

private func isInterceptor(_ type: Node) -> Bool {
  ["Interceptor", "UnaryInterceptor", "StreamInterceptor"].contains(type.name)
}

/// The type whose inheritance clause holds a name.
func typeDeclaration(conformingAt node: Node) -> Node? {
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .extensionDecl, .protocolDecl:
      return ancestor
    case .codeBlock, .memberBlock, .sourceFile: return nil
    default: continue
    }
  }
  return nil
}

/// Returns what makes a structure a final class, or nil if it would lack an initialiser.
func editsToClass(_ declaration: Node) -> [Edit]? {
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
  guard hasInit || !needsInit else { return nil }
  var edits: [Edit] = []
  let tree = declaration.tree
  guard
    let keyword = declaration.tokenIDs.first(where: {
      tree.text(of: TokenID(rawValue: UInt32($0))) == "struct"
    })
  else { return nil }
  let isFinal = declaration.modifierNames.contains("final")
  edits.append(Edit(tree.tokens[keyword].range, isFinal ? "class" : "final class"))
  for member in declaration.members {
    for modifier in member.modifiers where modifier.name == "mutating" {
      let end = modifier.range.upperBound.index
      let blank = end < tree.source.bytes.count && tree.source.bytes[end] == UInt8(ascii: " ")
      edits.append(
        Edit(ByteRange(indices: modifier.range.lowerBound.index..<end + (blank ? 1 : 0)), ""))
    }
  }
  return edits
}
