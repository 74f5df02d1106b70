import MoultSource
import MoultSyntax

/// The constants of a manifest whose values are literals: `let version: Version = "1.0.0"` at the top of the file.
///
/// A name that is declared anywhere else too, as a parameter or under `#if`, is none of them.
struct ManifestConstants {
  /// What is written for each constant: a string without interpolation, or an array.
  private var values: [String: Node] = [:]

  /// How often each is named.
  private var uses: [String: Int] = [:]

  /// - Complexity: O(*n*) in the nodes of the file.
  init(_ tree: SyntaxTree) {
    for variable in tree.root.children
    where variable.kind == .variableDecl && variable.tree.text(of: variable.mainTokenID) == "let" {
      for binding in variable.bindings {
        guard let pattern = binding.pattern, pattern.kind == .identifierPattern,
          let value = binding.initialValue, value.literalText != nil || value.kind == .arrayLiteral
        else { continue }
        values[pattern.name] = value
      }
    }
    guard !values.isEmpty else { return }
    var declared: [String: Int] = [:]
    for index in tree.nodes.indices {
      let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
      switch node.kind {
      case .declReference: uses[node.name, default: 0] += 1
      case .identifierPattern: declared[node.name, default: 0] += 1
      case .parameter, .closureParameter: declared[node.internalName, default: 0] += 1
      default: continue
      }
    }
    values = values.filter { declared[$0.key] == 1 }
  }

  /// Returns what a constant stands for; any other expression stands for itself.
  func value(of node: Node) -> Node {
    node.kind == .declReference ? values[node.name] ?? node : node
  }

  /// Returns the string that a literal, or a constant with one, is.
  func string(_ node: Node) -> ManifestString? {
    let literal = value(of: node)
    guard let text = literal.literalText else { return nil }
    let origin: ManifestString.Origin =
      literal == node ? .place : uses[node.name] == 1 ? .constant : .sharedConstant
    let quote = literal.mainToken.range
    let segments = literal.tokenIDs.map { literal.tree.tokens[$0] }.filter {
      $0.kind == .stringSegment
    }
    let start = segments.first?.start ?? quote.upperBound
    let end = segments.last?.end ?? quote.upperBound
    return ManifestString(
      range: literal.range, contentRange: start..<end, value: text, origin: origin)
  }

  /// Returns the arrays that `+` puts together, or the expression itself, constants followed; in order.
  func parts(of list: Node) -> [Node] {
    var parts: [Node] = []
    var rest = list
    while rest.kind == .binaryOperator, rest.name == "+", let left = rest.leftOperand,
      let right = rest.rightOperand
    {
      parts.append(value(of: right))
      rest = left
    }
    return [value(of: rest)] + parts.reversed()
  }
}
