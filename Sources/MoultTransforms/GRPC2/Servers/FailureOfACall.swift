import MoultMatching
import MoultRewriting
import MoultSyntax

/// What a method of a provider of futures does once its call has failed: `context.statusPromise.futureResult.whenFailure { error in … }`.
struct FailureOfACall {
  let statement: Node
  private let handler: HandlerOfFuture
  private let refusal: Refusal
  private let file: FileContext

  /// - Parameter promises: where the method names the promise of the call.
  /// - Returns: nil where nothing is done.
  init?(_ promises: [Node], of body: Node, _ file: FileContext) throws(Refusal) {
    let asked = promises.compactMap { MemberAccess(on: $0) }.filter { $0.name == "futureResult" }
    guard let future = asked.first else { return nil }
    refusal = Refusal(
      "only say what is done 'whenFailure' '\(future.node.text)', once, in a closure that is never left by 'return'"
    )
    guard asked.count == 1, let handler = HandlerOfFuture(.failure, of: future.node, file),
      handler.call.node.parent == body
    else { throw refusal }
    (statement, self.handler, self.file) = (handler.call.node, handler, file)
  }

  /// Moves what is done to the statements that may fail; the error goes on to the client.
  func around(_ items: [Code], _ editor: inout SyntaxEditor) throws(Refusal) -> Code {
    let lead = editor.removeWithComments(statement)
    return try handler.around(items, after: lead, throwingAgain: true, refusal, &editor, file)
  }
}
