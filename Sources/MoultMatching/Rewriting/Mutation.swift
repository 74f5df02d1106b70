import MoultFindings
import MoultSemantics
import MoultSource
package import MoultSyntax

/// Returns what must change so that `base`, whose type becomes a value type, can be mutated in place.
///
/// A `let` of a local or a property becomes a `var`; a parameter cannot, so the fix steps down. So it does for a local
/// that has its value from elsewhere: the change would be made to a copy.
package func mutability(of base: Node, in file: FileContext) -> Consequence {
  var consequence = Consequence()
  if base.kind == .optionalChaining || base.kind == .forceUnwrap, let inner = base.children.first {
    return mutability(of: inner, in: file)
  }
  guard base.kind == .declReference || base.kind == .memberAccess,
    let symbol = file.semantics.symbol(of: base), let declaration = symbol.declaration
  else {
    consequence.lower(
      to: .manual, because: "it is not known where the value that changes is declared")
    return consequence
  }
  // What the runtime's own property belongs to becomes a value as well.
  if symbol.module == "SwiftGRPC", declaration.tree !== file.tree, base.kind == .memberAccess,
    let owner = base.base, owner.name != "self", owner.name != "super"
  {
    return mutability(of: owner, in: file)
  }
  guard declaration.tree === file.tree else {
    consequence.lower(to: .manual, because: "'\(symbol.name)' is declared in another file")
    return consequence
  }
  for node in [declaration] + Array(declaration.ancestors) {
    if symbol.kind == .local, let source = sourceOfCopy(node) {
      consequence.lower(
        to: .manual,
        because:
          "'\(symbol.name)' becomes a copy of '\(source.text)', which the change would not reach")
      return consequence
    }
    switch node.kind {
    case .variableDecl:
      guard node.name == "let" else { return consequence }
      guard node.children.filter({ $0.kind == .patternBinding }).count == 1 else {
        consequence.lower(
          to: .manual, because: "'\(symbol.name)' shares its 'let' with other constants")
        return consequence
      }
      consequence.edits.append(Edit(node.mainToken.range, "var"))
      return consequence
    case .optionalBinding:
      guard node.name == "let" else { return consequence }
      consequence.edits.append(Edit(node.mainToken.range, "var"))
      return consequence
    case .parameter, .closureParameter:
      consequence.lower(
        to: .manual,
        because:
          "'\(symbol.name)' is a parameter, and the new type is a value that needs a 'var' to change"
      )
      return consequence
    case .codeBlock, .closure, .memberBlock, .sourceFile:
      return consequence
    default: continue
    }
  }
  return consequence
}

/// What a declaration, a condition or a loop gives a local, if it is stored somewhere else.
private func sourceOfCopy(_ node: Node) -> Node? {
  switch node.kind {
  case .patternBinding:
    return node.initialValue.flatMap { isStored($0) ? $0 : nil }
  case .optionalBinding:
    guard let value = node.initialValue else { return node }
    return isStored(value) ? value : nil
  case .forStmt: return node.subject
  default: return nil
  }
}

/// Whether an expression reads a variable or a property, and makes nothing.
private func isStored(_ value: Node) -> Bool {
  switch value.kind {
  case .declReference: true
  case .memberAccess: value.base != nil
  case .optionalChaining, .forceUnwrap, .subscriptCall, .asExpr:
    value.children.first.map(isStored) ?? false
  default: false
  }
}
