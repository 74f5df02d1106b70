import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A unary call of grpc-swift 1's client of futures that nobody keeps, and that is asked for nothing: `_ = client.get(r)`.
///
/// It was made while the code around it went on, and its reply or its error went nowhere.
struct UnansweredCall {
  private let made: CallOfGRPC2
  private let statement: Node
  private let refusal: Refusal

  /// The variables that the task captures as they are now.
  private let read: [String]

  /// - Returns: nil where something takes the call.
  init?(_ call: CallExpr, _ refusal: Refusal, _ file: FileContext) throws(Refusal) {
    guard MemberAccess(on: call.node) == nil else { return nil }
    let statement = discarding(call.node) ?? call.node
    guard let block = statement.parent, block.isBlockOfStatements || block.kind == .switchCase
    else { return nil }
    // The only expression of a block may be its value.
    if statement == call.node {
      guard case .none = result(of: block, file) else { return nil }
    }
    guard !file.tree.holdsComment(in: statement.range), !statement.holdsStringOverLines,
      taskCanKeep([statement], file)
    else { throw refusal }
    made = try CallOfGRPC2(call, sendsStream: false, file)
    let state = try CarriedState([statement], movedFrom: statement, file)
    guard state.changed.isEmpty, !made.givesWhatMayThrow(file) else { throw refusal }
    read = state.namesRead(by: statement, file)
    (self.statement, self.refusal) = (statement, refusal)
  }

  func consequence(in file: FileContext) throws(Refusal) -> Consequence {
    let client =
      try made.clientOfTask(doing: [], weakly: [], refusal, file) ?? made.optionalClientNow(file)
    let captures = [client?.capture].compactMap(\.self) + read
    let call = made.code(asking: client)
    var editor = file.editor
    editor.replace(
      item: statement, with: [.task(ClosureCode(captures: captures, [.tryAwait(call)]))])
    var consequence = Consequence(editor)
    made.lower(&consequence)
    consequence.lower(
      to: .review,
      because: "the call is made in a 'Task' that nothing waits for; an error ends it silently")
    return consequence
  }
}
