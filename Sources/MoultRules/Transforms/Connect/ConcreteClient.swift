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
    let interface = file.model.projectTypes.first(where: {
      $0.isGenerated && $0.kind == .protocolType && $0.name == type.name + "Interface"
    }), file.model.isSubtype(type, of: interface.qualifiedName),
    let declared = declaredName(withTypeAt: match.node)
  else { return nil }
  let known = symbol(of: declared, file)
  var consequence = Consequence()
  let end = match.node.mainToken.range.upperBound
  consequence.edits.append(Edit(end..<end, "Interface"))
  guard let symbol = known else {
    return TransformOutcome(consequence)
  }
  for tree in file.model.projectTrees {
    let path = tree.source.path
    let isHere = path == file.source.path
    // A parameter is known in its own file alone, and to the one reading of it.
    guard isHere || symbol.kind == .property && tree.mentions(symbol.name),
      !hasGeneratedName(path),
      let semantics = isHere ? file.semantics : file.model.semantics(forFile: path)
    else { continue }
    let edits = semantics.references(to: symbol).compactMap { headers(of: $0) }
    if edits.isEmpty { continue }
    if isHere {
      consequence.edits += edits
    } else {
      consequence.elsewhere[path, default: []] += edits
    }
  }
  return TransformOutcome(consequence)
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

extension SyntaxTree {
  /// Whether an identifier of this text stands in the file.
  fileprivate func mentions(_ name: String) -> Bool {
    source.bytes.firstRange(of: Array(name.utf8)) != nil
  }
}
