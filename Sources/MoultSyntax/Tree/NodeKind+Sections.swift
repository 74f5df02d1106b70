/// The sections of the kinds, in the order in which `NodeKind` declares them.
extension NodeKind {
  package var isDeclaration: Bool {
    rawValue >= NodeKind.importDecl.rawValue && rawValue <= NodeKind.macroDecl.rawValue
      && self != .patternBinding && self != .accessorBlock && self != .accessorParameter
      && self != .enumCaseElement && self != .importPathComponent
  }

  /// A struct, class, enum, actor or protocol.
  package var isNominalType: Bool {
    switch self {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl: return true
    default: return false
    }
  }

  package var isLoop: Bool { self == .forStmt || self == .whileStmt || self == .repeatStmt }

  package var isStatement: Bool {
    switch self {
    case .ifExpr, .switchExpr, .guardStmt, .whileStmt, .repeatStmt, .forStmt, .doStmt, .returnStmt,
      .throwStmt, .yieldStmt, .thenStmt, .discardStmt, .breakStmt, .continueStmt, .fallthroughStmt,
      .deferStmt, .labeledStmt:
      return true
    default: return false
    }
  }

  /// An expression, `if`, `switch` and `do` included.
  package var isExpression: Bool {
    switch self {
    case .ifExpr, .switchExpr, .doStmt: return true
    case .interpolation, .dictionaryElement, .argumentList, .argument, .labeledClosure,
      .closureSignature, .captureList, .capture, .closureParameter, .keyPathComponent:
      return false
    default:
      return rawValue >= NodeKind.integerLiteral.rawValue
        && rawValue <= NodeKind.missingExpr.rawValue
    }
  }

  package var isPattern: Bool {
    rawValue >= NodeKind.identifierPattern.rawValue && rawValue <= NodeKind.isTypePattern.rawValue
      && self != .tuplePatternElement
  }

  package var isType: Bool {
    rawValue >= NodeKind.identifierType.rawValue && self != .genericArgumentClause
      && self != .tupleTypeElement
  }

  var isSignature: Bool { self == .functionSignature || self == .closureSignature }
}
