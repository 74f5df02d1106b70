package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses as a value, without a call, of a method that generated code declares; binds `$base` and `$method`.
package struct GeneratedValueFinder: PageFinder {
  private let ancestor: String
  private let style: CallStyle

  package static let terms = FinderTerms.generated(
    "generated-value", [.required("on"), .required("style", .word(CallStyle.names))],
    binds: ["base", "method"])

  package init(_ spec: FinderSpec) throws(FinderProblem) {
    style = try CallStyle(spec)
    ancestor = spec.options["on"] ?? ""
  }

  package var subject: String? { ancestor }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }
  package var wantsCall: Bool? { false }

  package func names(in names: NamesInModel) -> [String] {
    names.generatedMembers(ofDescendantsOf: ancestor, .function).map(\.name)
  }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: ancestor) }

  package func members(in names: NamesInModel) -> [Symbol] {
    names.generatedMembers(ofDescendantsOf: ancestor, .function)
      .filter { callStyle(of: $0, in: names.model) == style }
  }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .memberAccess, let base = node.base else { return nil }
    if let call = node.parent, call.kind == .functionCall, call.children.first == node {
      return nil
    }
    let methods = file.semantics.candidates(of: node).filter { symbol in
      symbol.kind == .function && symbol.isGenerated
        && callStyle(of: symbol, in: file.model) == style
        && symbol.parent.map { file.model.isSubtype($0, of: ancestor) } ?? false
    }
    // The type that is wanted tells the forms of a method apart; alone, the shortest is meant.
    let wanted = methods.first { $0.type == file.semantics.type(of: node) }
    guard let symbol = wanted ?? methods.min(by: { $0.parameters.count < $1.parameters.count })
    else { return nil }
    return Match(
      rule: rule, node: node, range: node.mainToken.range, replaced: node.range,
      nodes: ["base": base], texts: ["method": symbol.name], symbol: symbol)
  }
}
