package import MoultFindings
import MoultSemantics
import MoultSource
package import MoultSyntax

/// What the rules of an index match in a file.
package struct FileMatches {
  /// In source order.
  package let matches: [Match]

  /// What goes by the name of something that a rule is about, and may or may not be that; in source order.
  package let unknown: [UnknownPlace]
}

/// Finds the matches of the index's rules in a file.
///
/// - Complexity: O(*n*) in the nodes of the file, plus the resolution of those whose name is in the index.
package func matches(in file: FileContext, _ index: RuleIndex) -> FileMatches {
  var found: [Match] = []
  var unknown = UnknownPlaces(file, index)
  var rows: [Int] = []
  let locals = index.localTypeNames(of: file.tree)
  var reachable = index.reachable(in: file.tree)
  let tree = file.tree
  let positions =
    index.canMatchBodies(of: tree, locals, &reachable)
    ? [tree.nodes.indices].joined() : tree.shownNodes
  for position in positions where tree.kind(ofNode: position).hasCandidates {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(position)))
    guard let name = candidateName(of: node) else { continue }
    let named =
      node.kind == .functionCall ? index.candidates(calling: name, locals) : index.candidates(name)
    let unseen = index.candidates(ofUnseenType: node)
    let candidates = unseen.isEmpty ? named : named + unseen
    let before = found.count
    for candidate in candidates where reachable.contains(candidate) {
      let rule = index.rules[candidate]
      // Of the rows of a page, the first that fits a place takes it.
      guard !found[before...].contains(where: { $0.rule.id == rule.id }),
        let match = match(rule, node, file, index)
      else { continue }
      found.append(match)
      rows.append(candidate)
    }
    if found.count == before, node.kind == .memberAccess, !candidates.isEmpty {
      unknown.look(at: node, candidates.filter { reachable.contains($0) })
    }
    guard found.count == before, node.kind == .functionCall,
      let label = node.arguments.first?.argumentLabel
    else { continue }
    let labelled = index.candidates(calledWith: label).filter { reachable.contains($0) }
    for candidate in labelled {
      guard let match = match(index.rules[candidate], node, file, index) else { continue }
      found.append(match)
      rows.append(candidate)
    }
    if found.count == before { unknown.lookAtConstruction(node, labelled) }
  }
  found = firstRows(of: found, rows)
  // The declaration of such a value is found as well, in this file, or in any other where an extension says what it was.
  if !found.isEmpty || !file.model.extensionsOfEarlierTypes.isEmpty {
    found += valuesLeftBehind(in: file, index, besides: found)
  }
  return FileMatches(
    matches: found.sorted { a, b in
      (a.range.lowerBound, a.rule.id) < (b.range.lowerBound, b.rule.id)
    }, unknown: unknown.places(besides: found))
}

/// Leaves of two rows of a page that point at the same bytes, from different nodes, the first.
///
/// Only of those that judge what their bytes say as a whole: each would take the place from the other.
///
/// - Parameter rows: the number of the rule of each match, in the order of the pages.
/// - Complexity: O(*n*) in the matches.
private func firstRows(of matches: [Match], _ rows: [Int]) -> [Match] {
  let whole = matches.indices.filter { matches[$0].ownsItsParts }
  var first: [MatchedPlace: Int] = [:]
  for position in whole {
    let place = MatchedPlace(rule: matches[position].rule.id, range: matches[position].range)
    guard let other = first[place] else {
      first[place] = position
      continue
    }
    if rows[position] < rows[other] { first[place] = position }
  }
  guard first.count < whole.count else { return matches }
  let kept = Set(first.values)
  return matches.indices.filter { !matches[$0].ownsItsParts || kept.contains($0) }
    .map { matches[$0] }
}

private struct MatchedPlace: Hashable {
  let rule: RuleID
  let range: ByteRange
}

extension NodeKind {
  /// Whether finders are about nodes of the kind.
  fileprivate var hasCandidates: Bool {
    switch self {
    case .identifierType, .memberType, .declReference, .memberAccess, .importPathComponent,
      .prefixOperator, .binaryOperator, .postfixOperator, .regexLiteral, .keyPathComponent,
      .functionCall, .subscriptCall:
      true
    default: false
    }
  }
}

/// The name by which a node is looked up, or nil if no finder is about nodes of its kind.
private func candidateName(of node: Node) -> ArraySlice<UInt8>? {
  switch node.kind {
  case .identifierType, .memberType, .declReference, .memberAccess, .importPathComponent,
    .prefixOperator, .binaryOperator, .postfixOperator, .regexLiteral, .keyPathComponent:
    return node.tree.bytes(of: node.mainTokenID)
  case .functionCall:
    guard let callee = node.callee else { return nil }
    return node.tree.bytes(of: callee.mainTokenID)
  case .subscriptCall: return subscriptName[...]
  default: return nil
  }
}

let subscriptName = Array("subscript".utf8)

extension Node {
  /// The expression that a call calls, without generic arguments, `?` and `!`.
  package var callee: Node? {
    var callee = children.first
    while let current = callee {
      switch current.kind {
      case .genericSpecialization, .optionalChaining, .forceUnwrap:
        callee = current.children.first
      default: return current
      }
    }
    return nil
  }
}

private func match(
  _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
) -> Match? {
  guard let found = rule.finder.match(rule, node, file, index) else { return nil }
  guard rule.guards.allSatisfy({ $0.holds(for: found, in: file) }) else { return nil }
  // A rule that is off here must not take places from others either.
  guard file.runs(rule.id), rule.unless.map(file.runs) != true else { return nil }
  // What the project itself declares in a module of the library's name is not the library's.
  // Only what a library retires is asked of every module, the project's own among them.
  if let symbol = found.symbol, rule.finder.isAboutDeclaration, found.availability == nil,
    case .project = symbol.origin, !symbol.isExternal
  {
    return nil
  }
  return found
}
