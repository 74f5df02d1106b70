import MoultSyntax

extension Match {
  /// The statement that the match is, with the `try` and `await` before it; nil if it is a part of one.
  var statement: Node? {
    var whole = node
    while let mark = whole.parent {
      switch mark.kind {
      case .tryExpr:
        guard TryExpr(of: mark)?.mark == .propagating else { return nil }
        whole = mark
      case .awaitExpr: whole = mark
      default: return mark.kind.holdsStatements ? whole : nil
      }
    }
    return nil
  }
}

extension Node {
  /// Whether an expression stands where nothing takes an optional, as far as is known.
  ///
  /// Chaining, unwrapping, conditional bindings, `??` and a variable with an optional type take one.
  var wantsValue: Bool {
    guard let parent else { return false }
    switch parent.kind {
    case .optionalChaining, .forceUnwrap, .optionalBinding: return false
    case .binaryOperator: return !parent.text.contains("??")
    case .initializerClause:
      guard let binding = parent.parent else { return true }
      return binding.kind != .optionalBinding && binding.annotatedType?.kind != .optionalType
    default: return true
    }
  }
}
