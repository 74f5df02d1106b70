import MoultSemantics
package import MoultSyntax

/// What evaluating code can do.
extension Node {
  /// Whether nothing is called, assigned, awaited or tried in it.
  var isPure: Bool {
    descendants.allSatisfy { node in
      switch node.kind {
      case .functionCall, .subscriptCall, .macroExpansion, .tryExpr, .awaitExpr, .assignment,
        .inOut, .binaryOperator, .prefixOperator, .postfixOperator:
        // Operators between literals are as good as literals.
        node.isOperation && node.descendants.allSatisfy { $0.isOperation || $0.isConstant }
      default: !node.kind.isStatement
      }
    }
  }

  private var isOperation: Bool {
    kind == .binaryOperator || kind == .prefixOperator || kind == .postfixOperator
  }

  private var isConstant: Bool {
    switch kind {
    case .integerLiteral, .floatLiteral, .booleanLiteral, .stringLiteral, .nilLiteral: true
    default: false
    }
  }

  /// Whether an error can leave it, so far as `try` and `throw` show.
  ///
  /// What a closure or a function in it throws leaves these alone, and a `do` with a `catch` that names no error lets none out.
  package var letsErrorsOut: Bool { letsErrorsOut { _ in false } }

  /// The same where some of what is tried will throw no more.
  ///
  /// - Parameter isSilenced: whether a `try` has nothing left to mark.
  package func letsErrorsOut(but isSilenced: (TryExpr) -> Bool) -> Bool {
    descendants.contains { node in
      if node.kind == .throwStmt { return node.isEvaluated(in: self, catching: true) }
      guard let attempt = TryExpr(node), attempt.mark == .propagating else { return false }
      return node.isEvaluated(in: self, catching: true) && !isSilenced(attempt)
    }
  }

  /// Whether it waits for something, so far as `await` and `async let` show.
  package var suspends: Bool {
    descendants.contains { node in
      switch node.kind {
      case .awaitExpr: node.isEvaluated(in: self, catching: false)
      case .forStmt: node.flags.contains(.isAsync) && node.isEvaluated(in: self, catching: false)
      case .modifier: node.name == "async" && node.isEvaluated(in: self, catching: false)
      default: false
      }
    }
  }

  /// Whether a part is evaluated with the whole, and not when a closure or a function in between is called.
  ///
  /// - Parameter catching: whether a `do` in between that catches everything counts as such.
  private func isEvaluated(in whole: Node, catching: Bool) -> Bool {
    guard self != whole else { return true }
    var inner = self
    for ancestor in ancestors {
      switch ancestor.kind {
      case .closure, .functionDecl: return ancestor == whole && whole.kind != .closure
      case .doStmt:
        let isBody = ancestor.children.first { $0.kind == .codeBlock } == inner
        if catching, isBody, ancestor.catchesEverything { return false }
      default: break
      }
      if ancestor == whole { return true }
      inner = ancestor
    }
    return true
  }

  private var catchesEverything: Bool {
    children.contains { clause in
      clause.kind == .catchClause && !clause.children.contains { $0.kind == .catchItem }
    }
  }
}

extension FileContext {
  /// Whether a closure or a local function uses a variable that is declared outside of it; nil for what is no variable.
  ///
  /// - Complexity: O(*n*) in the uses of the variable and their depth, plus the inference of the file.
  func isCaptured(_ node: Node) -> Bool? {
    guard let symbol = semantics.symbol(of: node), symbol.kind == .local,
      let declaration = symbol.declaration, declaration.tree === tree
    else { return nil }
    return semantics.references(to: symbol).contains { use in
      use.ancestors.prefix { !$0.holds(declaration) }.contains {
        $0.kind == .closure || $0.kind == .functionDecl
      }
    }
  }
}

extension Node {
  fileprivate func holds(_ other: Node) -> Bool {
    range.lowerBound <= other.range.lowerBound && other.range.upperBound <= range.upperBound
  }
}
