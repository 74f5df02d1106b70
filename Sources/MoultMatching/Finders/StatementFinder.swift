import MoultSemantics
package import MoultSyntax

/// Finds statements that follow one another in a block, with others between them; binds the metavariables.
package struct StatementFinder: PageFinder {
  let pattern: StatementPattern
  private let types: [String: String]

  package static let terms = FinderTerms(
    "statements", .text("statements such as '$server.start()', with '…' on a line between them"),
    binds: { Metavariables(Set((try? StatementPattern($0.subject))?.metavariables ?? [])) },
    anchors: { $0.options.values.flatMap { anchorModule(ofName: $0) } })

  package init(_ spec: FinderSpec) throws(FinderProblem) {
    do {
      pattern = try StatementPattern(spec.subject)
    } catch {
      switch error {
      case .syntax(let message): throw FinderProblem("the statements are not Swift: \(message)")
      case .empty: throw FinderProblem("a statement stands before and behind each '…'")
      }
    }
    types = spec.options
  }

  package var subject: String? { nil }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }

  package func names(in names: NamesInModel) -> [String] { pattern.anchor.map { [$0] } ?? [] }

  /// The index names a word of the first statement, which is what is pointed at.
  package func match(
    _ rule: SwiftRule, _ reference: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    guard reference.kind == .declReference || reference.kind == .memberAccess,
      reference.name == pattern.anchor, let statement = statement(around: reference),
      let found = pattern.match(at: statement), let last = found.chunks.last?.last
    else { return nil }
    // A statement can have the word twice, and is one match.
    guard !statement.hasReference(like: reference, before: reference) else { return nil }
    let fits = types.allSatisfy { name, expected in
      found.nodes[name].map { isOf(file.semantics.type(of: $0), expected, file.model) } ?? false
    }
    guard fits else { return nil }
    return Match(
      rule: rule, node: statement, range: reference.mainToken.range,
      replaced: statement.range.lowerBound..<last.range.upperBound, nodes: found.nodes,
      texts: found.texts, shape: found)
  }

  /// The statement around a name, as many blocks further out as the pattern has around it.
  private func statement(around node: Node) -> Node? {
    var depth = pattern.anchorDepth
    var statement = node
    while let block = statement.parent {
      if block.kind.holdsStatements {
        if depth == 0 { return statement }
        depth -= 1
      }
      statement = block
    }
    return nil
  }
}

extension Node {
  /// Whether a node of the same kind and name comes first, in the order in which a statement is walked.
  ///
  /// - Complexity: O(*n*) in the nodes before it.
  fileprivate func hasReference(like reference: Node, before end: Node) -> Bool {
    if self == end { return false }
    let first = descendants.first { $0 == end || $0.isSpelled(like: reference) }
    return isSpelled(like: reference) || first != end
  }

  private func isSpelled(like other: Node) -> Bool { kind == other.kind && name == other.name }
}
