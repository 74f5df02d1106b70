import MoultFindings
import MoultSemantics
import MoultSource
package import MoultSyntax

/// Returns what must change around `expression`, which could throw and no longer can.
///
/// The `try` that covers it goes if nothing else under it may throw. With a `try?` the value stops being
/// optional, and that is followed too. A call whose callee is unknown may throw, so its `try` stays.
///
/// - Parameters:
///   - silenced: other expressions under the same `try` that stop throwing in the same round.
///   - keepsCatch: whether something else that throws takes their place in the `do` around them.
package func removalOfThrow(
  from expression: Node, alsoSilenced silenced: Set<Node> = [],
  keepingCatch keepsCatch: Bool = false,
  in file: FileContext
) -> Consequence {
  var consequence = Consequence()
  guard let mark = coveringTry(of: expression), let operand = mark.children.first else {
    return consequence
  }
  let others = expressionsThatMayThrow(in: operand, file)
    .filter { $0 != expression && !silenced.contains($0) }
  guard others.isEmpty else { return consequence }
  let gap = mark.range.lowerBound..<operand.range.lowerBound
  // A comment behind the mark stays, before what was marked.
  let end = file.tree.commentRanges(in: gap).first?.lowerBound ?? gap.upperBound
  consequence.delete(gap.lowerBound..<end)
  if mark.flags.contains(.question) {
    if case .optional = file.semantics.type(of: operand) { return consequence }
    consequence.merge(demotionOfOptional(mark, in: file))
  } else if !mark.flags.contains(.exclamation), !keepsCatch {
    consequence.merge(
      removalOfCatch(around: mark, silenced: silenced.union([expression]), in: file))
  }
  return consequence
}

/// Returns the deletion of the `catch` clauses that nothing can enter any more, once `mark` is gone.
///
/// The `do` stays a block of its own, so that its names meet no others. A clause with a comment stays: Swift
/// only warns of it.
private func removalOfCatch(
  around mark: Node, silenced: Set<Node>, in file: FileContext
) -> Consequence {
  var consequence = Consequence()
  var child = mark
  for node in mark.ancestors {
    if node.kind == .closure || node.kind == .functionDecl { break }
    guard node.kind == .doStmt, child.kind == .codeBlock, let last = node.catchClauses.last else {
      child = node
      continue
    }
    let cut = child.range.upperBound..<last.range.upperBound
    let stillThrows = throwingPlaces(in: child).contains { place in
      guard place.kind == .tryExpr, let operand = place.operand else { return true }
      return place != mark
        && expressionsThatMayThrow(in: operand, file).contains { !silenced.contains($0) }
    }
    guard !stillThrows, !file.tree.holdsComment(in: cut) else { break }
    consequence.delete(cut)
    consequence.lower(
      to: .review, because: "nothing throws there any more, so the 'catch' is removed")
    break
  }
  return consequence
}

/// The places of a block from which an error can reach its end: `try`, `throw`, `for try`.
private func throwingPlaces(in block: Node) -> [Node] {
  var result: [Node] = []
  var open = [block]
  while let node = open.popLast() {
    switch node.kind {
    case .closure, .functionDecl, .classDecl, .structDecl, .enumDecl, .actorDecl: continue
    case .tryExpr:
      if !node.flags.contains(.question), !node.flags.contains(.exclamation) { result.append(node) }
    case .throwStmt: result.append(node)
    case .forStmt: if node.flags.contains(.question) { result.append(node) }
    default: break
    }
    open += node.children
  }
  return result
}

/// Returns the innermost `try` whose operand holds `node`, without leaving the closure or function.
package func coveringTry(of node: Node) -> Node? {
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .tryExpr: return ancestor
    case .closure, .codeBlock, .sourceFile, .memberBlock, .accessorBlock: return nil
    default: continue
    }
  }
  return nil
}

/// Returns the calls, members and subscripts under `node` that throw or are not known not to.
///
/// Closures are not entered (their bodies throw for themselves), nor are operands of an own `try`. Chains
/// can be as deep as a file is long, so the walk keeps its own stack.
package func expressionsThatMayThrow(in node: Node, _ file: FileContext) -> [Node] {
  var result: [Node] = []
  var open = [node]
  while let node = open.popLast() {
    switch node.kind {
    case .closure, .tryExpr: continue
    case .functionCall:
      if mayThrow(node, file) { result.append(node) }
    case .memberAccess, .subscriptCall:
      if let symbol = file.semantics.symbol(of: node), symbol.kind == .property, symbol.isThrowing {
        result.append(node)
      }
    default: break
    }
    open += node.children
  }
  return result
}

private func mayThrow(_ call: Node, _ file: FileContext) -> Bool {
  guard let symbol = file.semantics.symbol(of: call) else { return true }
  guard symbol.isThrowing else { return false }
  guard !symbol.throwsByItself else { return true }
  // A function that rethrows throws what the closures that it is given throw.
  let values = call.arguments.map(\.argumentValue) + call.trailingClosures.map(\.closure)
  return values.contains { value in
    value.kind == .closure
      ? holdsThrow(value) : value.kind == .declReference || value.kind == .memberAccess
  }
}

private func holdsThrow(_ closure: Node) -> Bool {
  var open = [closure]
  while let node = open.popLast() {
    if node.kind == .throwStmt { return true }
    if node.kind == .tryExpr, !node.flags.contains(.question), !node.flags.contains(.exclamation) {
      return true
    }
    open += node.children
  }
  return false
}
