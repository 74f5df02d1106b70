import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// How a call is written whose replies are read while the code around it goes on.
extension CallLife {
  /// `Task { try await client.watch(request) { response in … } }`, in which the completion follows the call.
  ///
  /// - Parameter producer: the closure that sends, if requests are not one.
  /// - Throws: a `Refusal` where a task cannot do what the code did.
  func task(
    sending producer: ClosureCode? = nil, _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> Code {
    guard case .read(let replies) = replies,
      let response = file.freeName(["response", "replies", "stream"], around: statement)
    else { throw refusal }
    let items = replies.items + (completion?.items ?? handledStatus?.items ?? [])
    let state = try CarriedState(items + [made.call.node], movedFrom: statement, file)
    if let variable = state.changed.first {
      throw Refusal(
        "the replies are read in a 'Task', which must not change '\(variable.name)': keep it in an actor or behind a lock"
      )
    }
    if let lent = state.lent.first { throw EscapingParameter.refusal(lent) }
    let reading = try CarriedState(
      replies.items, movedFrom: statement, leavesActor: true, file)
    let wasLoop: Bool
    let name: String
    switch replies.form {
    case .each(let each): (name, wasLoop) = (each, false)
    case .received(let each): (name, wasLoop) = (each, true)
    case .loop, .statement: throw refusal
    }
    let reader = CallOfGRPC2.reader(
      response, capturing: reading.captures.filter { $0 == "self" },
      [CallOfGRPC2.loop(name, over: response, replies.items, wasLoop: wasLoop)])
    replies.rewrite(&editor)
    let call = made.code((producer.map { [$0] } ?? []) + [reader])
    let done: [Code]
    if let completion {
      done = try completion.following(call, &editor)
    } else if let handledStatus {
      done = try handledStatus.following(call, &editor)
    } else {
      done = [.marked(isQuiet ? .optionalTry : .tryMark, .marked(.await, call))]
    }
    let captures = state.captures.filter { $0 != "self" }
    return .call(
      .library("_Concurrency.Task"), [], trailing: [ClosureCode(captures: captures, done)])
  }
}
