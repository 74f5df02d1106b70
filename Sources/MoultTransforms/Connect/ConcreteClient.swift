import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Stores the protocol of a generated client in place of its class: `XClient` becomes `XClientInterface`.
///
/// Only where a type is written for a property or a parameter, so that the place that makes the client stays. A protocol has no
/// default for `headers`, so calls that left them out get them.
package func concreteClientToInterface(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.kind == .identifierType || match.node.kind == .memberType,
    let type = match.symbol, type.kind == .classType,
    let interface = file.model.symbol(named: "\(type.module).\(type.name)Interface"),
    interface.isGenerated, interface.kind == .protocolType,
    file.model.isSubtype(type, of: interface.qualifiedName),
    let declared = declaredName(withTypeAt: match.node)
  else { return nil }
  let known = symbol(of: declared, file)
  var project = ProjectEditor()
  project.change(file) { $0.rename(match.node, to: type.name + "Interface") }
  for use in known.map({ uses(of: $0, file) }) ?? [] {
    guard !file.model.isGenerated(path: use.tree.source.path), let home = file.context(of: use)
    else { continue }
    project.change(home) { addHeaders(toCallOf: use, &$0) }
  }
  return TransformOutcome(project.consequence(in: file))
}

/// What names a property in the project, or a parameter in its function.
private func uses(of symbol: Symbol, _ file: FileContext) -> [Node] {
  symbol.kind == .property
    ? file.calls.uses(of: symbol) : file.semantics.references(to: symbol)
}

/// What a pattern or parameter declares; a parameter that nothing uses has no symbol that is known here.
private func symbol(of declared: Node, _ file: FileContext) -> Symbol? {
  guard declared.kind == .parameter else { return file.semantics.symbol(of: declared) }
  let name = declared.internalName
  let function = declared.ancestors.first {
    [.functionDecl, .initializerDecl].contains($0.kind)
  }
  let uses = function?.body?.descendants.lazy.filter {
    $0.kind == .declReference && $0.name == name
  }
  return uses?.compactMap { file.semantics.symbol(of: $0) }.first { symbol in
    guard symbol.kind == .local, let place = symbol.declaration else { return false }
    return declared.range.lowerBound <= place.range.lowerBound
      && place.range.upperBound <= declared.range.upperBound
  }
}

/// The pattern or parameter whose type is written at a node, if that is all of the type but for `?` and `!`.
private func declaredName(withTypeAt node: Node) -> Node? {
  var type = node
  while let parent = type.parent, [.optionalType, .implicitlyUnwrappedType].contains(parent.kind) {
    type = parent
  }
  guard let parent = type.parent else { return nil }
  if parent.kind == .parameter {
    guard
      let function = parent.ancestors.first(where: {
        [.functionDecl, .initializerDecl].contains($0.kind)
      }), function.parameters.contains(parent)
    else { return nil }
    return parent
  }
  guard parent.kind == .typeAnnotation, let binding = parent.parent,
    binding.kind == .patternBinding, let variable = binding.parent,
    variable.kind == .variableDecl, let block = variable.parent, block.kind == .memberBlock
  else { return nil }
  return binding.child(.identifierPattern)
}

/// Adds `headers: [:]` to a call of a generated method on what a reference names.
private func addHeaders(toCallOf reference: Node, _ editor: inout SyntaxEditor) {
  var base = reference
  while let parent = base.parent, [.optionalChaining, .forceUnwrap].contains(parent.kind) {
    base = parent
  }
  guard let callee = MemberAccess(of: base.parent), callee.base?.node == base,
    let call = callee.call, call.argument(labeled: "headers") == nil
  else { return }
  let headers = CodeArgument("headers", .form(.dictionary([])))
  switch call.arguments.first?.label {
  case "request":
    if let first = call.arguments.first { editor.insert(headers, afterElement: first.node) }
  case "onResult":
    if let first = call.arguments.first { editor.insert(headers, beforeElement: first.node) }
  default: if call.arguments.isEmpty { editor.add(headers, to: call) }
  }
}
