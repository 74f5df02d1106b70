import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Statements in the body of what cannot suspend that can run in a `Task` of their own.
///
/// Either a `do` that catches every error, on whose variables nothing behind it depends, or all that follows up to the
/// end of a body that gives no value. What tells others that the end is reached, such as `semaphore.signal()`, goes with them.
struct DetachedStatements {
  let first: Node
  let last: Node

  /// Where they begin, with the comments above them.
  let start: ByteOffset

  /// The variables that the task has copies of.
  let copies: [String]

  /// The statements `return value` in them, whose value is the one that follows anyway.
  let returns: [Node]

  /// - Parameter handlesErrors: whether no error comes out at the statement that holds the expression.
  init?(around expression: Node, handlesErrors: Bool, _ file: FileContext) {
    guard let (body, statement) = bodyAndStatement(around: expression),
      let index = body.items.firstIndex(of: statement),
      !body.items[..<index].contains(where: { $0.kind == .deferStmt })
    else { return nil }
    let following = Array(body.items[(index + 1)...])
    if !following.contains(where: tellsOfTheEnd),
      let returns = valuesOfReturns(in: [statement], before: following),
      following.isEmpty || !leavesWithoutValue(statement),
      catchesEverything(statement, around: expression, file),
      changedOutside([statement], file).isEmpty,
      let copies = copiedVariables(of: [statement], in: body, file)
    {
      self.init(statement, statement, copies, returns, file)
      return
    }
    guard handlesErrors, givesNothing(body, file) else { return nil }
    var from = index
    // What is assigned in the task is declared there as well.
    while true {
      let changed = changedOutside(Array(body.items[from...]), file)
      let declared = body.items[..<from].firstIndex { item in
        changed.contains { $0.declaration?.lies(in: item) == true }
      }
      guard let declared else { break }
      from = declared
    }
    let tail = Array(body.items[from...])
    guard changedOutside(tail, file).isEmpty, !tail.contains(where: { letsErrorsOut($0, file) }),
      let last = tail.last,
      let returns = valuesOfReturns(in: tail, before: []), returns.isEmpty,
      let copies = copiedVariables(of: tail, in: body, file)
    else { return nil }
    self.init(tail[0], last, copies, [], file)
  }

  private init(
    _ first: Node, _ last: Node, _ copies: [String], _ returns: [Node], _ file: FileContext
  ) {
    (self.first, self.last, self.copies, self.returns) = (first, last, copies, returns)
    let begin = first.range.lowerBound
    let above = first.parent?.items.last { $0.range.upperBound <= begin }?.range.upperBound
    let comments = above.map { file.tree.commentRanges(in: $0..<begin) } ?? []
    start = comments.first { file.layout.startsLine($0.lowerBound) }?.lowerBound ?? begin
  }
}

/// Whether a statement behind an expression tells others that all before it is done, so that it cannot run at once.
func isEndTold(behind expression: Node) -> Bool {
  guard let (body, statement) = bodyAndStatement(around: expression),
    let index = body.items.firstIndex(of: statement)
  else { return false }
  return body.items[(index + 1)...].contains(where: tellsOfTheEnd)
}

/// Whether code around what has thrown until now hears of its error or relies on its end: a `catch` that does something, a function that
/// throws, a loop whose next round waited for it.
func isOutcomeHeard(of expression: Node) -> Bool {
  var (isThrown, isSilenced) = (false, false)
  var child = expression
  for node in expression.ancestors {
    switch node.kind {
    case .tryExpr:
      if TryExpr(node)?.mark == .propagating { isThrown = true } else { isSilenced = true }
    case .doStmt where isThrown && !isSilenced && child.kind == .codeBlock:
      if node.catchClauses.contains(where: { CatchClause($0)?.body?.node.items.isEmpty == false }) {
        return true
      }
    case .forStmt, .whileStmt, .repeatStmt:
      if child.kind == .codeBlock { return true }
    case .functionDecl, .initializerDecl, .accessorDecl, .accessorBlock, .deinitializerDecl:
      return isThrown && !isSilenced && node.declaredEffects.contains(.throwing)
    case .closure: return false
    default: break
    }
    child = node
  }
  return false
}

/// Whether a statement ends the program, or lets somebody go on who waits for what is done before it.
private func tellsOfTheEnd(_ statement: Node) -> Bool {
  outsideOfFunctions(statement).contains { node in
    guard node.kind == .functionCall, let callee = node.callee else { return false }
    return ["exit", "_exit", "abort", "signal", "leave", "fulfill"].contains(callee.name)
  }
}

extension DetachedStatements {
  /// What a condition of compilation at the beginning stands less deep than what it holds; nil where it does not.
  func shiftOfContent(_ file: FileContext) -> String? {
    guard first.kind == .ifConfig, start == first.range.lowerBound,
      let item = first.ifConfigClauses.lazy.flatMap(\.children)
        .first(where: { file.layout.startsLine($0.range.lowerBound) })
    else { return nil }
    let (outer, inner) = (file.layout.indentation(of: first), file.layout.indentation(of: item))
    return inner.hasPrefix(outer) && inner != outer ? String(inner.dropFirst(outer.count)) : nil
  }

  /// Whether others are among the statements, or in one of them.
  func holds(_ others: DetachedStatements) -> Bool {
    others.first != first && others.first.tree === first.tree
      && first.range.lowerBound <= others.first.range.lowerBound
      && others.last.range.upperBound <= last.range.upperBound
  }

  /// Whether a `do` with a `catch` stands around an expression, which is among the statements.
  func holdsHandler(of expression: Node) -> Bool {
    expression.ancestors.prefix { $0 != first.parent }.contains {
      $0.kind == .doStmt && !$0.catchClauses.isEmpty
    }
  }
}

/// The body of the closure or function around an expression, and the statement of it that holds the expression.
private func bodyAndStatement(around expression: Node) -> (body: Node, statement: Node)? {
  var child = expression
  for node in expression.ancestors {
    switch node.kind {
    case .closure: return child.kind == .closureSignature ? nil : (node, child)
    case .codeBlock where node.parent?.kind == .functionDecl: return (node, child)
    // What is deferred cannot suspend, wherever it stands.
    case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .accessorBlock,
      .memberBlock, .sourceFile, .deferStmt:
      return nil
    default: child = node
    }
  }
  return nil
}

/// Whether a statement is a `do` from which no error gets out, neither of its block nor of what catches.
private func catchesEverything(
  _ statement: Node, around expression: Node, _ file: FileContext
) -> Bool {
  guard statement.kind == .doStmt, let block = statement.child(.codeBlock),
    expression.lies(in: block), catchesEverything(statement, file)
  else { return false }
  return statement.catchClauses.allSatisfy { clause in
    !outsideOfFunctions(clause).contains(where: isSourceOfErrors)
  }
}

/// Whether an error can get out of a statement.
private func letsErrorsOut(_ statement: Node, _ file: FileContext) -> Bool {
  outsideOfFunctions(statement).contains { node in
    guard isSourceOfErrors(node) else { return false }
    var child = node
    for around in node.ancestors.prefix(while: { $0 != statement.parent }) {
      if around.kind == .doStmt, child.kind == .codeBlock, catchesEverything(around, file) {
        return false
      }
      child = around
    }
    return true
  }
}

/// `throw`, or `try` without a mark that takes the error.
private func isSourceOfErrors(_ node: Node) -> Bool {
  node.kind == .throwStmt
    || node.kind == .tryExpr && node.flags.isDisjoint(with: [.question, .exclamation])
}

/// Whether a `return` without a value leaves what is around a statement: a task would end there, and nothing else.
private func leavesWithoutValue(_ statement: Node) -> Bool {
  outsideOfFunctions(statement).contains { $0.kind == .returnStmt && $0.operand == nil }
}

/// The `return` statements with a value; nil where one gives another value than the statement that follows.
private func valuesOfReturns(in statements: [Node], before following: [Node]) -> [Node]? {
  let returns = statements.flatMap(outsideOfFunctions).filter { node in
    node.kind == .returnStmt && node.operand != nil
  }
  guard !returns.isEmpty else { return [] }
  guard following.count == 1, let next = following.first, next.kind == .returnStmt,
    returns.allSatisfy({ $0.operand?.text == next.operand?.text })
  else { return nil }
  return returns
}

/// What stands in a node, but for closures and functions in it.
func outsideOfFunctions(_ node: Node) -> [Node] {
  var result: [Node] = []
  var open = [node]
  while let node = open.popLast() {
    guard node.kind != .closure, node.kind != .functionDecl else { continue }
    result.append(node)
    open += node.children
  }
  return result
}

/// The locals declared elsewhere that statements may change.
private func changedOutside(_ statements: [Node], _ file: FileContext) -> [Symbol] {
  localsUsed(in: statements, file).filter { mayChange($0.use, file) }.map(\.symbol)
}

/// The variables of the body that the statements read; nil where a task cannot keep what they use.
private func copiedVariables(
  of statements: [Node], in body: Node, _ file: FileContext
) -> [String]? {
  guard taskCanKeep(statements, file) else { return nil }
  var names: [String] = []
  for symbol in localsUsed(in: statements, file).map(\.symbol) {
    guard let declaration = symbol.declaration else { continue }
    let around = [declaration] + declaration.ancestors.prefix(3)
    guard let variable = around.first(where: { $0.kind == .variableDecl }),
      variable.name == "var", variable.lies(in: body)
    else { continue }
    if !names.contains(symbol.name) { names.append(symbol.name) }
  }
  return names
}

/// Whether a body gives no value to whoever calls it.
private func givesNothing(_ body: Node, _ file: FileContext) -> Bool {
  if body.kind == .codeBlock, let function = body.parent { return returnsNothing(function) }
  if case .function(_, let result, _, _) = file.semantics.type(of: body) { return result == .void }
  // Queues are not described; what they are given gives nothing.
  guard let call = body.ancestors.prefix(3).first(where: { $0.kind == .functionCall }),
    let callee = call.callee, callee.kind == .memberAccess
  else { return false }
  return callee.name == "async" && call.arguments.isEmpty
    && [.codeBlock, .closure, .switchCase].contains(call.parent?.kind)
}
