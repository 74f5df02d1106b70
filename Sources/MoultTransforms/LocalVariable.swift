import MoultMatching
import MoultSemantics
import MoultSyntax

/// A local of the file at hand whose name is declared alone: `let name = value`, or `let name = value` in a condition.
///
/// A variable of a script that only its statements name is one as well.
struct LocalVariable {
  let symbol: Symbol

  /// The `patternBinding` or the `optionalBinding`.
  let binding: Node

  init?(_ symbol: Symbol, _ file: FileContext) {
    guard let binding = symbol.binding, binding.tree === file.tree,
      symbol.kind == .local || isOfStatements(symbol, declaredBy: binding, file)
    else { return nil }
    (self.symbol, self.binding) = (symbol, binding)
  }

  /// - Parameter name: any expression.
  init?(named name: Node, _ file: FileContext) {
    guard NameExpr(name) != nil, let symbol = file.semantics.symbol(of: name) else { return nil }
    self.init(symbol, file)
  }

  /// - Parameter value: what the declaration gives it first, with its marks.
  init?(holding value: Node, _ file: FileContext) {
    guard case .identifier(let name)? = PatternBinding(giving: value)?.pattern,
      let symbol = file.semantics.symbol(of: name)
    else { return nil }
    self.init(symbol, file)
  }

  /// - Parameter value: what a condition binds it to, `if let name = value`, with its marks; or `let name` alone.
  init?(bindingInCondition value: Node, _ file: FileContext) {
    guard let binding = value.kind == .optionalBinding ? value : value.parent?.parent,
      binding.kind == .optionalBinding, binding == value || binding.initialValue == value,
      let pattern = binding.pattern,
      let symbol = file.semantics.symbol(of: pattern)
    else { return nil }
    self.init(symbol, file)
  }

  var value: Node? { binding.initialValue }

  /// The statement that declares it and nothing else; nil in a condition.
  var declaration: VariableDecl? {
    VariableDecl(of: binding.parent).flatMap { $0.bindings.only == nil ? nil : $0 }
  }

  /// Whether it is a constant of a block that is declared alone.
  var isConstant: Bool {
    declaration?.introducer == .let && declaration?.node.parent?.isBlockOfStatements == true
  }

  /// Whether a closure captures it by a list.
  func isCaptured(_ file: FileContext) -> Bool {
    file.semantics.references(to: symbol).contains { $0.kind == .capture }
  }

  /// The expressions that name it.
  func uses(_ file: FileContext) -> [Node] {
    file.semantics.references(to: symbol).filter { $0.kind == .declReference }
  }
}

/// Whether a variable of a script is named by its statements alone, and by no function or type, here or elsewhere.
private func isOfStatements(
  _ symbol: Symbol, declaredBy binding: Node, _ file: FileContext
) -> Bool {
  guard let declaration = binding.parent, declaration.kind == .variableDecl,
    declaration.parent?.kind == .sourceFile, isScript(file.tree.root),
    declaration.attributes.isEmpty, declaration.modifierNames.isEmpty
  else { return false }
  return file.calls.uses(of: symbol).allSatisfy { use in
    use.tree === file.tree
      && !use.ancestors.contains { $0.kind == .functionDecl || $0.kind == .memberBlock }
  }
}

extension Symbol {
  /// `name: type = value` of what is declared by a name alone, in a declaration or a condition.
  var binding: Node? {
    guard let declaration else { return nil }
    return ([declaration] + declaration.ancestors.prefix(2)).first {
      $0.kind == .patternBinding || $0.kind == .optionalBinding
    }
  }
}
