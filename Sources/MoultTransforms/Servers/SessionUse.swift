import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// A call of a session's own method: `session.send(message)`.
struct SessionUse {
  let call: Node
  let name: String

  /// The session, as it is written.
  let base: Node

  init?(_ call: Node, _ file: FileContext) {
    guard call.kind == .functionCall, let callee = call.callee, callee.kind == .memberAccess,
      let base = callee.base, let symbol = file.semantics.symbol(of: call),
      symbol.kind == .function, let owner = symbol.parent,
      file.model.isSubtype(owner, of: "SwiftGRPC.ServerSession")
        || owner.qualifiedName == "SwiftGRPC.StreamSending"
        || owner.qualifiedName == "SwiftGRPC.StreamReceiving"
    else { return nil }
    self.call = call
    self.base = base
    name = callee.name.hasPrefix("_") ? String(callee.name.dropFirst()) : callee.name
  }

  /// The call with the `try` that is about it alone.
  var marked: Node {
    guard let mark = coveringTry(of: call), mark.children.first == call else { return call }
    return mark
  }

  func argument(_ label: String?) -> Node? {
    call.arguments.first { $0.argumentLabel == label }?.argumentValue
  }

  /// Whether the call, with its `try`, is a statement of its own.
  var isStatement: Bool {
    guard let parent = marked.parent, parent.isBlockOfStatements else { return false }
    return true
  }

  /// The closure, function or nil that is called at the end.
  var completion: Node? {
    if let closure = call.trailingClosures.first?.closure { return closure }
    let value = argument("completion")
    return value?.kind == .nilLiteral ? nil : value
  }
}
