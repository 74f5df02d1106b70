import MoultFindings
import MoultSemantics
import MoultSource
package import MoultSyntax

/// Returns what must change around `expression`, which was optional and no longer is.
///
/// `guard let x = E else {…}` becomes `let x = E`, `E ?? d` becomes `E`, `E?.a` becomes `E.a`, `E!`
/// becomes `E`; a local that was inferred from `E` is followed to its uses. Where Swift wraps a value by
/// itself (arguments, results, assignments) nothing changes. In `E?.a` a member that is no longer optional leaves the whole
/// optional, so nothing but what belongs to the chain changes.
package func demotionOfOptional(_ expression: Node, in file: FileContext) -> Consequence {
  var walk = OptionalDemotion(file: file)
  walk.demote(expression)
  return walk.consequence
}

/// Returns what must change where a closure captures by 'weak' or 'unowned' what is no object any more: it keeps the value.
///
/// What was captured weakly is no longer optional in the closure, unless what it names is so by itself.
package func demotionOfCapture(_ capture: Node, in file: FileContext) -> Consequence {
  var walk = OptionalDemotion(file: file)
  walk.consequence.delete(capture.range.lowerBound..<capture.mainToken.range.lowerBound)
  guard capture.captureSpecifier == "weak" else { return walk.consequence }
  let type =
    Capture(capture)?.value.map { file.semantics.type(of: $0.node) }
    ?? file.semantics.symbol(of: capture)?.type
  if case .optional = type { return walk.consequence }
  let closure = capture.ancestors.first { $0.kind == .closure }
  let local = closure?.descendants.lazy.compactMap { file.semantics.symbol(of: $0) }
    .first { $0.declaration == capture }
  if let local { walk.follow(local, declaredBy: capture, isVariable: false) }
  return walk.consequence
}

/// Returns the same for an expression that is called as before; nil where what is done with it shows that it is new.
func demotionUnlessNew(_ expression: Node, in file: FileContext) -> Consequence? {
  var walk = OptionalDemotion(file: file)
  walk.demote(expression)
  return walk.isNew ? nil : walk.consequence
}

/// Whether a `?` to the left of the last member makes the value of an expression optional.
package func endsOptionalChain(_ expression: Node, in file: FileContext) -> Bool {
  OptionalDemotion(file: file).endsOptionalChain(expression)
}

struct OptionalDemotion {
  let file: FileContext
  var consequence = Consequence()
  var followed: Set<Symbol> = []

  /// Whether a member was met that no optional has: what does not build with an optional is new.
  var isNew = false

  init(file: FileContext) { self.file = file }

  mutating func demote(_ node: Node) {
    guard let parent = node.parent else { return }
    switch parent.kind {
    case .optionalChaining:
      consequence.delete(node.range.upperBound..<parent.range.upperBound)
      demoteChain(from: parent)
    case .forceUnwrap:
      consequence.delete(node.range.upperBound..<parent.range.upperBound)
    case .memberAccess where parent.children.first == node: demoteMember(parent, of: node)
    default: if !endsOptionalChain(node) { demoteValue(node) }
    }
  }

  /// Changes what is around the value of a whole expression.
  private mutating func demoteValue(_ node: Node) {
    guard let parent = node.parent else { return }
    switch parent.kind {
    case .argument where parent.parent?.kind == .tuple && parent.parent?.children.count == 1:
      if let tuple = parent.parent { demote(tuple) }
    case .binaryOperator: demoteOperand(node, of: parent)
    case .initializerClause: demoteInitializer(parent)
    case .switchExpr where parent.children.first == node:
      demoteSubject(of: parent)
    default: break
    }
  }

  /// The `?` of `link` goes; the whole chain is demoted with it unless another `?` keeps it optional.
  private mutating func demoteChain(from link: Node) {
    var top = link
    var innermost = link
    while let base = innermost.children.first, isChainStep(innermost.kind) { innermost = base }
    if containsOptionalLink(from: link, downTo: innermost) { return }
    while let parent = top.parent, parent.children.first == top, isChainStep(parent.kind) {
      if parent.kind == .optionalChaining || parent.kind == .forceUnwrap { return }
      top = parent
    }
    guard top != link else { return }
    // A chain whose last member is optional by itself stays optional.
    if case .optional = declaredType(ofChainEnding: top) { return }
    demoteValue(top)
  }

  /// Whether a `?` to the left of the last member makes the value of an expression optional.
  func endsOptionalChain(_ node: Node) -> Bool {
    guard isChainStep(node.kind) else { return false }
    var innermost = node
    while let base = innermost.children.first, isChainStep(innermost.kind) { innermost = base }
    return containsOptionalLink(from: node, downTo: innermost)
  }

  private func declaredType(ofChainEnding node: Node) -> SemanticType {
    guard let symbol = file.semantics.symbol(of: node) else { return .unknown }
    if case .function(_, let result, _, _) = symbol.type, node.kind == .functionCall {
      return result
    }
    return symbol.type
  }

  private func isChainStep(_ kind: NodeKind) -> Bool {
    switch kind {
    case .memberAccess, .functionCall, .subscriptCall, .optionalChaining, .forceUnwrap: true
    default: false
    }
  }

  private func containsOptionalLink(from link: Node, downTo innermost: Node) -> Bool {
    var node = link.children.first
    while let current = node {
      if current.kind == .optionalChaining { return true }
      if current == innermost { return false }
      node = current.children.first
    }
    return false
  }
}
