import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A status that is waited for behind the reply of the same call.
///
/// `let status = try call.status.wait()`, once `try call.response.wait()` has returned: a call that returned its reply was `ok`, so what
/// is done only with any other status is never done, and goes.
struct StatusBehindReply {
  /// The call of `wait` or `get`.
  let wait: Node
  private let marked: Node
  private let statement: Node

  /// The statements that ask whether the call failed.
  private let checks: [Node]
  private let changes: [ChangedStatus]

  /// Whether something else looks at the status.
  private let isRead: Bool

  /// - Parameters:
  ///   - use: where the call is named.
  ///   - replies: where its reply is waited for.
  /// - Returns: nil for any other use, where no reply is sure to have come, and where more is done with the status than to look at it.
  init?(_ use: Node, behind replies: [Node], _ file: FileContext) {
    guard let status = MemberAccess(on: use), status.name == "status",
      let wait = status.node.waitedFor, wait.arguments.isEmpty
    else { return nil }
    let awaited = AwaitExpr(of: wait.node.parent)?.node ?? wait.node
    guard let marked = TryExpr(of: awaited.parent), marked.mark == .propagating,
      replies.contains(where: { replyIsGiven($0, before: marked.node) })
    else { return nil }
    (self.wait, self.marked) = (wait.node, marked.node)
    if marked.node.parent?.isBlockOfStatements == true {
      (statement, checks, changes, isRead) = (marked.node, [], [], false)
    } else if let discarded = discarding(marked.node) {
      (statement, checks, changes, isRead) = (discarded, [], [], false)
    } else {
      guard let constant = LocalVariable(holding: marked.node, file), constant.isConstant,
        constant.binding.annotatedType == nil, !constant.isCaptured(file),
        let declaration = constant.declaration
      else { return nil }
      let uses = constant.uses(file)
      let checks = uses.compactMap(checkOfFailure)
      let others = uses.filter { use in !checks.contains { use.isInside($0) } }
      guard
        let changes = try? others.compactMap({ use in
          try ChangedStatus(use, Refusal("look at the status alone"), file)
        })
      else { return nil }
      statement = declaration.node
      (self.checks, self.changes, isRead) = (checks, changes, !others.isEmpty)
    }
    let gone = isRead ? checks : checks + [statement]
    guard gone.allSatisfy({ !file.tree.holdsComment(in: $0.range) }),
      Dictionary(grouping: gone, by: \.parent).allSatisfy({ block, items in
        block.map { $0.items.count > items.count || FunctionDecl(of: $0.parent) != nil } ?? false
      })
    else { return nil }
  }

  /// Makes the status what a call that returned has, where it is read at all.
  func rewrite(_ editor: inout SyntaxEditor) {
    for check in checks { editor.remove(item: check) }
    ChangedStatus.rewrite(changes, &editor)
    if isRead {
      editor.replace(marked, with: StatusesOfACall().ok)
    } else {
      editor.remove(item: statement)
    }
  }
}

/// Whether a reply has come, or an error has left the block, before a node is reached.
private func replyIsGiven(_ reply: Node, before node: Node) -> Bool {
  guard let statement = statementAsking(for: reply), let block = statement.parent else {
    return false
  }
  return block.items.drop { $0 != statement }.dropFirst().contains {
    node == $0 || node.isInside($0)
  }
}

/// The statement of a block that a reply, or a member of it, is all of, or all that it declares, assigns or returns.
private func statementAsking(for reply: Node) -> Node? {
  statementGiving(reply.with(.awaitExpr, .memberAccess, .tryExpr))
}

/// The statement of a block that a value is all of, or all that it declares, assigns or returns.
///
/// - Parameter value: with its marks, of which `try?` makes another value.
func statementGiving(_ value: Node) -> Node? {
  if TryExpr(value)?.mark == .optional { return nil }
  let statement =
    PatternBinding(giving: value)?.declaration?.node ?? AssignmentExpr(giving: value)?.node
    ?? ReturnStmt(of: value.parent)?.node ?? value
  return statement.parent?.isBlockOfStatements == true ? statement : nil
}

/// The statement that a status is named in, if all that it does is done where the call failed: `guard status.isOk else { … }`,
/// `if !status.isOk { … }`, `if status.code != .ok { … }`.
private func checkOfFailure(_ status: Node) -> Node? {
  guard
    let statement = status.ancestors.first(where: { $0.kind == .guardStmt || $0.kind == .ifExpr }),
    statement.parent?.isBlockOfStatements == true
  else { return nil }
  if let check = GuardStmt(statement) {
    guard case .expression(let condition)? = check.conditions.only,
      ChangedStatus.asked(whetherOk: condition.node.withoutParentheses)?.text == status.text
    else { return nil }
    return statement
  }
  guard let check = IfExpr(statement), check.elseBranch == nil,
    case .expression(let condition)? = check.conditions.only,
    ChangedStatus.asked(whetherNotOk: condition.node.withoutParentheses)?.text == status.text
  else { return nil }
  return statement
}
