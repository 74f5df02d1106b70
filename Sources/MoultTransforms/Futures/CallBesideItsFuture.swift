import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What else is done with a call that a constant keeps and whose future closures are told of: it is cancelled, or given to whoever
/// called the function.
///
/// Its `Task` takes its place: `call.cancel(promise: nil)` is `call.cancel()`, and `-> UnaryCall<Q, R>?` becomes `-> Task<Void, Never>?`.
struct CallBesideItsFuture {
  private let name: String
  private let cancels: [CallExpr]

  /// The type of a call in what the function returns, where the call is returned.
  private let result: Node?

  /// - Parameter uses: where the call is named, but for its future.
  /// - Returns: nil where something else is done with it, or someone in the project uses what the function returns.
  init?(_ local: LocalVariable, _ uses: [Node], _ file: FileContext) {
    var cancels: [CallExpr] = []
    var returned: [Node] = []
    for use in uses {
      if let ended = ReturnStmt(of: use.parent) {
        returned.append(ended.node)
      } else if let member = MemberAccess(on: use), member.name == "cancel",
        let call = member.call, call.promisesNothing(),
        call.node.parent?.isBlockOfStatements == true
      {
        cancels.append(call)
      } else {
        return nil
      }
    }
    if let first = returned.first {
      guard let type = Self.typeOfCall(returnedBy: first, file) else { return nil }
      result = type
    } else {
      result = nil
    }
    (name, self.cancels) = (local.symbol.name, cancels)
  }

  /// The type of a call, in the result of a function whose other results are `nil` and which no one's statement uses.
  private static func typeOfCall(returnedBy statement: Node, _ file: FileContext) -> Node? {
    guard
      let owner = statement.ancestors.first(where: {
        $0.kind == .functionDecl || $0.kind == .closure
      }),
      let function = FunctionDecl(owner), let body = function.body, let type = function.returnType,
      let call = ([type] + type.descendants).first(where: {
        NamedType(of: $0)?.name == "UnaryCall"
      }),
      let symbol = file.semantics.symbol(of: owner)
    else { return nil }
    let others = body.node.ownDescendants.compactMap { ReturnStmt($0) }.filter {
      $0.node != statement
    }
    guard others.allSatisfy({ $0.value?.node.kind == .nilLiteral }), file.changesAlone(symbol),
      let callers = callers(of: symbol, in: file),
      callers.allSatisfy(isDropped)
    else { return nil }
    return call
  }

  /// Keeps the task where the call was kept.
  func keep(_ task: Code, handlingErrors: Bool, _ editor: inout SyntaxEditor) -> Code {
    for cancel in cancels { editor.cancelTask(of: cancel) }
    if let result {
      let failure =
        handlingErrors
        ? Code.library("Swift.Never") : .anyError
      editor.replace(
        result, with: .generic(.library("_Concurrency.Task"), [.library("Swift.Void"), failure]))
    }
    return .variable(.let, name, value: task)
  }
}

/// Whether nobody uses what a call gives: it is a statement, or stands behind `_ =`.
func isDropped(_ call: Node) -> Bool {
  let whole = call.with(.tryExpr, .awaitExpr, .optionalChaining)
  if let assignment = AssignmentExpr(of: whole.parent) {
    return assignment.target?.node.kind == .discardAssignment
  }
  guard let block = whole.parent, block.isBlockOfStatements else { return false }
  return block.kind == .codeBlock && block.items.count > 1
}
