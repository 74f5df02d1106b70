package import MoultSource
package import MoultSyntax

/// Statements of one block with metavariables, in order; `…` on a line of its own stands for whatever is between.
///
/// `$name` stands for any one expression, for the name that something declares, or for a type; a name that occurs twice
/// must stand for the same tokens. `f($name…)` takes whatever arguments there are, `$name…` on a line of its own whatever
/// statements, and `$_` binds nothing. Blocks inside of the statements are patterns in their turn, which hold for the whole block.
package struct StatementPattern: Sendable {
  /// The statements between two `…` or `$name…`, which follow one another; the last may be none.
  let chunks: [[Node]]

  /// What stands between them: the name of `$name…`, or nil for `…`.
  let stretches: [String?]

  /// Why a text is no pattern.
  package enum Failure: Error, Hashable, Sendable {
    case syntax(String)
    /// Nothing stands before, between or behind `…`.
    case empty
  }

  package init(_ text: String) throws(Failure) {
    let source = SourceText(path: "pattern", bytes: Array(spelledPattern(text).utf8))
    let tree = parse(source)
    if let diagnostic = tree.diagnostics.first { throw .syntax(diagnostic.message) }
    let block = PatternBlock(Array(tree.root.children))
    chunks = block.parts
    stretches = block.stretches
    let isOpen = stretches.last.map { $0 != nil } ?? false
    for (index, part) in chunks.enumerated() where part.isEmpty {
      guard index == chunks.count - 1, isOpen else { throw .empty }
    }
  }

  /// The parts of a text between lines of `…` that stand in no block.
  package static func chunks(of text: String) -> [String] {
    var parts: [[Substring]] = [[]]
    var depth = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if depth == 0, line.isStretch {
        parts.append([])
      } else {
        parts[parts.count - 1].append(line)
        depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      }
    }
    return parts.map { $0.joined(separator: "\n") }
  }

  /// How many `…` stand in the blocks of a text, and not between its statements.
  package static func nestedStretches(in text: String) -> Int {
    text.split(separator: "\n").count(where: \.isStretch) - (chunks(of: text).count - 1)
  }

  private var nodes: [Node] { chunks.joined().flatMap { Array($0.descendants) } }

  /// The names of the metavariables, without `$`, each once.
  package var metavariables: [String] {
    var names: [String] = []
    for name in nodes.compactMap({ metavariable($0)?.name }) + stretches.compactMap(\.self)
    where name != "_" && !names.contains(name) { names.append(name) }
    return names
  }

  /// The names of the metavariables that stand for any number of statements.
  package var holes: [String] {
    var names = stretches.compactMap(\.self)
    for node in nodes where node.parent?.kind.holdsStatements == true {
      if case .named(let name)? = stretch(node) { names.append(name) }
    }
    return names
  }

  /// Whether there is a name to look for it by.
  package var isFindable: Bool { anchor != nil }

  /// The name in the first statement by which it is looked for; nil if it has none of its own.
  var anchor: String? { anchorNode?.name }

  /// How many blocks of the first statement stand around the name by which it is looked for.
  var anchorDepth: Int {
    anchorNode?.ancestors.count { $0.kind.holdsStatements && $0.kind != .sourceFile } ?? 0
  }

  private var anchorNode: Node? {
    chunks.first?.first.flatMap { first in
      ([first] + Array(first.descendants)).last {
        ($0.kind == .declReference || $0.kind == .memberAccess) && metavariable($0) == nil
          && stretch($0) == nil && !$0.name.isEmpty
      }
    }
  }

  /// The one expression or statement that the pattern is; nil if it is more, or less.
  var only: Node? { chunks.count == 1 && chunks[0].count == 1 ? chunks[0].first : nil }

  /// Whether it is one expression or statement.
  package var isOnePiece: Bool { only != nil }

  /// Whether it is one call.
  package var isOneCall: Bool { only?.kind == .functionCall }

  /// Returns where the statements stand, the first of them at `statement`; nil if they do not, or if one of them stands
  /// there twice.
  ///
  /// - Complexity: O(*n*) in the statements of each block, for each part between `…`.
  func match(at statement: Node) -> StatementMatch? {
    guard let block = statement.parent, block.kind.holdsStatements else { return nil }
    let items = block.items
    guard let start = items.firstIndex(of: statement) else { return nil }
    var found = StatementMatch()
    let pattern = PatternBlock(parts: chunks, stretches: stretches)
    guard
      let places = pattern.places(in: items, of: block, from: start, isWhole: false, &found)
    else { return nil }
    found.chunks = places.map { Array(items[$0]) }
    return found
  }

  /// Returns what the metavariables stand for where the pattern is one expression or statement, and `node` is it.
  ///
  /// - Parameter bound: what some of them stand for already.
  func match(_ node: Node, with bound: [String: Node] = [:]) -> StatementMatch? {
    guard let only else { return nil }
    var found = StatementMatch()
    found.nodes = bound
    return matches(only, node, &found) ? found : nil
  }
}

/// The items of a block of a pattern, with what may stand between them.
struct PatternBlock {
  /// The items between two stretches; the first and the last may be none.
  let parts: [[Node]]

  /// The names of the stretches, nil for `…`; one less than the parts.
  let stretches: [String?]

  init(parts: [[Node]], stretches: [String?]) {
    self.parts = parts
    self.stretches = stretches
  }

  init(_ items: [Node]) {
    var parts: [[Node]] = [[]]
    var stretches: [String?] = []
    for item in items {
      switch stretch(item) {
      case .named(let name):
        stretches.append(name)
        parts.append([])
      case .anonymous:
        stretches.append(nil)
        parts.append([])
      case nil: parts[parts.count - 1].append(item)
      }
    }
    self.parts = parts
    self.stretches = stretches
  }

  /// Returns where the parts stand among the items of a block.
  ///
  /// Each part is found at the first place where it fits, and only if none of its items fits anywhere else.
  ///
  /// - Parameter isWhole: whether the pattern ends where the block does.
  func places(
    in items: [Node], of block: Node, from start: Int, isWhole: Bool,
    _ found: inout StatementMatch
  ) -> [Range<Int>]? {
    var places: [Range<Int>] = []
    var next = start
    for (index, part) in parts.enumerated() {
      let last = items.count - part.count
      guard next <= last else { return nil }
      let isLast = index == parts.count - 1
      let isAtEnd = isLast && (isWhole || part.isEmpty)
      var place: Int?
      if index == 0 {
        place = isAtEnd && last != start ? nil : start
        if let start = place, !fits(part, items, from: start, &found) { return nil }
      } else if isAtEnd {
        place = fits(part, items, from: last, &found) ? last : nil
      } else {
        place = (next...last).first { fits(part, items, from: $0, &found) }
      }
      guard let place else { return nil }
      places.append(place..<(place + part.count))
      next = place + part.count
    }
    guard !standTwice(places, in: items[start...], isWhole: isWhole, found) else { return nil }
    for (index, name) in stretches.enumerated() {
      guard let name, name != "_" else { continue }
      let (start, end) = (places[index].upperBound, places[index + 1].lowerBound)
      guard found.stretches[name] == nil else { return nil }
      found.stretches[name] = StretchMatch(
        items: Array(items[start..<end]),
        range: stretchRange(items, from: start, to: end, of: block))
    }
    return places
  }

  /// Whether an item that was found fits another one as well; where nothing may stand between, none can.
  private func standTwice(
    _ places: [Range<Int>], in items: ArraySlice<Node>, isWhole: Bool, _ found: StatementMatch
  ) -> Bool {
    guard !isWhole || !stretches.isEmpty else { return false }
    return zip(parts, places).contains { part, place in
      zip(part, place).contains { pattern, taken in
        items.indices.contains { index in
          var copy = found
          return index != taken && matches(pattern, items[index], &copy)
        }
      }
    }
  }

  private func fits(
    _ part: [Node], _ items: [Node], from start: Int, _ found: inout StatementMatch
  ) -> Bool {
    var copy = found
    for (pattern, item) in zip(part, items[start...]) {
      guard matches(pattern, item, &copy) else { return false }
    }
    found = copy
    return true
  }
}

/// Where the statements of a pattern stand.
struct StatementMatch {
  /// The statements of each part, in source order.
  var chunks: [[Node]] = []
  var nodes: [String: Node] = [:]

  /// The arguments of `f($name…)`, without their parentheses.
  var texts: [String: String] = [:]

  /// The statements of each `$name…`.
  var stretches: [String: StretchMatch] = [:]

  /// What closures capture, of which the pattern says nothing: `[x = y] in`.
  var captures: [ByteRange] = []
}

/// What stands for `$name…`.
package struct StretchMatch {
  package let items: [Node]

  /// The statements with the comments around them; empty where there is none.
  package let range: ByteRange
}

/// The items from one index to another, with the comments around them that belong to nothing else.
func stretchRange(
  _ items: [Node], from start: Int, to end: Int, of block: Node
) -> ByteRange {
  let tree = block.tree
  let first =
    start > 0
    ? items[start - 1].range.upperBound
    : (block.kind == .sourceFile
      ? block.range.lowerBound
      : tree.tokens[openingToken(of: block)].range.upperBound)
  let last =
    end < items.count
    ? items[end].range.lowerBound
    : (block.kind == .sourceFile || block.kind == .switchCase || block.kind == .ifConfigClause
      ? items.last?.range.upperBound ?? first : ByteOffset(block.range.upperBound.index - 1))
  let comments = tree.commentRanges(in: first..<Swift.max(first, last))
  let inside = start < end ? [items[start].range, items[end - 1].range] : []
  guard let low = (comments + inside).map(\.lowerBound).min(),
    let high = (comments + inside).map(\.upperBound).max()
  else { return first..<first }
  return low..<high
}

/// The token behind which the items of a block begin: its brace, or the last of its signature or label.
private func openingToken(of block: Node) -> Int {
  let head = block.children.filter { child in
    switch child.kind {
    case .closureSignature, .switchCaseLabel, .switchDefaultLabel: true
    default: false
    }
  }.last
  return head.map { $0.tokenIDs.upperBound - 1 } ?? block.tokenIDs.lowerBound
}

/// Whether a pattern's node stands for a node of a file; binds what its metavariables stand for.
func matches(_ pattern: Node, _ node: Node, _ found: inout StatementMatch) -> Bool {
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
  if pattern.kind.holdsStatements { return blocksMatch(pattern, node, &found) }
  guard pattern.children.count == node.children.count,
    ownTokens(of: pattern).elementsEqual(ownTokens(of: node))
  else { return false }
  return zip(pattern.children, node.children).allSatisfy { matches($0, $1, &found) }
}

/// A block inside of a pattern holds for a whole block.
private func blocksMatch(_ pattern: Node, _ node: Node, _ found: inout StatementMatch) -> Bool {
  let (items, others) = (pattern.items, node.items)
  let (head, otherHead) = (
    pattern.children.dropLast(items.count), node.children.dropLast(others.count)
  )
  guard ownTokens(of: pattern).elementsEqual(ownTokens(of: node)) else { return false }
  // A closure that says no more of itself than what it captures is one that says nothing.
  if pattern.kind == .closure, head.isEmpty, otherHead.count == 1, let signature = otherHead.first,
    signature.kind == .closureSignature, signature.children.map(\.kind) == [.captureList]
  {
    found.captures.append(signature.range)
  } else if head.count != otherHead.count {
    return false
  }
  guard zip(head, otherHead).allSatisfy({ matches($0, $1, &found) })
  else { return false }
  return PatternBlock(items).places(in: others, of: node, from: 0, isWhole: true, &found) != nil
}

extension NodeKind {
  /// Whether a metavariable that was written as one thing can stand for another.
  fileprivate func canStand(for other: NodeKind) -> Bool {
    switch self {
    case .identifierPattern: other == .identifierPattern
    case .closureParameter: other == .closureParameter
    case .identifierType: other.isType
    // An `if` or a `switch` is an expression in few places, and what is written may have it in another one.
    default: other.isExpression && ![.ifExpr, .switchExpr, .doStmt].contains(other)
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
