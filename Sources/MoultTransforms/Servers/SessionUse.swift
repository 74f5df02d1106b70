import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A call of a session's own method: `session.send(message)`.
struct SessionUse {
  let sent: SentMessage

  /// Without the `_` of the methods that generated code calls.
  var name: String { sent.name }

  init?(_ call: Node, _ file: FileContext) {
    guard let sent = SentMessage(call), let symbol = file.semantics.symbol(of: call),
      symbol.kind == .function, let owner = symbol.parent,
      file.model.isSubtype(owner, of: "SwiftGRPC.ServerSession")
        || owner.qualifiedName == "SwiftGRPC.StreamSending"
        || owner.qualifiedName == "SwiftGRPC.StreamReceiving"
    else { return nil }
    self.sent = sent
  }

  /// The call that a session's name begins.
  init?(of session: Node, _ file: FileContext) {
    guard let call = MemberAccess(of: session.parent)?.call else { return nil }
    self.init(call.node, file)
  }

  /// The call that a statement is, with its `try` or without one.
  init?(statement: Node, _ file: FileContext) {
    self.init(TryExpr(statement)?.operand?.node ?? statement, file)
  }

  var call: Node { sent.call.node }

  /// The session, as it is written.
  var base: Node { sent.base }

  /// The call with the `try` that is about it alone.
  var marked: Node { sent.marked }

  func argument(_ label: String) -> Expr? { sent.call.argument(labeled: label)?.expression }

  /// Whether the call, with its `try`, is a statement of its own.
  var isStatement: Bool { marked.parent?.isBlockOfStatements == true }

  /// The closure or function that is called at the end.
  var completion: Node? { sent.completion }

  /// What an asynchronous handler awaits in place of `send`.
  ///
  /// A completion that looks at failures alone, or tells a variable of them, becomes the `catch` of a `do`; one that does
  /// nothing, a `try?`.
  func awaited(_ file: FileContext) throws(Refusal) -> SyntaxEditor {
    guard let message = sent.message else {
      throw Refusal("await 'responseStream.send(…)' with the response")
    }
    let code = Code.quoted("await responseStream.send(\(message))")
    var editor = file.editor
    guard let completion else {
      editor.replace(call, with: code)
      return editor
    }
    let closure = ClosureExpr(completion)
    if let closure, isStatement, marked != call,
      let semaphore = SemaphoreCompletion(closure, of: marked, file),
      let name = file.freeName(["failure", "thrown"], around: marked)
    {
      for item in semaphore.going { editor.remove(item: item) }
      editor.replace(
        item: marked,
        with: [
          .quoted("do { try \(code) } catch let \(name) { \(semaphore.told.text) = \(name) }")
        ])
      return editor
    }
    let failures = closure.flatMap { OnlyFailures($0) }
    guard isStatement, marked != call,
      failures != nil || closure?.items.isEmpty == true && completion.commentRanges.isEmpty
    else {
      throw Refusal(
        "'send' has a completion: await it, 'try await responseStream.send(…)', and continue after it"
      )
    }
    guard let failures else {
      editor.replace(marked, with: .marked(.optionalTry, code))
      return editor
    }
    let binding = failures.name == "error" ? nil : failures.name
    editor.replace(
      item: marked,
      with: [.form(.caught([.marked(.tryMark, code)], binding: binding, .kept(failures.body)))])
    return editor
  }
}
