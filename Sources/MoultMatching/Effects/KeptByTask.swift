package import MoultSemantics
package import MoultSyntax

/// Whether a task can keep what statements use: a parameter that the caller lends, and a value that is being changed, end with
/// the call, an object ends with its `deinit`, and in the task's closure `$0` would be its own.
package func taskCanKeep(_ statements: [Node], _ file: FileContext) -> Bool {
  let lent = localsUsed(in: statements, file).contains { symbol, _ in
    symbol.endsWithTheCall
  }
  guard !lent, let first = statements.first, !usesWhatClosureLends(statements, first, file),
    !statements.contains(where: usesUnnamedParameter)
  else { return false }
  let isEnding = changesItself(around: first, file) || first.isInDeinitializer
  return !isEnding || !statements.contains { usesItself($0, file) }
}

/// Whether a statement uses a parameter of the closure around it that has no name.
private func usesUnnamedParameter(_ statement: Node) -> Bool {
  outsideOfFunctions(statement).contains { node in
    node.kind == .declReference && node.name.hasPrefix("$")
      && node.name.dropFirst().allSatisfy(\.isNumber)
  }
}

/// Whether statements use an `inout` parameter of a closure around them, as that of `reduce(into:)`.
private func usesWhatClosureLends(
  _ statements: [Node], _ first: Node, _ file: FileContext
) -> Bool {
  let closures = first.ancestors.prefix { $0.kind != .functionDecl }.filter { closure in
    closure.kind == .closure && takesInOut(closure, file)
  }
  return closures.contains { closure in
    let names = Set(closure.parameters.map(\.name))
    return statements.contains { statement in
      statement.descendants.contains { node in
        node.kind == .declReference && (names.contains(node.name) || node.name.hasPrefix("$"))
      }
    }
  }
}

/// Whether the function that a closure is passed to declares that it lends something to its closures.
private func takesInOut(_ closure: Node, _ file: FileContext) -> Bool {
  let call = closure.ancestors.prefix(3).first { $0.kind == .functionCall }
  guard let call else { return false }
  guard let symbol = file.semantics.symbol(of: call) else {
    return call.callee?.name == "reduce" && call.arguments.first?.argumentLabel == "into"
  }
  return symbol.parameters.contains { parameter in
    let type = parameter.declaration?.parameterType?.text ?? ""
    return type.contains("inout ") && type.contains("->")
  }
}

/// The uses in statements of locals that are declared elsewhere.
package func localsUsed(
  in statements: [Node], _ file: FileContext
) -> [(symbol: Symbol, use: Node)] {
  statements.flatMap { statement in
    statement.descendants.compactMap { node -> (symbol: Symbol, use: Node)? in
      guard node.kind == .declReference, let symbol = file.semantics.symbol(of: node),
        symbol.kind == .local, let declaration = symbol.declaration,
        !statements.contains(where: { declaration.lies(in: $0) })
      else { return nil }
      return (symbol, node)
    }
  }
}

extension Symbol {
  /// Whether it is a parameter that the function may not keep: it is `inout`, or a closure that does not escape.
  package var endsWithTheCall: Bool {
    guard let declaration,
      let parameter = ([declaration] + declaration.ancestors.prefix(3)).first(where: {
        $0.kind == .parameter
      })
    else { return false }
    let text = parameter.text
    if text.contains("inout ") { return true }
    let isOptional = [.optionalType, .implicitlyUnwrappedType].contains(
      parameter.parameterType?.kind)
    return text.contains("->") && !text.contains("@escaping") && !isOptional
  }
}

/// Whether `self` is a value that the function around a statement is changing.
private func changesItself(around statement: Node, _ file: FileContext) -> Bool {
  let holder = statement.ancestors.first {
    [.functionDecl, .initializerDecl, .accessorDecl].contains($0.kind)
  }
  guard let holder else { return false }
  switch holder.kind {
  case .functionDecl: return holder.modifierNames.contains("mutating")
  case .accessorDecl where holder.name == "get": return holder.modifierNames.contains("mutating")
  default: break
  }
  let around = holder.ancestors.first { $0.isTypeDeclaration || $0.kind == .extensionDecl }
  guard let around else { return false }
  let named = around.kind == .extensionDecl ? around.subjectType ?? around : around
  switch file.semantics.symbol(of: named)?.kind {
  case .structure, .enumeration: return true
  default: return false
  }
}

/// Whether a statement names `self` or an instance's member without it.
private func usesItself(_ statement: Node, _ file: FileContext) -> Bool {
  statement.descendants.contains { node in
    guard node.kind == .declReference else { return false }
    if node.name == "self" { return true }
    guard let symbol = file.semantics.symbol(of: node), symbol.parent?.kind.isType == true else {
      return false
    }
    return !symbol.isStatic && [.property, .function, .subscript].contains(symbol.kind)
  }
}

extension Node {
  /// Whether the object whose member this is ends with the code around it.
  fileprivate var isInDeinitializer: Bool {
    ancestors.prefix { !$0.isTypeDeclaration }.contains { $0.kind == .deinitializerDecl }
  }

  /// Whether the node lies inside `other`, or is it.
  func lies(in other: Node) -> Bool {
    tree === other.tree && range.lowerBound >= other.range.lowerBound
      && range.upperBound <= other.range.upperBound
  }
}
