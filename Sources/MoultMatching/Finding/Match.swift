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

  /// What a pattern of statements, or the shape of a call, stands for; nil for any other finder.
  let shape: StatementMatch?

  /// Why what is meant is only likely; nil where it is known.
  let doubt: String?

  /// Where the match is a value of an earlier era in a call of today's: what it is so because of.
  let cause: LeftValue?

  package init(
    rule: SwiftRule, node: Node, range: ByteRange, replaced: ByteRange,
    nodes: [String: Node] = [:], texts: [String: String] = [:], symbol: Symbol? = nil,
    availability: Availability? = nil, because cause: LeftValue? = nil, doubt: String? = nil
  ) {
    self.init(
      rule: rule, node: node, range: range, replaced: replaced, nodes: nodes, texts: texts,
      symbol: symbol, availability: availability, because: cause, doubt: doubt, shape: nil)
  }

  init(
    rule: SwiftRule, node: Node, range: ByteRange, replaced: ByteRange, nodes: [String: Node],
    texts: [String: String], symbol: Symbol? = nil, availability: Availability? = nil,
    because cause: LeftValue? = nil, doubt: String? = nil,
    shape: StatementMatch?
  ) {
    self.shape = shape
    self.doubt = doubt
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

  /// The statements of each part of a pattern of statements, in source order; empty for any other finder.
  var parts: [[Node]] { shape?.chunks ?? [] }

  /// The node that a template replaces; nil if that is only a part of one.
  package var replacedNode: Node? {
    if node.range == replaced { return node }
    return node.ancestors.first { $0.range == replaced }
  }

  package var bindings: [String: Binding] {
    var result = texts.mapValues(Binding.text)
    for (name, node) in nodes { result[name] = .source(node.range) }
    for (name, stretch) in shape?.stretches ?? [:] { result[name] = .source(stretch.range) }
    return result
  }

  /// Returns the bindings, and those parts of metavariables that a template names: `${1.type}`, `$conformer`.
  func bindings(for template: Template, _ file: FileContext) -> [String: Binding] {
    var result = bindings
    for name in template.variables where result[name] == nil {
      if name == "conformer" { result[name] = conformer.map(Binding.text) }
      if name == "variable" { result[name] = variable.map { .source($0.range) } }
      guard let dot = name.firstIndex(of: "."), let node = nodes[String(name[..<dot])] else {
        continue
      }
      result[name] =
        name[dot...] == ".type"
        ? madeType(of: node, file).map(Binding.text) : variable(behind: node)
    }
    return result
  }

  /// The name of the local constant or variable whose first value what was found is, or makes.
  var variable: Node? {
    var value = node
    while let parent = value.parent {
      switch parent.kind {
      case .memberAccess, .functionCall, .genericSpecialization, .tryExpr, .awaitExpr, .forceUnwrap:
        guard parent.children.first == value else { return nil }
        value = parent
      case .initializerClause:
        guard let binding = parent.parent, binding.kind == .patternBinding,
          let pattern = binding.pattern, pattern.kind == .identifierPattern
        else { return nil }
        return pattern
      default: return nil
      }
    }
    return nil
  }

  /// The name of the type of a value, without its module, where a value of it can be made by that name.
  private func madeType(of node: Node, _ file: FileContext) -> String? {
    let value = node.kind == .inOut ? node.children.last ?? node : node
    guard case .nominal(let type, _) = file.semantics.type(of: value),
      type.kind == .structure || type.kind == .classType || type.kind == .actor
    else { return nil }
    return type.qualifiedName.split(separator: ".").dropFirst().joined(separator: ".")
  }

  /// What is passed as `inout`, without its `&`.
  private func variable(behind node: Node) -> Binding? {
    guard node.kind == .inOut, let variable = node.children.last else { return nil }
    return .source(variable.range)
  }

  /// True if the match judges what its bytes say as a whole, so that a rename inside it is no finding.
  package var ownsItsParts: Bool { rule.finder.ownsItsParts }
}
