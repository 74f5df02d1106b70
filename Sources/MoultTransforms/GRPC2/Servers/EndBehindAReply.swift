import MoultMatching
import MoultRewriting
import MoultSyntax

/// A reply at the end of a method, behind which the call ends: `return context.sendResponse(reply).map { .ok }`, or
/// `context.sendResponse(reply).whenComplete { _ in context.statusPromise.succeed(.ok) }` before the future of that promise.
struct EndBehindAReply {
  private let statements: ClosedRange<Int>
  private let items: [Node]
  private let sending: CallExpr
  private let message: Node
  private let status: Node
  private let fails: Bool

  /// Where it names the context.
  private let uses: [Node]

  init?(_ body: Node, _ context: ContextOfAProvider, _ file: FileContext) {
    let items = Array(body.items)
    guard let last = items.last else { return nil }
    let value = ReturnStmt(last)?.value?.node ?? (items.count == 1 ? last : nil)
    let step: CallExpr?
    let first: Int
    if Self.statusPromise(of: MemberAccess(of: value)?.base?.node, context) != nil,
      MemberAccess(of: value)?.name == "futureResult", items.count > 1
    {
      first = items.count - 2
      step = CallExpr(items[first])
    } else {
      first = items.count - 1
      step = CallExpr(of: value)
    }
    guard let step, case .member(let member)? = step.called,
      let sending = CallExpr(of: member.base?.node),
      case .member(let sent)? = sending.called,
      ["sendResponse", "sendResponses"].contains(sent.name),
      let use = sent.base?.node, context.uses.contains(use),
      let message = sending.onlyArgument, message.label == nil, let reply = message.expression,
      let closure = FutureTail.onlyClosure(of: step), closure.captures.isEmpty,
      CompletionClosure(closure.node, file).uses(ofParameter: 0).isEmpty,
      let only = closure.items.only?.node
    else { return nil }
    var uses = [use]
    switch (member.name, first == items.count - 1) {
    case ("map", true): (status, fails) = (ReturnStmt(only)?.value?.node ?? only, false)
    case ("whenComplete", false):
      guard
        let promise = context.uses.lazy.compactMap({ MemberAccess(on: $0)?.node }).first(
          where: { $0.isInside(only) }), let ended = Fulfilment(of: promise),
        ended.statement == only, let given = ended.value
      else { return nil }
      (status, fails) = (given, ended.fails)
      uses += context.uses.filter { $0.isInside(promise) || $0.isInside(last) }
      // Nothing else may end the call.
      let ends = context.uses.filter { MemberAccess(on: $0)?.name == "statusPromise" }
      guard ends.allSatisfy({ uses.contains($0) }) else { return nil }
    default: return nil
    }
    let start = items[first].range.lowerBound
    guard !file.tree.holdsComment(in: start..<reply.node.range.lowerBound),
      !file.tree.holdsComment(in: reply.node.range.upperBound..<last.range.upperBound)
    else { return nil }
    (self.items, self.sending, self.message, self.uses) = (items, sending, reply.node, uses)
    statements = first...items.count - 1
  }

  /// `context.statusPromise`.
  private static func statusPromise(of node: Node?, _ context: ContextOfAProvider) -> Node? {
    guard let member = MemberAccess(of: node), member.name == "statusPromise",
      let base = member.base?.node, context.uses.contains(base)
    else { return nil }
    return member.node
  }

  func gives(at statement: Node) -> Bool { statement == items[statements.upperBound] }

  func names(_ use: Node) -> Bool { uses.contains(use) }

  /// Sends the reply, and ends the call.
  func rewrite(
    writingTo response: String, _ context: ContextOfAProvider, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    let end = try context.end(withStatus: status, fails: fails, isLast: true)
    let written = ContextOfAProvider.write(
      message, sentBy: sending.called?.node.name ?? "", to: response)
    editor.replace(
      from: items[statements.lowerBound], to: items[statements.upperBound],
      with: [written] + end)
  }
}
