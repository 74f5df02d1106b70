package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds calls of an Objective-C method that generated code declares on a descendant of a type; binds what `call` binds, and
/// `$stem`, `$method` and `$class`.
package struct BridgedCallFinder: PageFinder {
  private let ancestor: String
  private let selector: SelectorPattern

  package static let terms = FinderTerms.generated(
    "bridged-call", [.required("on"), .required("selector")],
    binds: Metavariables(
      ["base", "stem", "method", "class"], arguments: Metavariables.anyNumber))

  package init(_ spec: FinderSpec) {
    ancestor = spec.options["on"] ?? ""
    selector = SelectorPattern(spec.options["selector"] ?? "")
  }

  package var subject: String? { ancestor }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }

  package func names(in names: NamesInModel) -> [String] {
    let members = names.descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated)
      .flatMap { names.model.declaredMembers(of: $0) }
      .filter { $0.objectiveCSelector.map { selector.match($0) != nil } ?? false }
    return members.flatMap { member in
      member.kind == .initializer ? names.callNames(member.qualifiedName) : [member.name]
    }
  }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard node.kind == .functionCall, let callee = node.callee,
      let symbol = file.semantics.symbol(of: node),
      symbol.kind == .function || symbol.kind == .initializer, symbol.isGenerated,
      let owner = symbol.parent, file.model.isSubtype(owner, of: ancestor),
      let stem = symbol.objectiveCSelector.flatMap({ selector.match($0) })
    else { return nil }
    let range = callee.kind == .memberAccess ? callee.mainToken.range : callee.range
    return Match(
      rule: rule, node: node, range: range, replaced: node.range, nodes: callBindings(node),
      texts: ["stem": stem, "method": lowercasingFirst(stem), "class": owner.name], symbol: symbol)
  }
}

extension Symbol {
  /// The selector that `@objc(…)` gives to the declaration, or nil.
  package var objectiveCSelector: String? {
    guard let attribute = declaration?.attributes.first(where: { $0.name == "objc" })
    else { return nil }
    let text = attribute.text.utf8
    guard text.starts(with: "@objc(".utf8) else { return nil }
    return String(Substring(text.dropFirst(6).prefix { $0 != UInt8(ascii: ")") }))
  }
}
