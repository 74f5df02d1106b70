import MoultMatching
import MoultSemantics
import MoultSyntax

/// The type that is written at a parameter or a variable.
func writtenType(of symbol: Symbol) -> Node? {
  symbol.declaration.flatMap(writtenType(at:))
}

/// The type that is written where a parameter or a variable is declared.
func writtenType(at declaration: Node) -> Node? {
  if let type = declaration.parameterType ?? declaration.annotatedType { return type }
  return declaration.ancestors.prefix(2).first { $0.kind == .patternBinding }?.annotatedType
}

/// The function type that a type is, also by an alias of the same file.
func functionType(_ type: Node, _ file: FileContext) -> Node? {
  let bare = withoutOptionals(type)
  switch bare.kind {
  case .functionType: return bare
  case .tupleType where bare.children.count == 1:
    return bare.children[0].children.last { $0.kind.isType }.flatMap { functionType($0, file) }
  case .identifierType where bare.children.isEmpty:
    let alias = file.tree.root.items.first { $0.kind == .typealiasDecl && $0.name == bare.name }
    return alias?.subjectType.flatMap { $0.kind == .identifierType ? nil : functionType($0, file) }
  default: return nil
  }
}

/// A type without its attributes, and without being optional.
func withoutOptionals(_ type: Node) -> Node {
  var type = type
  while [.optionalType, .implicitlyUnwrappedType, .attributedType].contains(type.kind),
    let inner = type.children.last(where: { $0.kind.isType })
  {
    type = inner
  }
  return type
}
