import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What a stream of grpc-swift 1's client of futures says is done with its status: `call.status.whenComplete { … }`.
///
/// The future of a status never fails: it is the status also where the call failed.
struct HandledStatus {
  let handler: HandlerOfFuture

  /// What stands before what it does: the comments above it.
  var lead: [Code] = []
  private let file: FileContext
  private let refusal: Refusal
  private let rewritten: [Rewritten]
  private let statuses = StatusesOfACall()

  /// What is done with the status and has another form in grpc-swift 2.
  private enum Rewritten {
    case question(QuestionOfSuccess)
    /// The status itself beside `.ok`.
    case compared(Node)
    /// `status.message ?? text`, of which the message stays.
    case message(InfixExpr, MemberAccess)
  }

  /// - Parameter use: the name of the call.
  /// - Returns: nil if the use is none of its status.
  /// - Throws: a `Refusal` where more is done with the status than to look at it.
  init?(of use: Node, _ file: FileContext) throws(Refusal) {
    guard let status = MemberAccess(on: use), status.name == "status",
      let call = MemberAccess(on: status.node)?.call,
      let handler = HandlerOfFuture(call.node), handler.outcome != .failure
    else { return nil }
    let refusal = Refusal(
      "do what '\(status.node.text)' is told behind the call, in the 'Task' that makes it, with a 'Status' that says what the call returned or threw"
    )
    guard handler.statement?.parent?.isBlockOfStatements == true, let closure = handler.closure
    else { throw refusal }
    (self.handler, self.refusal, self.file) = (handler, refusal, file)
    let given = CompletionClosure(closure.node, file).uses(ofParameter: 0)
    if handler.outcome == .complete {
      guard given.allSatisfy({ Self.isLookedAt($0, file) }) else { throw refusal }
    }
    let bound = handler.outcome == .success ? given : Self.statuses(in: closure.node, file)
    var rewritten: [Rewritten] = []
    for use in bound {
      if let change = try Self.change(of: use, refusal, file) { rewritten.append(change) }
    }
    self.rewritten = rewritten
  }

  /// Whether a `Result` is asked which of the two it is, or shown.
  private static func isLookedAt(_ result: Node, _ file: FileContext) -> Bool {
    if case .shown = UseOfStatus(result, file) { return true }
    if let choice = SwitchExpr(of: result.parent) { return choice.subject?.node == result }
    return result.parent?.kind == .initializerClause
      && result.parent?.parent?.kind == .matchingPattern
  }

  /// The names of what is bound to a status in a closure.
  private static func statuses(in closure: Node, _ file: FileContext) -> [Node] {
    closure.descendants.filter { node in
      NameExpr(node) != nil
        && file.semantics.type(of: node).nominalSymbol?.qualifiedName == "GRPC.GRPCStatus"
    }
  }

  private static func change(
    of status: Node, _ refusal: Refusal, _ file: FileContext
  ) throws(Refusal) -> Rewritten? {
    switch UseOfStatus(status, file) {
    case .shown, .read("description"): return nil
    case .asked(let question): return .question(question)
    case .compared(let comparison):
      guard comparison.isByName else { throw refusal }
      if comparison.subject != status { return nil }
      guard comparison.constants.allSatisfy({ $0.text == ".ok" }) else { throw refusal }
      return .compared(status)
    case .read("message"), .read("code"):
      guard let member = MemberAccess(on: status) else { throw refusal }
      if case .shown = UseOfStatus(member.node, file) { return nil }
      if member.name == "message", let whole = InfixExpr(of: member.node.parent),
        whole.name == "??", whole.left?.node == member.node
      {
        return .message(whole, member)
      }
      guard member.name == "code", let asked = MemberAccess(on: member.node),
        ["description", "rawValue"].contains(asked.name)
      else { throw refusal }
      return nil
    case .assigned, .failure, .read, .other: throw refusal
    }
  }

  /// What the handler does.
  var items: [Node] { handler.closure?.items.map(\.node) ?? [] }

  /// What awaits the call and then does what the handler did.
  func following(_ call: Code, _ editor: inout SyntaxEditor) throws(Refusal) -> [Code] {
    for change in rewritten {
      switch change {
      case .question(let question): question.rewrite(&editor)
      case .compared(let status): editor.replace(status, with: Code.kept(status).member("code"))
      case .message(let whole, let message): editor.replace(whole.node, with: .kept(message))
      }
    }
    let isResult = handler.outcome == .complete
    let (name, items) = try handler.done(
      naming: isResult ? ["result", "outcome"] : ["status", "result"], refusal, &editor, file)
    let done = lead + items
    guard let name else { return [.marked(.optionalTry, .marked(.await, call))] + done }
    return (isResult ? statuses.result(name, of: call) : statuses.filled(name, by: call)) + done
  }
}
