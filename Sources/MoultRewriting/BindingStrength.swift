import MoultSyntax

/// How tightly an expression holds together, from loose to tight.
enum BindingStrength: Int, Comparable {
  /// `try x`, `a ? b : c`, statements.
  case loose
  /// `a + b`, `a as T`
  case infix
  /// `a == b`, which `&&` and `||` hold together less tightly than.
  case comparison
  /// `-a`, `&a`
  case unary
  /// A name, a call, what stands in brackets.
  case primary

  /// - Parameter name: an operator between two operands.
  init(of name: String) {
    self = ["==", "!=", "<", ">", "<=", ">=", "===", "!=="].contains(name) ? .comparison : .infix
  }

  /// How tightly the operands of an operator must hold together.
  init(wantedBy name: String) {
    switch name {
    case "&&", "||": self = .comparison
    case "where": self = .loose
    default: self = .unary
    }
  }

  static func < (lhs: BindingStrength, rhs: BindingStrength) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension Code {
  var strength: BindingStrength {
    switch self {
    case .kept(let node): node.strength
    case .word, .library, .member, .call, .subscripted, .closure, .array, .bound, .tuple, .generic,
      .functionType, .postfix:
      .primary
    case .form(let form): form.strength
    case .infix(_, let name, _): BindingStrength(of: name)
    case .typeTest: .infix
    case .marked, .choice, .returned, .variable, .match, .branch, .function, .defaultLabel: .loose
    }
  }
}

extension Node {
  /// How tightly the node holds together; `primary` for what is no expression.
  var strength: BindingStrength {
    guard let expression = Expr(self) else { return .primary }
    return switch expression {
    case .name, .member, .call, .subscripted, .closure, .tuple, .array, .dictionary, .string,
      .literal, .optionalChaining, .forced, .keyPath, .macro, .specialized:
      .primary
    case .unary: kind == .postfixOperator ? .primary : .unary
    case .infix(let infix): BindingStrength(of: infix.name)
    case .cast, .typeTest: .infix
    case .tryMarked, .awaited, .assignment, .ternary, .ifElse, .choice, .doCatch: .loose
    case .other: kind == .typeExpr || kind == .placeholderExpr ? .primary : .loose
    }
  }

  /// How tightly an expression must hold together to stand in the node's place.
  var strengthWanted: BindingStrength {
    guard let parent else { return .loose }
    switch parent.kind {
    case .memberAccess, .optionalChaining, .forceUnwrap, .postfixOperator, .prefixOperator, .inOut:
      return .primary
    case .functionCall, .subscriptCall: return parent.children.first == self ? .primary : .loose
    case .binaryOperator: return BindingStrength(wantedBy: parent.name)
    case .isExpr, .asExpr: return .unary
    // A mark such as `try` cannot stand to the right of `?`.
    case .ternary: return .infix
    case .assignment: return parent.children.first == self ? .primary : .loose
    default: return .loose
    }
  }

  /// Whether a line that is broken in it would better break around it: it stands in a block of one line, or cannot
  /// break, as it stands in a string.
  func isPartOfLine(_ layout: SourceLayout) -> Bool {
    if ([self] + ancestors).contains(where: { $0.kind == .interpolation }) { return true }
    guard let item = BlockItem(around: self), let block = item.node.parent,
      block.kind == .codeBlock || block.kind == .closure
    else { return false }
    return !layout.startsLine(item.range.lowerBound)
  }

  /// Whether a brace behind the node would be taken for that of an `if`, `guard`, `while`, `for` or `switch`.
  var standsBeforeBrace: Bool {
    var child = self
    for ancestor in ancestors {
      switch ancestor.kind {
      case .ifExpr, .guardStmt, .whileStmt, .forStmt, .switchExpr, .catchClause:
        return child.kind != .codeBlock && child.kind != .switchCase
      case .codeBlock, .closure, .memberBlock, .sourceFile, .argumentList, .tuple, .arrayLiteral,
        .dictionaryLiteral, .accessorBlock:
        return false
      default: child = ancestor
      }
    }
    return false
  }
}
