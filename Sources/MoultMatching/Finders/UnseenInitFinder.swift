package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds where a type that no module in sight declares is made of a value of a known type: `AgentClient(channel: channel)`.
///
/// The name of the type ends in a suffix. It is of a module that nobody described, or of code that is generated when the project
/// is built and is not there.
package struct UnseenInitFinder: PageFinder {
  private let label: String
  private let type: String
  private let suffix: String

  package static let terms = FinderTerms(
    "unseen-init", .table([.required("label"), .required("of"), .required("suffix")]),
    symbol: { $0.options["of"] }, anchors: { anchorModule(ofName: $0.options["of"]) })

  package init(_ spec: FinderSpec) {
    label = spec.options["label"] ?? ""
    type = spec.options["of"] ?? ""
    suffix = spec.options["suffix"] ?? ""
  }

  package var subject: String? { type }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }

  package func names(in names: NamesInModel) -> [String] { [label + ":"] }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: type) }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .functionCall, let callee = node.callee,
      let argument = node.arguments.first, argument.argumentLabel == label
    else { return nil }
    let named = unseenType(calledBy: node, file)
    guard let made = named ?? unseenType(behindAliasCalledBy: node, file),
      made.name.hasSuffix(suffix), let value = argument.children.first,
      let symbol = file.semantics.type(of: value).fullyUnwrapped.nominalSymbol,
      symbol.qualifiedName == type || file.model.isSubtype(symbol, of: type)
    else { return nil }
    return Match(
      rule: rule, node: node, range: (named ?? callee).range, replaced: node.range)
  }
}
