import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of a type that no module in sight declares, by the end of its name: `any Vault_VaultAPIClientProtocol`.
///
/// The name is one of generated code, and the file imports a module that nobody described beside the module of a known type.
package struct UnseenTypeFinder: PageFinder {
  private let suffix: String
  private let neighbour: String

  package static let terms = FinderTerms(
    "unseen-type", .table([.required("suffix"), .required("beside")]),
    symbol: { $0.options["beside"] }, anchors: { anchorModule(ofName: $0.options["beside"]) })

  package init(_ spec: FinderSpec) {
    suffix = spec.options["suffix"] ?? ""
    neighbour = spec.options["beside"] ?? ""
  }

  package var subject: String? { neighbour }
  package var replacement: ReplacedPart { .name }

  package func names(in names: NamesInModel) -> [String] { [keyOfNames(endingIn: suffix)] }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .identifierType || node.kind == .memberType, node.name.hasSuffix(suffix),
      hasGeneratedName(node.name), file.semantics.candidates(of: node).isEmpty,
      !file.semantics.unknownImports.isEmpty,
      let module = file.model.symbol(named: neighbour)?.module,
      file.tree.importedModules.contains(module)
    else { return nil }
    return Match(
      rule: rule, node: node, range: nameRange(of: node), replaced: node.mainToken.range)
  }
}

/// What stands in an index for all names with an end.
func keyOfNames(endingIn suffix: String) -> String { "…" + suffix }

/// The ends of a name that begin with a capital, the shortest first.
func endsOfName(_ name: String) -> [String] {
  name.indices.reversed().filter { name[$0].isUppercase }.map { String(name[$0...]) }
}
