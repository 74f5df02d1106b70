import MoultFindings
import MoultSemantics
import MoultSource
import MoultSyntax

/// Why what is inside of a match, or around it, cannot be rewritten.
struct InnerObstacle: Error {
  /// What a person does instead; nil for what the page says.
  let nextStep: String?
}

/// Returns the edits of pieces inside of what metavariables stand for, and of the uses of variables, in no order.
///
/// - Throws: where a variable is used in a way that the page does not name, or can be used out of sight.
/// - Complexity: O(*n*) in the nodes of the holes and in the uses, for each piece that the page names.
func innerEdits(
  _ inner: InnerRewrites, of match: Match, in file: FileContext
) throws(InnerObstacle) -> [Edit] {
  guard !inner.isEmpty else { return [] }
  var edits: [Edit] = []
  for (hole, pieces) in inner.inside.sorted(by: { $0.key < $1.key }) {
    let roots = match.shape?.stretches[hole]?.items ?? match.nodes[hole].map { [$0] } ?? []
    for piece in try pieces.map({ (piece) throws(InnerObstacle) in try Piece(piece) }) {
      var own: [Edit] = []
      for root in roots {
        for node in root.descendants where piece.canBe(node, inside: root) {
          own += try piece.edits(at: node, with: match.nodes, in: file) ?? []
        }
      }
      // What nothing returns is what the only statement is: an `if` or a `switch` with values in its branches.
      if piece.isReturn, own.isEmpty { throw InnerObstacle(nextStep: nil) }
      edits += own
    }
  }
  guard !inner.uses.isEmpty else { return edits }
  let pieces = try inner.uses.map { (piece) throws(InnerObstacle) in try Piece(piece) }
  let names = Set(pieces.flatMap(\.pattern.metavariables))
    .filter { $0 == "variable" || match.nodes[$0] != nil }
  for name in names.sorted() {
    let own = pieces.filter { $0.pattern.metavariables.contains(name) }
    edits += try editsOfUses(of: name, own, match, file)
  }
  return edits
}

private func editsOfUses(
  of name: String, _ pieces: [Piece], _ match: Match, _ file: FileContext
) throws(InnerObstacle) -> [Edit] {
  guard let declaration = name == "variable" ? match.variable : match.nodes[name],
    let symbol = file.semantics.symbol(of: declaration), symbol.kind == .local
  else { throw InnerObstacle(nextStep: nil) }
  var edits: [Edit] = []
  for use in file.semantics.references(to: symbol)
  where use != declaration && !match.isFixedPart(use) {
    var bound = match.nodes
    bound[name] = use
    var found: [Edit]?
    for piece in pieces where found == nil {
      for place in [use] + use.ancestors.prefix(while: { !$0.kind.holdsStatements }) {
        found = try piece.edits(at: place, with: bound, in: file)
        if found != nil { break }
      }
    }
    guard let found else { throw InnerObstacle(nextStep: nil) }
    edits += found
  }
  return edits
}

/// A piece of code that a page names, with what it becomes, without the `try` and `await` before both.
private struct Piece {
  let pattern: StatementPattern
  private let core: Node
  private let marks: [Node]
  private let newCore: Node
  private let newMarks: [Node]

  init(_ rewrite: InnerRewrite) throws(InnerObstacle) {
    guard let pattern = try? StatementPattern(rewrite.pattern), let old = pattern.only,
      let new = (try? StatementPattern(rewrite.text))?.only
    else { throw InnerObstacle(nextStep: nil) }
    self.pattern = pattern
    (marks, core) = withoutMarks(old)
    (newMarks, newCore) = withoutMarks(new)
  }

  var isReturn: Bool { core.kind == .returnStmt }

  /// A statement that leaves a block is not looked for in closures and functions, which are left by it alone.
  func canBe(_ node: Node, inside root: Node) -> Bool {
    guard node.kind == core.kind || metavariable(core) != nil else { return false }
    switch core.kind {
    case .returnStmt, .throwStmt, .breakStmt, .continueStmt, .yieldStmt: break
    default: return true
    }
    for ancestor in node.ancestors where node != root {
      if ancestor.kind == .closure || ancestor.kind == .functionDecl { return false }
      if ancestor == root { return true }
    }
    return true
  }

  /// Returns what the piece becomes at a node; nil if it is something else.
  func edits(
    at node: Node, with bound: [String: Node], in file: FileContext
  ) throws(InnerObstacle) -> [Edit]? {
    var found = StatementMatch()
    found.nodes = bound
    guard matches(core, node, &found) else { return nil }
    var edits: [Edit] = []
    var whole = node
    for mark in marks.reversed() {
      while let outer = whole.parent, outer.isChained(to: whole) { whole = outer }
      guard let outer = whole.parent, outer.kind == mark.kind, outer.flags == mark.flags else {
        return nil
      }
      if !newMarks.contains(where: { $0.kind == mark.kind }) {
        guard !whole.needs(mark.kind, apartFrom: node, file) else { return nil }
        edits.append(Edit(outer.range.lowerBound..<whole.range.lowerBound, ""))
      }
      whole = outer
    }
    guard !edits.contains(where: { file.tree.holdsComment(in: $0.range) }) else { return nil }
    var writer = ShapeWriter(found, in: file)
    writer.rewrite(node, core, into: newCore)
    if let obstacle = writer.obstacle { throw InnerObstacle(nextStep: obstacle) }
    return edits + writer.edits
  }
}

/// Takes `try` and `await` from before an expression; the outermost is the first.
private func withoutMarks(_ node: Node) -> (marks: [Node], core: Node) {
  var marks: [Node] = []
  var core = node
  while core.kind == .tryExpr || core.kind == .awaitExpr, let inner = core.children.last {
    marks.append(core)
    core = inner
  }
  return (marks, core)
}

extension Match {
  /// Whether a node is one that the pattern itself names, and none of what metavariables stand for.
  fileprivate func isFixedPart(_ use: Node) -> Bool {
    func holds(_ range: ByteRange) -> Bool {
      range.lowerBound <= use.range.lowerBound && use.range.upperBound <= range.upperBound
    }
    let fixed = parts.isEmpty ? [node.range] : parts.joined().map(\.range)
    guard shape != nil, fixed.contains(where: holds) else { return false }
    if shape?.stretches.values.contains(where: { holds($0.range) }) == true { return false }
    return !nodes.values.contains { holds($0.range) && $0.range != use.range }
  }
}

extension Node {
  /// Whether an expression goes on behind another: a member of it, a call, `?`, `!` or an element.
  fileprivate func isChained(to value: Node) -> Bool {
    switch kind {
    case .memberAccess, .functionCall, .subscriptCall, .optionalChaining, .forceUnwrap,
      .genericSpecialization:
      children.first == value
    default: false
    }
  }

  /// Whether something in an expression, apart from one part of it, wants a `try` or an `await`, or has one.
  fileprivate func needs(_ mark: NodeKind, apartFrom part: Node, _ file: FileContext) -> Bool {
    let effect: Effects = mark == .awaitExpr ? .async : .throwing
    return descendants.contains { node in
      if node.kind == mark { return true }
      guard node.kind == .functionCall, node != part, node.callee != part else {
        return false
      }
      return file.semantics.symbol(of: node)?.effects.contains(effect) ?? false
    }
  }
}
