import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The class of a file that hands the messages and the end of a call to a closure, as the event handlers of old calls got them.
struct EventClass {
  let name: String

  /// Whether the file has it already.
  let isThere: Bool

  private static let names = ["EventHandler", "CallEventHandler"]

  init(_ file: FileContext) {
    func declared(_ name: String) -> Node? {
      file.tree.root.items.first { $0.kind == .classDecl && $0.name == name }
    }
    let own = Self.names.first { name in
      declared(name)?.inheritedTypes.contains { $0.text == "GRPCProtoResponseHandler" } ?? false
    }
    isThere = own != nil
    let words = Set(
      file.tree.tokens.indices.map { file.tree.text(of: TokenID(rawValue: UInt32($0))) })
    name =
      own
      ?? Self.names.first { name in
        !words.contains(name)
          && file.model.symbol(named: "\(file.semantics.module).\(name)") == nil
      } ?? "GRPCCallEventHandler"
  }

  var declaration: Code {
    let closure = "(Bool, Response?, Error?) -> Void"
    return .form(
      .type(
        TypeCode(
          documentation:
            "Hands each message of a call, and its end, to a closure with whether the call is done.",
          modifiers: ["private", "final"], "class", name + "<Response>",
          inherited: ["NSObject", "GRPCProtoResponseHandler"],
          [
            .quoted("let dispatchQueue = DispatchQueue.main"),
            .quoted("private let handler: \(closure)"),
            .quoted("init(_ handler: @escaping \(closure)) { self.handler = handler }"),
            .quoted(
              "func didReceiveProtoMessage(_ message: GPBMessage?) { handler(false, message as? "
                + "Response, nil) }"
            ),
            .quoted(
              "func didClose(withTrailingMetadata trailingMetadata: [AnyHashable: Any]?, error: "
                + "Error?) { handler(true, nil, error) }"
            ),
          ])))
  }
}
