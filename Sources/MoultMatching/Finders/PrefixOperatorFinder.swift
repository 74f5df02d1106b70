package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds uses of a prefix operator of a module that the file sees; binds the operand as `$1`.
///
/// An operator of that name which the project declares itself is the project's.
package struct PrefixOperatorFinder: PageFinder {
  private let name: String

  package static let terms = FinderTerms.named("prefix-operator", such: "Module./(_:)") { _ in
    Metavariables([], arguments: 1)
  }

  package init(_ spec: FinderSpec) { name = spec.subject }

  package var subject: String? { name }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }

  package func names(in names: NamesInModel) -> [String] { [lastComponent(of: name)] }

  package func coveredSymbols(in model: ProjectModel) -> [String] { [name] }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    let operand = node.kind == .prefixOperator ? node.operand : nil
    guard operand != nil || node.isTwoOperands(of: lastComponent(of: name)),
      file.semantics.sees(String(name.prefix { $0 != "." })),
      !file.model.declaresPrefixOperator(node.name)
    else { return nil }
    return Match(
      rule: rule, node: node, range: node.range, replaced: node.range,
      nodes: operand.map { ["1": $0] } ?? [:])
  }
}

extension Node {
  /// Whether this is a regex literal only because nothing parts two uses of the operator: `/A.b,/A.c`.
  fileprivate func isTwoOperands(of name: String) -> Bool {
    guard kind == .regexLiteral, name == "/", text.hasPrefix("/"), text.hasSuffix(",/") else {
      return false
    }
    let end = range.upperBound.index
    guard end < tree.source.bytes.count else { return false }
    let first = text.dropFirst().first
    return first == "." || first?.isUppercase ?? false
      ? text.dropFirst().dropLast(2).allSatisfy {
        $0.isLetter || $0.isNumber || "._():`".contains($0)
      } && beginsName(tree.source.bytes[end])
      : false
  }

  private func beginsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
