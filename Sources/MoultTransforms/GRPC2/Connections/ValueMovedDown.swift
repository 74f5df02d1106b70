import MoultMatching
import MoultSemantics
import MoultSyntax

/// Whether an expression gives the same behind statements of its function: it names constants, types, cases and variables that
/// none of them changes, and calls what gRPC declares, or what makes a value of NIO.
func isTheSame(_ value: Node, behind statements: [Node], _ file: FileContext) -> Bool {
  value.descendants().allSatisfy { node in
    switch node.kind {
    case .declReference:
      guard node.name != "self" else { return true }
      guard let symbol = file.semantics.symbol(of: node) else { return false }
      return isTheSame(symbol, behind: statements, file)
    case .memberAccess:
      guard let symbol = file.semantics.symbol(of: node) else { return node.base == nil }
      return isTheSame(symbol, behind: statements, file)
    case .closure, .tryExpr, .awaitExpr, .assignment, .inOut, .subscriptCall: return false
    default: return true
    }
  }
}

private func isTheSame(
  _ symbol: Symbol, behind statements: [Node], _ file: FileContext
) -> Bool {
  switch symbol.kind {
  case .structure, .classType, .enumeration, .actor, .enumCase, .module, .typeAlias: return true
  case .function where symbol.isStatic && symbol.module.hasPrefix("NIO"): return true
  case .function, .initializer: return symbol.module.hasPrefix("GRPC")
  case .local, .property:
    guard symbol.isMutable || symbol.isLocalVariable else { return true }
    guard let declaration = symbol.declaration,
      let binding = VariableDecl(binding: declaration)?.bindings.only,
      binding.node.accessorBlock == nil
    else { return false }
    return statements.allSatisfy { leaves(symbol, in: $0, file) }
  default: return false
  }
}

/// Whether a statement cannot change a variable: nothing of its name is given another value, and nothing of the project is called.
private func leaves(_ variable: Symbol, in statement: Node, _ file: FileContext) -> Bool {
  statement.descendants().allSatisfy { node in
    switch node.kind {
    case .assignment: return node.leftOperand?.name != variable.name
    case .binaryOperator where node.changesItsLeft:
      return node.children.first?.name != variable.name
    case .inOut, .closure, .awaitExpr: return false
    case .functionCall:
      guard let called = file.semantics.symbol(of: node) else {
        return node.callee.flatMap { NameExpr($0) }?.name == "print"
      }
      return called.module != file.semantics.module
    default: return true
    }
  }
}

extension Node {
  /// Whether it is an operator such as `+=`, and no comparison.
  fileprivate var changesItsLeft: Bool {
    name.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(name)
  }
}

extension Symbol {
  /// Whether it is a `var` of a body, or what a function may change for its caller.
  fileprivate var isLocalVariable: Bool {
    guard kind == .local, let declaration else { return false }
    if let parameter = Parameter(of: declaration) {
      return parameter.type?.text.hasPrefix("inout") == true
    }
    return VariableDecl(binding: declaration)?.introducer == .var
      || declaration.ancestors.first { $0.kind == .valueBindingPattern || $0.kind == .codeBlock }?
        .name == "var"
  }
}
