package import MoultSemantics
package import MoultSource
package import MoultSyntax

/// One place where a rule's finder matched.
package struct Match {
  package let rule: SwiftRule

  /// What matched: a reference, a call, an import declaration.
  package let node: Node

  /// The bytes that the finding points at.
  package let range: ByteRange

  /// What a template replaces.
  package let replaced: ByteRange

  /// The metavariables that stand for nodes.
  package let nodes: [String: Node]

  /// The metavariables that stand for computed text.
  package let texts: [String: String]

  /// What was resolved, where the finder is about a symbol.
  package let symbol: Symbol?

  /// What `@available` says of the symbol, where the finder is about that.
  package let availability: Availability?

  /// Where the match is a value of an earlier era in a call of today's: what it is so because of.
  let cause: LeftValue?

  package init(
    rule: SwiftRule, node: Node, range: ByteRange, replaced: ByteRange,
    nodes: [String: Node] = [:], texts: [String: String] = [:], symbol: Symbol? = nil,
    availability: Availability? = nil, because cause: LeftValue? = nil
  ) {
    self.availability = availability
    self.cause = cause
    self.rule = rule
    self.node = node
    self.range = range
    self.replaced = replaced
    self.nodes = nodes
    self.texts = texts
    self.symbol = symbol
  }

  /// The node that a template replaces; nil if that is only a part of one.
  package var replacedNode: Node? {
    if node.range == replaced { return node }
    return node.ancestors.first { $0.range == replaced }
  }

  package var bindings: [String: Binding] {
    var result = texts.mapValues(Binding.text)
    for (name, node) in nodes { result[name] = .source(node.range) }
    return result
  }

  /// True if the match judges what its bytes say as a whole, so that a rename inside it is no finding.
  package var ownsItsParts: Bool { rule.finder.ownsItsParts }
}
