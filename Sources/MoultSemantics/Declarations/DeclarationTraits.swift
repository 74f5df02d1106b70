import MoultSyntax

/// Reads the parameters of a function, an initialiser, a subscript, a macro or a case.
func symbolParameters(of declaration: Node, _ kind: SymbolKind) -> [SymbolParameter] {
  guard kind.isCallable || kind == .enumCase else { return [] }
  return declaration.parameterNodes.map { node in
    let names = parameterNames(of: node, kind)
    let type = node.firstTypeChild
    return SymbolParameter(
      label: names.label, name: names.name, hasDefault: node.child(.initializerClause) != nil,
      isVariadic: node.flags.contains(.variadic),
      isInout: type.map { $0.kind == .attributedType && $0.hasModifier("inout") } ?? false,
      isBuilder: hasCustomAttribute(node) || type.map(hasCustomAttribute) ?? false,
      node: node)
  }
}

private func hasCustomAttribute(_ holder: Node) -> Bool {
  holder.children.contains { $0.kind == .attribute && isCustomAttribute($0) }
}

private func parameterNames(of node: Node, _ kind: SymbolKind) -> (label: String?, name: String?) {
  guard node.flags.contains(.labeled) else { return (nil, nil) }
  let name = node.name
  let first = name == "_" ? nil : name
  guard node.flags.contains(.secondName) else {
    // The parameters of a subscript and of an operator have no labels unless two names are written.
    let isUnlabeled = kind == .subscript || kind == .operatorFunction
    return (isUnlabeled ? nil : first, first)
  }
  let second = node.secondName
  return (first, second == "_" ? nil : second)
}

/// Reads the modifiers and effects of a declaration.
///
/// - Parameter isOfProject: whether it may be one that its module keeps to itself; interfaces have none of those.
func traits(
  of declaration: Node, _ kind: SymbolKind, isInExtension: Bool, isOfProject: Bool
) -> SymbolTraits {
  var traits: SymbolTraits = isInExtension ? [.isFromExtension] : []
  // The modifiers of a binding or a case stand on the declaration around it.
  let isPart = declaration.kind == .patternBinding || declaration.kind == .enumCaseElement
  guard let holder = isPart ? declaration.parent : declaration else { return traits }
  if kind == .enumCase || kind.isType || kind == .operatorFunction { traits.insert(.isStatic) }
  let written = writtenTraits(of: holder)
  traits.formUnion(written.traits)
  if isOfProject, !written.isOpen, isInternal(holder) { traits.insert(.isInternal) }
  if let effects = declaration.effectsNode {
    if effects.flags.contains(.isThrowing) { traits.insert(.isThrowing) }
    if effects.flags.contains(.isAsync) { traits.insert(.isAsync) }
  }
  if declaration.kind == .initializerDecl,
    declaration.flags.contains(.question) || declaration.flags.contains(.exclamation)
  {
    traits.insert(.isFailable)
  }
  if declaration.kind == .patternBinding { traits.formUnion(propertyTraits(declaration, holder)) }
  let declaredType = declaration.typeChild(of: .typeAnnotation) ?? declaration.returnTypeNode
  if declaredType?.kind == .implicitlyUnwrappedType { traits.insert(.isImplicitlyUnwrapped) }
  return traits
}

/// What the modifiers and attributes in front of a declaration say, each by itself, and whether one opens it to other modules.
private func writtenTraits(of holder: Node) -> (traits: SymbolTraits, isOpen: Bool) {
  var traits: SymbolTraits = []
  var isOpen = false
  var isPrivate = false
  var isPrivateSetter = false
  for child in holder.children {
    switch child.kind {
    case .modifier:
      switch child.name {
      case "static", "class": traits.insert(.isStatic)
      case "convenience": traits.insert(.isConvenience)
      case "private", "fileprivate":
        // `private(set)` leaves the getter as visible as it was.
        isPrivate = true
        if child.tokenIDs.count > 1 { isPrivateSetter = true }
      case let name where openingModifiers.contains(name): isOpen = true
      default: break
      }
    case .attribute:
      switch child.name {
      case "discardableResult": traits.insert(.isDiscardable)
      case "_disfavoredOverload": traits.insert(.isDisfavored)
      default: break
      }
    default: break
    }
  }
  if isPrivate, !isPrivateSetter { traits.insert(.isFilePrivate) }
  return (traits, isOpen)
}

/// Whether a declaration that no modifier opens is kept by its module: what stands around it does not open it either.
private func isInternal(_ holder: Node) -> Bool {
  if holder.kind == .enumCaseDecl { return false }
  guard let around = holder.memberContainer else { return true }
  return switch around.kind {
  case .protocolDecl: false
  case .extensionDecl: !openingModifiers.contains(where: around.hasModifier)
  default: true
  }
}

/// What says of a declaration that other modules see it.
private let openingModifiers = ["public", "open", "package"]

private func propertyTraits(_ binding: Node, _ holder: Node) -> SymbolTraits {
  var traits: SymbolTraits = []
  if holder.name == "var" { traits.insert(.isMutable) }
  if holder.children.contains(where: { $0.kind == .attribute && isCustomAttribute($0) }) {
    traits.insert(.hasPropertyWrapper)
  }
  for accessor in binding.child(.accessorBlock)?.children(.accessorDecl) ?? [] {
    guard accessor.name == "get", let effects = accessor.child(.effects) else { continue }
    if effects.flags.contains(.isThrowing) { traits.insert(.isThrowing) }
    if effects.flags.contains(.isAsync) { traits.insert(.isAsync) }
  }
  return traits
}

/// An upper-case attribute that is neither a global actor nor one of the compiler's own.
private func isCustomAttribute(_ attribute: Node) -> Bool {
  let name = attribute.name
  // Few names of types begin with a character outside ASCII.
  guard let first = name.utf8.first,
    first < 0x80 ? (0x41...0x5A).contains(first) : name.first?.isUppercase ?? false
  else { return false }
  return !compilerAttributes.contains(name)
}

private let compilerAttributes: Set<String> = [
  "MainActor", "Sendable", "NSManaged", "NSCopying", "IBOutlet", "IBInspectable", "IBAction",
  "GKInspectable",
]
