import MoultSource

/// What is known of the conditions of `#if` where a piece of code is compiled.
///
/// A condition is its text without spaces; `&&`, `||`, `!` and parentheses are taken apart as far as they say something
/// for certain. A branch also knows that the branches before it were not taken.
package struct BuildConditions: Hashable, Sendable {
  private var truths: [String: Bool] = [:]

  package init() {}

  package var isEmpty: Bool { truths.isEmpty }

  /// The conditions that hold.
  package var asserted: Set<String> { Set(truths.filter(\.value).keys) }

  /// Whether no build compiles both what stands under these conditions and what stands under the others.
  package func excludes(_ other: BuildConditions) -> Bool {
    truths.contains { condition, isTrue in other.truths[condition].map { $0 != isTrue } ?? false }
  }

  /// Whether all that the others say holds here as well.
  package func imply(_ other: BuildConditions) -> Bool {
    other.truths.allSatisfy { truths[$0.key] == $0.value }
  }

  /// Takes a condition apart as far as that says something.
  ///
  /// - Complexity: O(*n*) in the nodes and bytes of the condition.
  fileprivate mutating func assume(_ clause: Node, _ isTrue: Bool) {
    var open = [clause.condition.map { ($0, isTrue) }].compactMap(\.self)
    while let (node, isTrue) = open.popLast() {
      let node = node.withoutParentheses
      switch (node.kind, node.name) {
      case (.prefixOperator, "!"): open += node.children.prefix(1).map { ($0, !isTrue) }
      case (.binaryOperator, "&&"): if isTrue { open += operands(of: node).map { ($0, true) } }
      case (.binaryOperator, "||"): if !isTrue { open += operands(of: node).map { ($0, false) } }
      default: truths[node.text.filter { !$0.isWhitespace }] = isTrue
      }
    }
  }

  private func operands(of node: Node) -> [Node] {
    [node.leftOperand, node.rightOperand].compactMap(\.self)
  }
}

extension BuildConditions {
  /// The conditions under which a branch of an `#if` is taken, without those of what stands around it.
  package init(ofClause clause: Node) {
    for other in clause.parent?.ifConfigClauses ?? [] {
      assume(other, other == clause)
      if other == clause { return }
    }
  }

  /// The conditions under which `node` is compiled.
  package init(at node: Node) {
    for ancestor in [node] + node.ancestors where ancestor.kind == .ifConfigClause {
      for (condition, isTrue) in BuildConditions(ofClause: ancestor).truths {
        truths[condition] = isTrue
      }
    }
  }
}

extension Node {
  /// The condition of an `#if` or `#elseif`; nil for an `#else`.
  fileprivate var condition: Node? {
    mainToken.kind == .poundElse ? nil : children.first
  }
}
