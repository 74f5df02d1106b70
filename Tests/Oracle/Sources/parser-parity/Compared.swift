import MoultSyntax

extension NodeKind {
  /// Whether both trees have nodes of the kind and mean the same by them.
  var isCompared: Bool {
    switch self {
    case .sourceFile, .importPathComponent, .argumentList, .unexpected, .sourceLocation,
      .switchCaseLabel, .switchDefaultLabel, .missingExpr, .missingType:
      false
    default:
      true
    }
  }
}
