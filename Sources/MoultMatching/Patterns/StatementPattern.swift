import MoultSource
import MoultSyntax

/// Statements of one block with metavariables, in order; `…` on a line of its own stands for whatever is between.
///
/// `$name` stands for any one expression, for the name that a statement declares, or for a type; a name that occurs twice
/// must stand for the same tokens. `f($name…)` takes whatever arguments there are, and `$_` binds nothing.
package struct StatementPattern: Sendable {
  /// The statements between two `…`, which follow one another.
  let chunks: [[Node]]

  /// Why a text is no pattern.
  package enum Failure: Error, Hashable, Sendable {
    case syntax(String)
    /// Nothing stands before, between or behind `…`.
    case empty
  }

  package init(_ text: String) throws(Failure) {
    var chunks: [[Node]] = []
    for part in Self.chunks(of: text) {
      let source = SourceText(path: "pattern", bytes: Array(spelled(part).utf8))
      let tree = parse(source)
      if let diagnostic = tree.diagnostics.first { throw .syntax(diagnostic.message) }
      let statements = Array(tree.root.children)
      guard !statements.isEmpty else { throw .empty }
      chunks.append(statements)
    }
    self.chunks = chunks
  }

  /// The parts of a text between lines of `…`.
  package static func chunks(of text: String) -> [String] {
    var parts: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if line.allSatisfy({ $0 == " " || $0 == "…" }), line.contains("…") {
        parts.append([])
      } else {
        parts[parts.count - 1].append(line)
      }
    }
    return parts.map { $0.joined(separator: "\n") }
  }

  /// The names of the metavariables, without `$`, each once, in the order of the text.
  package var metavariables: [String] {
    var names: [String] = []
    for node in chunks.joined().flatMap({ [$0] + Array($0.descendants) }) {
      guard let name = metavariable(node)?.name, name != "_", !names.contains(name) else {
        continue
      }
      names.append(name)
    }
    return names
  }

  /// Whether there is a name to look for it by.
  package var isFindable: Bool { anchor != nil }

  /// The name in the first statement by which it is looked for; nil if it has none of its own.
  var anchor: String? {
    chunks.first?.first.flatMap { first in
      ([first] + Array(first.descendants)).last {
        ($0.kind == .declReference || $0.kind == .memberAccess) && metavariable($0) == nil
          && !$0.name.isEmpty
      }?.name
    }
  }

  /// Returns where the statements stand, the first of them at `statement`; nil if they do not, or if one of them stands
  /// there twice.
  ///
  /// - Complexity: O(*n*) in the statements of the block, for each part between `…`.
  func match(at statement: Node) -> StatementMatch? {
    guard let block = statement.parent, block.kind.holdsStatements else { return nil }
    let items = block.items
    guard let start = items.firstIndex(of: statement) else { return nil }
    var found = StatementMatch()
    var next = start
    for (index, chunk) in chunks.enumerated() {
      let last = index == 0 ? start : items.count - 1
      guard next <= last,
        let place = (next...last).first(where: { fits(chunk, items, from: $0, &found) })
      else { return nil }
      found.chunks.append(Array(items[place..<(place + chunk.count)]))
      next = place + chunk.count
    }
    for (chunk, statements) in zip(chunks, found.chunks) {
      for (pattern, taken) in zip(chunk, statements) {
        let twin = items[start...].contains { item in
          var copy = found
          return item != taken && matches(pattern, item, &copy)
        }
        if twin { return nil }
      }
    }
    return found
  }

  private func fits(
    _ chunk: [Node], _ items: [Node], from start: Int, _ found: inout StatementMatch
  ) -> Bool {
    guard start + chunk.count <= items.count else { return false }
    var copy = found
    for (pattern, item) in zip(chunk, items[start...]) {
      guard matches(pattern, item, &copy) else { return false }
    }
    found = copy
    return true
  }

  private func matches(_ pattern: Node, _ node: Node, _ found: inout StatementMatch) -> Bool {
    if let (name, isList) = metavariable(pattern), !isList {
      guard pattern.kind.canStand(for: node.kind) else { return false }
      if name == "_" { return true }
      guard let bound = found.nodes[name] else {
        found.nodes[name] = node
        return true
      }
      return haveSameTokens(bound, node)
    }
    guard pattern.kind == node.kind, pattern.flags == node.flags else { return false }
    if pattern.kind == .argumentList, let only = pattern.children.first?.children.first,
      pattern.children.count == 1, let (name, isList) = metavariable(only), isList
    {
      found.texts[name] = node.contents
      return true
    }
    guard pattern.children.count == node.children.count,
      ownTokens(of: pattern).elementsEqual(ownTokens(of: node))
    else { return false }
    return zip(pattern.children, node.children).allSatisfy { matches($0, $1, &found) }
  }
}

/// Returns the template of new statements, in which `$name…` is `$name`.
package func statementTemplate(_ text: String) -> String {
  spelled(text, one: "$", many: "$")
}

/// Where the statements of a pattern stand.
struct StatementMatch {
  /// The statements of each part, in source order.
  var chunks: [[Node]] = []
  var nodes: [String: Node] = [:]

  /// The arguments of `f($name…)`, without their parentheses.
  var texts: [String: String] = [:]
}

/// Spells `$name` as an identifier, which a declaration can have as well: `µname`, and `$name…` as `µµname`.
private func spelled(_ text: String, one: String = "µ", many: String = "µµ") -> String {
  var result = ""
  var rest = Substring(text)
  while let dollar = rest.firstIndex(of: "$") {
    result += rest[..<dollar]
    rest = rest[rest.index(after: dollar)...]
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let first = name.first, !first.isNumber else {
      result.append("$")
      continue
    }
    rest = rest[name.endIndex...]
    result += (rest.first == "…" ? many : one) + name
    if rest.first == "…" { rest.removeFirst() }
  }
  return result + rest
}

private func metavariable(_ node: Node) -> (name: String, isList: Bool)? {
  switch node.kind {
  case .declReference, .identifierPattern, .identifierType: break
  default: return nil
  }
  let name = node.name
  guard name.first == "µ" else { return nil }
  let rest = name.dropFirst()
  return rest.first == "µ" ? (String(rest.dropFirst()), true) : (String(rest), false)
}

extension NodeKind {
  /// Whether a metavariable that was written as one thing can stand for another.
  fileprivate func canStand(for other: NodeKind) -> Bool {
    switch self {
    case .identifierPattern: other == .identifierPattern
    case .identifierType: other.isType
    default: other.isExpression
    }
  }
}

extension Node {
  /// What stands between the parentheses.
  fileprivate var contents: String {
    guard let first = children.first, let last = children.last else { return "" }
    return tree.source.text(first.range.lowerBound..<last.range.upperBound)
  }
}
