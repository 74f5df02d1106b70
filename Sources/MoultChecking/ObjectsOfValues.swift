import MoultFindings
import MoultSemantics
import MoultSyntax

/// Returns what is held weakly or compared by `===` as only an object is, and is a structure or an enumeration.
func objectsOfValues(in subject: Subject) -> [DefiniteError] {
  subject.nodes.flatMap { node -> [DefiniteError] in
    switch node.kind {
    case .patternBinding:
      let modifiers = node.parent?.modifierNames ?? []
      guard let word = modifiers.first(where: { $0 == "weak" || $0 == "unowned" }),
        let annotation = node.annotatedType
      else { return [] }
      return subject.error(node, holding: subject.semantics.type(of: annotation), by: word)
    case .capture:
      guard let word = node.captureSpecifier else { return [] }
      let type =
        Capture(node)?.value.map { subject.semantics.type(of: $0.node) }
        ?? subject.semantics.symbol(of: node)?.type
      return subject.error(node, holding: type, by: word)
    case .binaryOperator where node.name == "===" || node.name == "!==":
      guard !subject.model.declaresOperator(node.name) else { return [] }
      let compared = node.children.lazy.compactMap { subject.value(subject.semantics.type(of: $0)) }
      return compared.prefix(1).map { type in
        subject.error(
          .noOverload, at: node,
          "'\(node.name)' compares objects, and '\(spelling(of: type))' is no class")
      }
    default: return []
    }
  }
}

extension Subject {
  /// The structure or enumeration that a type is, optional or not.
  fileprivate func value(_ type: SemanticType) -> Symbol? {
    guard let symbol = type.fullyUnwrapped.nominalSymbol,
      symbol.kind == .structure || symbol.kind == .enumeration, !left.contains(symbol.module),
      model.symbols(named: symbol.qualifiedName).count == 1
    else { return nil }
    return symbol
  }

  fileprivate func error(
    _ node: Node, holding type: SemanticType?, by word: String
  ) -> [DefiniteError] {
    guard let value = type.flatMap(value) else { return [] }
    return [
      error(
        .modifier, at: node,
        "'\(word)' stands at '\(node.boundNames.first?.name ?? node.name)', and '\(spelling(of: value))' is no class"
      )
    ]
  }
}
