import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A status that is waited for right behind the closures that are told of a call's reply.
///
/// `let status = try call.status.wait()`. Whoever waits for it has the call done behind that, so the call and what the closures do are awaited
/// there. The future of a status never fails, so a `do` in which nothing else throws catches nothing.
struct WaitedStatus {
  /// The statement that waits.
  let statement: Node

  /// A `do` that goes with its clauses.
  let loose: DoStmt?

  let status: FilledStatus
  private let wait: Node
  private let changes: [ChangedStatus]

  /// - Parameters:
  ///   - use: where the call is named.
  ///   - last: the statement of the last closure.
  /// - Returns: nil for any other use, and where more is done with the status than to look at it.
  init?(_ use: Node, behind last: Node, _ file: FileContext) {
    guard let status = MemberAccess(on: use), status.name == "status",
      let asked = MemberAccess(on: status.node), asked.name == "wait", let call = asked.call,
      call.arguments.isEmpty, let marked = TryExpr(of: call.node.parent),
      let block = last.parent, let next = last.itemBehind
    else { return nil }
    // Nothing fails in a `do` with nothing else in it.
    let only = DoStmt(next)?.body?.node.items.only
    let isAlone = only != nil && (only == marked.node || only == discarding(marked.node))
    statement = next
    wait = call.node
    let constant = LocalVariable(holding: marked.node, file)
    if let constant {
      guard constant.isConstant, constant.declaration?.node == statement,
        constant.binding.annotatedType == nil, marked.mark != .optional
      else { return nil }
    } else if marked.node != statement, discarding(marked.node) != statement, !isAlone {
      return nil
    }
    let uses = constant?.uses(file) ?? []
    let refusal = Refusal("look at the status alone")
    guard let changes = try? ChangedStatus.all(of: uses, refusal, file) else { return nil }
    self.changes = changes
    self.status = FilledStatus(name: uses.isEmpty ? nil : constant?.symbol.name)
    let tree = file.tree
    guard !tree.holdsComment(in: statement.range) else { return nil }
    guard let around = DoStmt(of: block.parent),
      !block.ownDescendants.contains(where: { node in
        node.kind == .throwStmt || TryExpr(node).map { $0.node != marked.node } ?? false
      })
    else {
      loose = nil
      return
    }
    guard let others = around.node.parent, others.isBlockOfStatements,
      let (first, end) = block.items.first.flatMap({ first in
        block.items.last.map { (first, $0) }
      }),
      !block.items.contains(where: { $0.kind == .deferStmt }),
      declaredNames(block.items).allSatisfy({ name in
        others.items.allSatisfy { $0 == around.node || !$0.names(name) }
      }),
      !tree.holdsComment(in: around.node.range.lowerBound..<first.range.lowerBound),
      !tree.holdsComment(in: end.range.upperBound..<around.node.range.upperBound)
    else { return nil }
    loose = around
  }

  /// What stands in the block where the call will be awaited: that of a `do` which goes, too.
  var itemsAround: [Node] {
    let around = loose.map { loose in (loose.node.parent?.items ?? []).filter { $0 != loose.node } }
    return (statement.parent?.items ?? []) + (around ?? [])
  }

  /// Where it begins; comments before it go with what is done.
  var start: ByteOffset { statement.range.lowerBound }

  /// Puts what awaits the call in the place of its statements.
  ///
  /// - Parameter first: the first of the statements that go.
  func put(_ items: [Code], from first: Node, _ editor: inout SyntaxEditor) {
    ChangedStatus.rewrite(changes, &editor)
    guard let loose, let block = loose.body else {
      return editor.replace(from: first, to: statement, with: items)
    }
    let all = block.items.map(\.node)
    let before = all.prefix { $0 != first }
    let behind = all.reversed().prefix { $0 != statement }.reversed()
    editor.replace(
      item: loose.node,
      with: Code.kept(items: Array(before)) + items + Code.kept(items: Array(behind)))
  }

  /// What becomes of the function and its callers, which suspend.
  ///
  /// - Parameter region: what is replaced, and says itself that it suspends.
  func climb(replacing region: ByteRange, _ file: FileContext) -> Consequence? {
    var climb = addition(of: [.async], to: wait, in: file)
    let isInTask = climb.edits.contains { edit in
      region.contains(edit.range.lowerBound) && edit.replacement.contains(UInt8(ascii: "{"))
    }
    guard climb.safety != .manual, !isInTask else { return nil }
    climb.edits.removeAll { region.contains($0.range.lowerBound) }
    climb.lower(
      to: .review,
      because: "what is told of the reply is done where its status was waited for, in order")
    return climb
  }
}
