import MoultMatching
import MoultRewriting
import MoultSyntax

/// A closure that does nothing but `switch result { case .success(let reply): … case .failure(let error): … }`, which is a `do`
/// and a `catch` where the result is awaited.
struct SwitchedOutcome {
  /// The name that the reply is given; `_` for none.
  let reply: String
  let doneItems: [Node]

  /// The name of the error, if it is not that of a `catch` without one.
  let error: String?
  let failed: [Code]
  var done: [Code] { Code.kept(items: doneItems) }

  /// - Returns: nil for any other closure, and where a case breaks out, does nothing, or captures what the task cannot.
  init?(_ closure: ClosureExpr, _ file: FileContext) {
    guard closure.weakCaptures != nil,
      case .statement(.choice(let choice))? = closure.items.only, let subject = choice.subject,
      CompletionClosure(closure.node, file).uses(ofParameter: 0) == [subject.node]
    else { return nil }
    let cases = Array(choice.cases)
    guard cases.count == 2, let reply = Self.boundName(of: cases[0], "success"),
      let error = Self.boundName(of: cases[1], "failure"),
      let done = Self.statements(of: cases[0]), let failed = Self.statements(of: cases[1]),
      error != "_" || !cases[1].node.names("error")
    else { return nil }
    (self.reply, doneItems) = (reply, done)
    self.error = error == "error" || error == "_" ? nil : error
    self.failed = Code.kept(items: failed)
  }

  /// The name in `case .success(let reply):`; `_` where none is bound.
  private static func boundName(of clause: SwitchCase, _ name: String) -> String? {
    guard let item = clause.caseItems.only, item.whereCondition == nil,
      let taken = CasePattern(item.pattern), taken.name == name, taken.introducer ?? .let == .let
    else { return nil }
    return taken.bound
  }

  private static func statements(of clause: SwitchCase) -> [Node]? {
    let items = clause.items.map(\.node)
    let leaves = items.contains { item in
      item.descendants { isLoopOrFunction($0) }.contains {
        $0.kind == .breakStmt || $0.kind == .fallthroughStmt
      }
    }
    return leaves || items.isEmpty ? nil : items
  }

  private static func isLoopOrFunction(_ node: Node) -> Bool {
    let kinds: [NodeKind] = [
      .forStmt, .whileStmt, .repeatStmt, .switchExpr, .closure, .functionDecl,
    ]
    return kinds.contains(node.kind)
  }
}
