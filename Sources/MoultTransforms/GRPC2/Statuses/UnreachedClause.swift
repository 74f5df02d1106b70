import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A `catch` of one error type of grpc-swift 1 behind a `catch` of every `GRPCStatus`.
///
/// In grpc-swift 2 both are an `RPCError`, so the clause before takes all that this one could.
struct UnreachedClause {
  private let range: ByteRange

  /// - Parameter type: the error type, as the clause's only pattern writes it.
  init?(askingFor type: Node, _ file: FileContext) {
    guard let item = type.ancestors.lazy.compactMap({ CatchItem($0) }).first,
      let clause = CatchClause(of: item.node.parent), clause.items.only?.node == item.node,
      item.whereCondition == nil, caughtType(item) == type,
      let statement = DoStmt(of: clause.node.parent)
    else { return nil }
    let before = statement.catchClauses.prefix { $0.node != clause.node }
    guard let last = before.last, before.contains(where: { takesEveryStatus($0, file) }) else {
      return nil
    }
    range = last.range.upperBound..<clause.range.upperBound
    // They would come to stand where they are about something else.
    guard !file.tree.holdsComment(in: range) else { return nil }
  }

  /// What becomes of the place: the clause goes.
  func outcome(_ file: FileContext) -> TransformOutcome {
    var editor = file.editor
    editor.delete(range)
    return TransformOutcome(
      editor,
      review: "the clause before it catches every 'RPCError', also those that took this one's place"
    )
  }
}

/// Whether a clause catches every `RPCError`, or a `GRPCStatus` or `GRPCStatusTransformable` that becomes one.
private func takesEveryStatus(_ clause: CatchClause, _ file: FileContext) -> Bool {
  clause.items.contains { item in
    guard item.whereCondition == nil, let type = caughtType(item) else { return false }
    switch file.semantics.symbol(of: type)?.qualifiedName {
    case "GRPCCore.RPCError": return true
    case "GRPC.GRPCStatus": return becomesError(type, file)
    case "GRPC.GRPCStatusTransformable": return becomesError(transformable: type, file)
    default: return false
    }
  }
}

/// The type `T` of `catch let error as T` and `catch is T`.
private func caughtType(_ item: CatchItem) -> Node? {
  guard let pattern = item.pattern else { return nil }
  if case .typeTest(let test) = pattern { return test.castType }
  guard let cast = pattern.node.descendants.lazy.compactMap({ CastExpr($0) }).first,
    cast.range.upperBound == pattern.range.upperBound, cast.mark == .coercion,
    let bound = cast.node.children.first, bound.kind != .tuplePattern,
    bound.text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
  else { return nil }
  return cast.type
}

/// Why a person looks at the `do` around a statement in which nothing throws any more; nil where something still does, or where no
/// `catch` would hear of it.
///
/// - Parameter isGone: whether a `try` or a `throw` in the `do` goes, or throws no longer.
func reasonOfUnreachedCatch(around statement: Node, where isGone: (Node) -> Bool) -> String? {
  guard unreachedCatch(around: statement, where: isGone) != nil else { return nil }
  return
    "nothing in the 'do' around it throws any more, so its 'catch' is never reached: both can go"
}

/// The `do` around a statement whose `catch` hears of nothing any more; nil if there is none.
///
/// - Parameter isGone: whether a `try` or a `throw` in the `do` goes, or throws no longer.
func unreachedCatch(around statement: Node, where isGone: (Node) -> Bool) -> DoStmt? {
  guard let block = statement.parent, let around = DoStmt(of: block.parent),
    around.body?.node == block, !around.node.catchClauses.isEmpty
  else { return nil }
  let isUnreached = block.descendants.allSatisfy { node in
    guard node.kind == .throwStmt || TryExpr(node)?.mark == .propagating else { return true }
    return isGone(node)
  }
  return isUnreached ? around : nil
}

/// Why a person looks at where a `do` was that `unneededDo` finds.
let reasonOfUnneededDo = "nothing throws there any more, so the 'do' and its 'catch' go"

/// The `do` that `unreachedCatch` finds, where the statement is all that is in it, and no comment would go with the rest.
func unneededDo(
  around statement: Node, where isGone: (Node) -> Bool, _ file: FileContext
) -> DoStmt? {
  guard let around = unreachedCatch(around: statement, where: isGone),
    around.body?.items.only?.node == statement,
    !file.tree.holdsComment(in: around.range.lowerBound..<statement.range.lowerBound),
    !file.tree.holdsComment(in: statement.range.upperBound..<around.range.upperBound)
  else { return nil }
  return around
}
