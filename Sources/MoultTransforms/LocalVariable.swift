import MoultMatching
import MoultSemantics
import MoultSyntax

/// A local of the file at hand whose name is declared alone: `let name = value`, or `let name = value` in a condition.
struct LocalVariable {
  let symbol: Symbol

  /// The `patternBinding` or the `optionalBinding`.
  let binding: Node

  init?(_ symbol: Symbol, _ file: FileContext) {
    guard symbol.kind == .local, let binding = symbol.binding, binding.tree === file.tree else {
      return nil
    }
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

extension Symbol {
  /// `name: type = value` of what is declared by a name alone, in a declaration or a condition.
  var binding: Node? {
    guard let declaration else { return nil }
    return ([declaration] + declaration.ancestors.prefix(2)).first {
      $0.kind == .patternBinding || $0.kind == .optionalBinding
    }
  }
}
