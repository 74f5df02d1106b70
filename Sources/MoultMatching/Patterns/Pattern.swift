import MoultSource
package import MoultSyntax

/// A piece of Swift with metavariables, matched on the tree and blind to trivia.
///
/// `$name` stands for any one expression, `{ $name… }` for any closure; a name that occurs twice must stand for the same
/// tokens, and `$_` binds nothing.
package struct Pattern: Sendable {
  /// The text as the page writes it.
  package let text: String

  /// The expression that is matched.
  package let root: Node

  /// Why a text is no pattern.
  package enum Failure: Error, Hashable, Sendable {
    case syntax(String)
    case notOneExpression
  }

  package init(_ text: String) throws(Failure) {
    let tree = parse(SourceText(path: "pattern", bytes: Array(text.utf8)))
    if let diagnostic = tree.diagnostics.first { throw .syntax(diagnostic.message) }
    guard tree.root.children.count == 1 else { throw .notOneExpression }
    self.text = text
    root = tree.root.children[0]
  }

  /// The names of references, members and types that a text must contain for the pattern to match in it, in their order.
  package var anchors: [String] {
    let named = ([root] + Array(root.descendants)).filter { node in
      switch node.kind {
      case .declReference, .memberAccess, .identifierType, .memberType: node.name.first != "$"
      default: false
      }
    }
    return named.sorted { $0.mainToken.start < $1.mainToken.start }.map(\.name)
  }

  /// The names of the metavariables, without `$`, each once, in the order of the text.
  package var metavariables: [String] {
    var names: [String] = []
    for node in [root] + Array(root.descendants) {
      if let name = metavariable(node), name != "_", !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns what the metavariables stand for if `node` matches, else nil.
  ///
  /// - Complexity: O(*n*) in the size of the pattern, and of what a repeated metavariable stands for.
  package func match(_ node: Node) -> [String: Node]? {
    var bindings: [String: Node] = [:]
    return matches(root, node, &bindings) ? bindings : nil
  }

  private func matches(
    _ pattern: Node, _ node: Node, _ bindings: inout [String: Node]
  ) -> Bool {
    if let name = metavariable(pattern) {
      if pattern.kind == .closure, node.kind != .closure { return false }
      if name == "_" { return true }
      guard let bound = bindings[name] else {
        bindings[name] = node
        return true
      }
      return haveSameTokens(bound, node)
    }
    guard pattern.kind == node.kind, pattern.flags == node.flags,
      pattern.children.count == node.children.count
    else { return false }
    guard ownTokens(of: pattern).elementsEqual(ownTokens(of: node)) else { return false }
    for (expected, found) in zip(pattern.children, node.children) {
      guard matches(expected, found, &bindings) else { return false }
    }
    return true
  }

  private func metavariable(_ node: Node) -> String? {
    if node.kind == .closure { return metavariable(ofClosure: node) }
    guard node.kind == .declReference, node.name.first == "$" else { return nil }
    return String(node.name.dropFirst())
  }

  /// The name in `{ $name… }`.
  private func metavariable(ofClosure node: Node) -> String? {
    let tokens = node.tokenIDs.map {
      String(decoding: node.tree.bytes(of: TokenID(rawValue: UInt32($0))), as: UTF8.self)
    }
    guard tokens.count == 4, tokens[1].first == "$", tokens[2] == "…" else { return nil }
    return String(tokens[1].dropFirst())
  }
}

/// The tokens of a node that belong to none of its children, as text.
func ownTokens(of node: Node) -> [ArraySlice<UInt8>] {
  var result: [ArraySlice<UInt8>] = []
  var next = node.tokenIDs.lowerBound
  func take(upTo end: Int) {
    while next < end {
      result.append(node.tree.bytes(of: TokenID(rawValue: UInt32(next))))
      next += 1
    }
  }
  for child in node.children {
    take(upTo: child.tokenIDs.lowerBound)
    next = max(next, child.tokenIDs.upperBound)
  }
  take(upTo: node.tokenIDs.upperBound)
  return result
}

/// Whether two nodes are spelled alike, but for blanks and comments between their tokens.
package func haveSameTokens(_ a: Node, _ b: Node) -> Bool {
  guard a.tokenIDs.count == b.tokenIDs.count else { return false }
  return zip(a.tokenIDs, b.tokenIDs).allSatisfy { left, right in
    a.tree.bytes(of: TokenID(rawValue: UInt32(left)))
      == b.tree.bytes(of: TokenID(rawValue: UInt32(right)))
  }
}
