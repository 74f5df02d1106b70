import MoultSemantics
package import MoultSyntax

/// Finds a piece of Swift whose metavariables have the types that `where` names; binds the metavariables.
package struct PatternFinder: PageFinder {
  private let pattern: Pattern
  private let types: [String: String]

  package static let terms = FinderTerms(
    "pattern", .text("a piece of Swift such as '$value.old?.part'"),
    binds: { Metavariables(Set((try? Pattern($0.subject))?.metavariables ?? [])) },
    anchors: { $0.options.values.flatMap { anchorModule(ofName: $0) } })

  package init(_ spec: FinderSpec) throws(FinderProblem) {
    do {
      pattern = try Pattern(spec.subject)
    } catch {
      switch error {
      case .syntax(let message): throw FinderProblem("the pattern is not Swift: \(message)")
      case .notOneExpression: throw FinderProblem("the pattern is not one expression")
      }
    }
    types = spec.options
  }

  package var subject: String? { nil }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }

  package func names(in names: NamesInModel) -> [String] { pattern.anchors.suffix(1) }

  /// The index names the last token of the pattern; the match is an expression around it.
  package func match(
    _ rule: SwiftRule, _ reference: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    for node in [reference] + Array(reference.ancestors.prefix(4))
    where node.kind == pattern.root.kind {
      guard let nodes = pattern.match(node) else { continue }
      let fits = types.allSatisfy { name, expected in
        guard let bound = nodes[name] else { return false }
        return isOf(file.semantics.type(of: bound), expected, file.model)
      }
      if fits {
        // A name that the project declares itself is the project's.
        let meant = file.semantics.candidates(of: reference)
        if !meant.isEmpty, meant.allSatisfy(\.isOfProject) { return nil }
        return Match(rule: rule, node: node, range: node.range, replaced: node.range, nodes: nodes)
      }
    }
    return nil
  }
}

func isOf(_ type: SemanticType, _ expected: String, _ model: ProjectModel) -> Bool {
  guard case .nominal(let symbol, _) = type else { return false }
  return symbol.qualifiedName == expected || model.isSubtype(symbol, of: expected)
}
