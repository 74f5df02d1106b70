import MoultMatching
import MoultSemantics
import MoultSyntax

/// Whether an expression gives the same behind statements of its function.
///
/// It names constants, types, cases and variables that none of them changes, and calls what gRPC declares, or what makes a value
/// of NIO. What a property of a structure computes of such things counts as they do.
func isTheSame(_ value: Node, behind statements: [Node], _ file: FileContext) -> Bool {
  isTheSame(value, in: file, behind: statements, file, isComputed: false)
}

/// Whether an expression gives the same, which may stand in another file than the statements.
///
/// - Parameters:
///   - home: of the expression.
///   - isComputed: whether a property computes it, in which no other one is followed.
private func isTheSame(
  _ value: Node, in home: FileContext, behind statements: [Node], _ file: FileContext,
  isComputed: Bool
) -> Bool {
  value.descendants().allSatisfy { node in
    switch node.kind {
    case .declReference, .memberAccess:
      guard node.kind != .declReference || !["self", "Self"].contains(node.name) else {
        return true
      }
      if isOfSwift(node, home) { return true }
      guard let symbol = home.semantics.symbol(of: node) else {
        return node.kind == .memberAccess && node.base == nil
      }
      if !isComputed, let (computed, place) = valueComputed(by: symbol, file) {
        return isTheSame(computed, in: place, behind: statements, file, isComputed: true)
      }
      return isTheSame(symbol, behind: statements, file)
    case .closure, .tryExpr, .awaitExpr, .assignment, .inOut, .subscriptCall: return false
    default: return true
    }
  }
}

/// Whether a member is one that the standard library has of a type, such as `Int.max`.
private func isOfSwift(_ member: Node, _ file: FileContext) -> Bool {
  guard member.kind == .memberAccess, let base = member.base,
    let type = file.semantics.symbol(of: base)
  else { return false }
  return type.kind == .structure && type.module == "Swift"
    && file.semantics.symbol(of: member)?.isOfProject != true
}

/// The only expression of a property of a structure or an enumeration, which computes it.
private func valueComputed(
  by property: Symbol, _ file: FileContext
) -> (value: Node, file: FileContext)? {
  guard property.kind == .property, !property.isStatic,
    property.parent?.kind == .structure || property.parent?.kind == .enumeration,
    let declaration = property.declaration, let place = file.context(of: declaration),
    let getter = VariableDecl(binding: declaration)?.bindings.only?.node.accessorBlock,
    let value = getter.onlyValue, value.kind != .accessorDecl
  else { return nil }
  return (value, place)
}

/// Whether what a name stands for is the same.
private func isTheSame(
  _ symbol: Symbol, behind statements: [Node], _ file: FileContext
) -> Bool {
  switch symbol.kind {
  case .structure, .classType, .enumeration, .actor, .enumCase, .module, .typeAlias: return true
  // Such as what `MultiThreadedEventLoopGroup.singleton` gives.
  case _ where symbol.isStatic && symbol.module.hasPrefix("NIO"): return true
  case .function, .initializer: return symbol.module.hasPrefix("GRPC") || symbol.isGenerated
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
    case .assignment: return node.leftOperand?.mentions(variable.name) != true
    case .binaryOperator where node.changesItsLeft:
      return node.children.first?.mentions(variable.name) != true
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
  /// Whether it is a name, or a member of what has that: `request` and `request.name`.
  fileprivate func mentions(_ name: String) -> Bool {
    descendants().contains {
      ($0.kind == .declReference || $0.kind == .memberAccess) && $0.name == name
    }
  }

  /// Whether it is an operator such as `+=`, and no comparison.
  var changesItsLeft: Bool {
    name.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(name)
  }
}

extension Symbol {
  /// Whether it is a `var` of a body, or what a function may change for its caller.
  var isLocalVariable: Bool {
    guard kind == .local, let declaration else { return false }
    if let parameter = Parameter(of: declaration) {
      return parameter.type?.text.hasPrefix("inout") == true
    }
    return VariableDecl(binding: declaration)?.introducer == .var
      || declaration.ancestors.first { $0.kind == .valueBindingPattern || $0.kind == .codeBlock }?
        .name == "var"
  }
}
