import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The status of a stream of futures that is waited for right behind the call, and looked at further on.
///
/// `let status = try call.status.wait()`, and `call.status.recover { _ in … }` in between: the future of a status never fails, as it
/// is the status also where the call failed. So the constant becomes a `Status` that says what the call returned or threw.
struct StatusBehindStream {
  /// The name of the constant; nil where nobody keeps the status.
  let name: String?
  private let changes: [ChangedStatus]

  /// - Parameters:
  ///   - statement: waits for it.
  ///   - use: where the call is named in it.
  /// - Returns: nil if the statement does anything else.
  /// - Throws: a `Refusal` where more is done with the status than to look at it.
  init?(
    _ statement: Node, _ use: Node, _ refusal: Refusal, _ file: FileContext
  ) throws(Refusal) {
    guard let status = MemberAccess(on: use), status.name == "status",
      let wait = Self.recovered(status, file).waitedFor, wait.arguments.isEmpty
    else { return nil }
    let awaited = AwaitExpr(of: wait.node.parent)?.node ?? wait.node
    guard let marked = TryExpr(of: awaited.parent), !file.tree.holdsComment(in: statement.range)
    else { return nil }
    if marked.node == statement || discarding(marked.node) == statement {
      (name, changes) = (nil, [])
      return
    }
    guard marked.mark != .optional, let constant = LocalVariable(holding: marked.node, file),
      constant.isConstant, constant.declaration?.node == statement
    else { return nil }
    name = constant.symbol.name
    var changes: [ChangedStatus] = []
    for use in constant.uses(file) {
      if let change = try ChangedStatus(use, refusal, file) { changes.append(change) }
    }
    self.changes = changes
  }

  /// `call.status`, or what says which status it is where that failed, which it does not.
  private static func recovered(_ status: MemberAccess, _ file: FileContext) -> Node {
    guard let recover = MemberAccess(on: status.node), recover.name == "recover",
      let call = recover.call, let closure = FutureTail.onlyClosure(of: call),
      CompletionClosure(closure.node, file).uses(ofParameter: 0).isEmpty
    else { return status.node }
    return call.node
  }

  /// What makes the call, and what fills the constant with its status.
  func told(_ call: [Code]) -> [Code] {
    name.map { StatusesOfACall().filled($0, behind: call) } ?? call
  }

  /// Says of the status what a `Status` is asked.
  func rewrite(_ editor: inout SyntaxEditor) { ChangedStatus.rewrite(changes, &editor) }
}

// MARK: - From the status

extension StatusBehindStream {
  /// Whether a status, or its code, is that of a stream whose fix makes it a `Status`: what is asked of it stays as it is.
  static func keeps(_ value: Node, _ file: FileContext) -> Bool {
    var status = value
    if let code = MemberAccess(value), code.name == "code", let base = code.base {
      status = base.node
    }
    guard let waited = LocalVariable(named: status, file)?.value,
      let stream = waited.descendants.lazy.compactMap({ MemberAccess($0) })
        .first(where: { $0.name == "status" })?.base?.node
    else { return false }
    guard let call = CallExpr(stream) else { return fixOfStream(named: stream, file) != nil }
    return ((try? streamOfFutures(call.node, "UnaryCall", "", file)) ?? nil) != nil
  }
}
