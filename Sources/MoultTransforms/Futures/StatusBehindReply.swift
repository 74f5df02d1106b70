import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A status that is waited for behind the reply of the same call, or right before that.
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
      replies.contains(where: {
        replyIsGiven($0, before: marked.node) || replyFollows($0, behind: marked.node)
      })
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
      let checks = uses.compactMap { use in
        CheckOfFailure(around: use).flatMap { $0.status == use ? $0.statement : nil }
      }
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

/// Whether a reply is asked for right behind the statement that gives a constant a status, or behind what throws that where the call failed.
///
/// Where the reply does not come, its error leaves the block before anything has looked at the status.
private func replyFollows(_ reply: Node, behind status: Node) -> Bool {
  guard let statement = statementAsking(for: reply), let asked = statementGiving(status) else {
    return false
  }
  var next = asked.itemBehind
  while let check = next.flatMap({ CheckOfFailure($0) }), check.isThrown,
    check.status.text == PatternBinding(giving: status)?.pattern?.node.text
  {
    next = check.statement.itemBehind
  }
  return next == statement
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
