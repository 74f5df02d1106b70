import MoultMatching
import MoultRewriting
import MoultSyntax

/// A call of grpc-swift 0 that sends a message, `call.send(message, completion:)`, or ends a stream.
struct SentMessage {
  let call: CallExpr
  let member: MemberAccess

  /// What is told to send, as it is written.
  let base: Node

  init?(_ call: Node) {
    guard let call = CallExpr(call), case .member(let member)? = call.called,
      let base = member.base
    else { return nil }
    (self.call, self.member, self.base) = (call, member, base.node)
  }

  /// What is asked, in every release: some of them began with `_`.
  var name: String { member.name.hasPrefix("_") ? String(member.name.dropFirst()) : member.name }

  /// Whether nothing is said with it.
  var isBare: Bool { call.arguments.isEmpty && call.trailingClosures.isEmpty }

  var message: Expr? { call.arguments.first?.expression }

  /// What is called when it has been sent: a closure or a function.
  var completion: Node? {
    if let closure = call.trailingClosures.first?.closure { return closure.node }
    let value = call.argument(labeled: "completion")?.expression?.node
    return value?.kind == .nilLiteral ? nil : value
  }

  /// The call with the `try` that is about it alone.
  var marked: Node {
    guard let mark = coveringTry(of: call.node), TryExpr(mark)?.operand?.node == call.node else {
      return call.node
    }
    return mark
  }

  /// What becomes of the future of a call that nobody is told of.
  enum Outcome {
    case awaited
    case ignored
  }

  /// The call by which grpc-swift 1 sends the message: what was the completion is asked of its future.
  ///
  /// - Parameter outcome: where nothing is called in the end.
  func rewritten(
    to name: String, _ outcome: Outcome, _ file: FileContext
  ) throws(Refusal) -> Consequence {
    guard let message else { throw Refusal("send the message with '\(name)(_:promise:)'") }
    var editor = file.editor
    let sent = Code.kept(base).calling(name, [.plain(.kept(message))])
    switch (completion, outcome) {
    case (let completion?, _): editor.replace(call.node, with: heard(sent, by: completion))
    case (nil, .awaited): editor.replace(call.node, with: sent.calling("wait"))
    case (nil, .ignored):
      editor.replace(call.node, with: .quoted("\(base).\(name)(\(message), promise: nil)"))
    }
    let isSilenced = completion != nil || outcome == .ignored
    return Consequence(editor, and: isSilenced ? removalOfThrow(from: call.node, in: file) : nil)
  }

  /// The completion was told an error or nil, and a future of nothing is asked for it.
  private func heard(_ sent: Code, by completion: Node) -> Code {
    let closure = ClosureExpr(completion)
    if let failures = closure.flatMap({ OnlyFailures($0) }) {
      let items = failures.body.items.map(\.node)
      return .quoted("\(sent).whenFailure { \(failures.name) in \(Code.kept(items: items)) }")
    }
    let told = Code.quoted("\(sent).map { nil as Swift::Error? }.recover { $0 }")
    return closure != nil
      ? .form(.trailed(told.member("whenSuccess"), completion))
      : .quoted("\(told).whenSuccess { \(completion)($0) }")
  }
}

/// A completion that looks at failures alone: `{ error in if let error = error { … } }`, or with `$0`.
struct OnlyFailures {
  /// What the error is called in the body.
  let name: String

  /// What is done with it.
  let body: StatementBlock

  init?(_ closure: ClosureExpr) {
    let isNamed = closure.signature != nil
    guard closure.captures.isEmpty,
      let parameter = isNamed ? closure.parameters.only?.name : "$0",
      case .statement(.ifElse(let branch))? = closure.items.only, branch.elseBranch == nil,
      case .optionalBinding(let binding)? = branch.conditions.only, let body = branch.body,
      case .identifier(let pattern)? = PatternSyntax(of: binding.pattern)
    else { return nil }
    name = pattern.name
    self.body = body
    if let value = binding.value {
      guard case .name(let bound) = value, bound.name == parameter else { return nil }
    } else if name != parameter {
      return nil
    }
    // The body may ask for the parameter of the closure under another name.
    let asks = body.node.descendants().contains {
      $0.kind == .declReference && $0.name == parameter
    }
    guard name == parameter || !asks else { return nil }
  }
}
