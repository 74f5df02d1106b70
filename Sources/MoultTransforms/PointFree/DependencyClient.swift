package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Has the macro `@DependencyClient` make the initialiser and the test value that a client has by hand.
///
/// Only where both say nothing of their own: the initialiser stores each argument, and each endpoint of the test value
/// is `unimplemented`. Everything else is a matter of taste, and no finding.
package func dependencyClient(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let clause = match.node.ancestors.first(where: { $0.kind == .inheritanceClause }),
    let holder = clause.parent, holder.kind == .extensionDecl || holder.kind == .structDecl,
    let client = file.semantics.symbol(of: holder), client.kind == .structure,
    let declaration = client.declaration, declaration.kind == .structDecl,
    case .project(let path, false) = client.origin, let home = file.context(ofFile: path),
    !declaration.attributes.contains(where: { $0.name == "DependencyClient" }),
    let value = testValue(in: holder), let endpoints = endpoints(of: declaration),
    !endpoints.isEmpty
  else { return nil }
  let initializers = declaration.members.filter { $0.kind == .initializerDecl }
  guard initializers.count <= 1, initializers.allSatisfy({ stores($0, endpoints.map(\.name)) })
  else { return nil }
  var project = ProjectEditor()
  for (endpoint, argument) in zip(endpoints, value.arguments) {
    guard argument.argumentLabel == endpoint.name,
      let call = unimplementedCall(argument.argumentValue)
    else { return nil }
    guard endpoint.needsDefault else { continue }
    guard let given = call.arguments.first(where: { $0.argumentLabel == "placeholder" }) else {
      if endpoint.isOptional { continue }
      return nil
    }
    let ignored = Array(repeating: "_", count: endpoint.parameterCount)
    let value = ClosureCode(parameters: ignored, [.kept(given.argumentValue)])
    project.change(home) {
      $0.replace(endpoint.type, with: .infix(.kept(endpoint.type), "=", .closure(value)))
    }
  }
  guard value.arguments.count == endpoints.count, let called = CallExpr(value)?.called else {
    return nil
  }
  let isTaken = file.model.module(client.module, imports: "DependenciesMacros")
  guard isTaken || home.canTake(product: "DependenciesMacros", of: "swift-dependencies") ?? true
  else {
    return .manual(
      "have the target of '\(client.name)' depend on the product 'DependenciesMacros' of swift-dependencies 1.1 first, and use '@DependencyClient' then"
    )
  }
  project.change(file) { $0.replace(value, with: .call(.kept(called), [])) }
  project.change(home) { editor in
    for initializer in initializers { editor.remove(item: initializer) }
  }
  project.annotate(declaration, with: "@DependencyClient", of: "DependenciesMacros", in: home)
  return TransformOutcome(project.consequence(in: file))
}

/// One closure that a client stores.
private struct Endpoint {
  let name: String
  let type: Node
  let function: Node

  /// Whether it returns a value and does not throw, so that the macro has nothing to return.
  var needsDefault: Bool {
    guard !function.isThrowing, let result = function.returnType else { return false }
    return !["Void", "()"].contains(result.text)
  }

  var isOptional: Bool { function.returnType?.kind == .optionalType }
  var parameterCount: Int { function.child(.tupleType)?.children.count ?? 0 }
}

/// The stored properties, or nil if one is no `@Sendable` closure of its own.
private func endpoints(of declaration: Node) -> [Endpoint]? {
  var result: [Endpoint] = []
  for member in declaration.members where member.kind == .variableDecl {
    if member.modifierNames.contains("static") { continue }
    guard member.bindings.count == 1, let binding = member.bindings.first else { return nil }
    if binding.accessorBlock != nil { continue }
    guard member.name == "var", let pattern = binding.pattern, pattern.kind == .identifierPattern,
      binding.initialValue == nil, let type = binding.annotatedType, type.kind == .attributedType,
      type.attributes.contains(where: { $0.name == "Sendable" }),
      let function = type.children.last, function.kind == .functionType
    else { return nil }
    result.append(Endpoint(name: pattern.name, type: type, function: function))
  }
  return result
}

/// The call that `testValue` is: `Self(…)`.
private func testValue(in holder: Node) -> Node? {
  for member in holder.members where member.kind == .variableDecl {
    guard member.modifierNames.contains("static"), let binding = member.bindings.first,
      binding.pattern?.name == "testValue", let value = binding.initialValue,
      value.kind == .functionCall, value.callee?.name == "Self"
    else { continue }
    return value
  }
  return nil
}

private func unimplementedCall(_ value: Node) -> Node? {
  guard value.kind == .functionCall, let callee = value.callee, callee.kind == .declReference,
    ["unimplemented", "XCTUnimplemented"].contains(callee.name)
  else { return nil }
  return value
}

/// Whether an initialiser's statements are `self.x = x` for each of the names and nothing else.
private func stores(_ initializer: Node, _ names: [String]) -> Bool {
  guard let body = initializer.body, body.items.count == names.count,
    initializer.attributes.isEmpty
  else { return false }
  let stored = body.items.map { item in
    let assignment = AssignmentExpr(item)
    let property = assignment?.target?.nameWithoutSelf
    return property == assignment?.value?.nameWithoutSelf ? property : nil
  }
  return Set(stored) == Set(names)
    && Set(initializer.parameters.map(\.internalName)) == Set(names)
    && initializer.parameters.allSatisfy { $0.defaultValue == nil }
    && body.commentRanges.isEmpty
}
