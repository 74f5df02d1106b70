import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A local connection that nothing closes: it ended with the group that it ran on, which its function shuts down.
///
/// The client in its place runs until it is told to end.
struct ClientEndingWithItsGroup {
  private let name: String
  private let declaration: Node

  /// The statement of the same block that shuts the group down, whatever else is done in it.
  private let end: Node

  /// - Parameter connection: what makes it, with its marks.
  /// - Returns: nil for what is kept or closed, and where the group ends elsewhere, or at times only.
  init?(made connection: Node, on group: Node?, _ file: FileContext) {
    guard let group, let local = LocalVariable(holding: connection, file), local.isConstant,
      let declaration = local.declaration?.node, let block = declaration.parent,
      local.uses(file).allSatisfy({ use in
        Argument(of: use.parent)?.label == "channel" && block.holdsItsLife(of: use)
      }), let call = EndOfAGroup(of: group, file).calls.only?.call,
      let end = block.items.first(where: { call.isInside($0) }),
      end.kind == .deferStmt || end.range.lowerBound > declaration.range.upperBound,
      let done = end.kind == .deferStmt ? end.body?.items.first(where: call.isInside) : end,
      isEvaluatedOnce(call, in: done, file)
    else { return nil }
    (name, self.declaration, self.end) = (local.symbol.name, declaration, end)
  }

  /// Ends the client before the group, or with the block where that is what shuts the group down.
  func rewrite(_ editor: inout SyntaxEditor) {
    let ending = Code.word(name).calling("beginGracefulShutdown", [])
    if end.kind == .deferStmt {
      editor.insert([.form(.deferred([ending]))], after: declaration)
    } else {
      editor.insert([ending], before: end)
    }
  }
}

extension Node {
  /// Whether what a use of a connection makes stays in the block: a constant of it keeps that, or a statement asks it.
  fileprivate func holdsItsLife(of use: Node) -> Bool {
    guard let client = Argument(of: use.parent)?.call?.node else { return false }
    if let binding = PatternBinding(giving: client.with(.tryExpr)) {
      return binding.declaration?.node.parent == self
    }
    return MemberAccess(on: client) != nil
  }
}
