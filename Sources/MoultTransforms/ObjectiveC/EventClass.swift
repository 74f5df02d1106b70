import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The class of a file that hands the messages and the end of a call to a closure, as the event handlers of old calls got them.
struct EventClass {
  let name: String

  /// Whether the file has it already.
  let isThere: Bool

  init(_ file: FileContext) {
    let place = NameAtEndOfFile(["EventHandler", "CallEventHandler"], in: file) { type in
      type.kind == .classDecl
        && type.inheritedTypes.contains { $0.text == "GRPCProtoResponseHandler" }
    }
    (name, isThere) = (place?.name ?? "GRPCCallEventHandler", place?.isDeclared ?? false)
  }

  var declaration: Code {
    let closure = "(Bool, Response?, Error?) -> Void"
    let message = "didReceiveProtoMessage(_ message: GPBMessage?)"
    let end =
      "didClose(withTrailingMetadata trailingMetadata: [AnyHashable: Any]?, error: Error?)"
    return .quoted(
      type: "private final class \(name)<Response>: NSObject, GRPCProtoResponseHandler { "
        + "let dispatchQueue = DispatchQueue.main; private let handler: \(closure); "
        + "init(_ handler: @escaping \(closure)) { self.handler = handler }; "
        + "func \(message) { handler(false, message as? Response, nil) }; "
        + "func \(end) { handler(true, nil, error) } }",
      documentation:
        "Hands each message of a call, and its end, to a closure with whether the call is done.")
  }
}
