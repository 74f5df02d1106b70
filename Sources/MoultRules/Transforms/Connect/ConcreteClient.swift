import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Stores the protocol of a generated client in place of its class: `XClient` becomes `XClientInterface`.
///
/// Only where a type is written for a property or a parameter, so that the place that makes the client stays. A protocol has no
/// default for `headers`, so calls that left them out get them.
func concreteClientToInterface(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.kind == .identifierType || match.node.kind == .memberType,
    let type = match.symbol, type.kind == .classType,
    let interface = file.model.symbol(named: "\(type.module).\(type.name)Interface"),
    interface.isGenerated, interface.kind == .protocolType,
    file.model.isSubtype(type, of: interface.qualifiedName),
    let declared = declaredName(withTypeAt: match.node)
  else { return nil }
  let known = symbol(of: declared, file)
  var consequence = Consequence()
  let end = match.node.mainToken.range.upperBound
  consequence.edits.append(Edit(end..<end, "Interface"))
  guard let symbol = known else {
    return TransformOutcome(consequence)
  }
  for use in uses(of: symbol, file) {
    let path = use.tree.source.path
    guard !file.model.isGenerated(path: path), let edit = headers(of: use) else { continue }
    if path == file.source.path {
      consequence.edits.append(edit)
    } else {
      consequence.elsewhere[path, default: []].append(edit)
    }
  }
  return TransformOutcome(consequence)
}

/// What names a property in the project, or a parameter in its function.
private func uses(of symbol: Symbol, _ file: FileContext) -> [Node] {
  guard symbol.kind == .property, let declaration = symbol.declaration else {
    return file.semantics.references(to: symbol)
  }
  return file.calls.uses(of: declaration, named: symbol.name)
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
private func headers(of reference: Node) -> Edit? {
  var base = reference
  while let parent = base.parent, [.optionalChaining, .forceUnwrap].contains(parent.kind) {
    base = parent
  }
  guard let callee = base.parent, callee.kind == .memberAccess, callee.base == base,
    let call = callee.parent, call.kind == .functionCall, call.callee == callee,
    !call.arguments.contains(where: { $0.argumentLabel == "headers" })
  else { return nil }
  if let first = call.arguments.first {
    if first.argumentLabel == "request" {
      let end = first.range.upperBound
      return Edit(end..<end, ", headers: [:]")
    }
    guard first.argumentLabel == "onResult" else { return nil }
    let start = first.range.lowerBound
    return Edit(start..<start, "headers: [:], ")
  }
  if let list = call.child(.argumentList) { return Edit(list.range, "(headers: [:])") }
  let end = callee.range.upperBound
  return Edit(end..<end, "(headers: [:])")
}
