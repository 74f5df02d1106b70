import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What a method of a provider of futures does once its call has failed: `context.statusPromise.futureResult.whenFailure { error in … }`.
struct FailureOfACall {
  let statement: Node
  private let closure: ClosureExpr

  /// What the error is called.
  private let error: String

  /// - Parameter promises: where the method names the promise of the call.
  /// - Returns: nil where nothing is done.
  init?(_ promises: [Node], of body: Node, _ file: FileContext) throws(Refusal) {
    let asked = promises.compactMap { MemberAccess(on: $0) }.filter { $0.name == "futureResult" }
    guard let future = asked.first else { return nil }
    guard asked.count == 1, let step = MemberAccess(on: future.node), step.name == "whenFailure",
      let call = step.call, call.node.parent == body,
      let closure = FutureTail.onlyClosure(of: call), closure.captures.isEmpty,
      closure.parameters.count < 2, file.statements(of: closure.node) != nil,
      !closure.node.ownDescendants.contains(where: { $0.kind == .returnStmt }),
      !closure.node.text.contains("\"\"\"")
    else {
      throw Refusal(
        "only say what is done 'whenFailure' '\(future.node.text)', once, in a closure that is never left by 'return'"
      )
    }
    let name = closure.parameters.first?.name
    guard name != nil || CompletionClosure(closure.node, file).uses(ofParameter: 0).isEmpty else {
      throw Refusal("give the error of '\(step.node.text)' a name")
    }
    (statement, self.closure) = (call.node, closure)
    error = name == nil || name == "_" ? "error" : name ?? ""
  }

  /// Moves what is done to the statements that may fail; the error goes on to the client.
  func around(_ items: [Code], _ editor: inout SyntaxEditor) -> Code {
    let lead = editor.removeWithComments(statement)
    let failed = Code.kept(items: closure.items.map(\.node)) + [.form(.thrown(.word(error)))]
    return .form(.caught(items, binding: error == "error" ? nil : error, .new(lead + failed)))
  }
}
