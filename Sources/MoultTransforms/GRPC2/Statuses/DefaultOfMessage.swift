import MoultRewriting
import MoultSyntax

/// `status.message ?? "lost"`, the text that stands where a status of grpc-swift 1 has no message.
///
/// A message of grpc-swift 2 is empty where there is none, so the text stands where it is empty: `status.message.isEmpty ? "lost" : status.message`.
struct DefaultOfMessage {
  /// The whole, without parentheses around it.
  let node: Node
  private let asked: MemberAccess
  private let status: Expr
  private let other: Expr

  /// - Parameter message: of a status, by whatever name.
  /// - Returns: nil where nothing stands for it.
  init?(_ message: MemberAccess) {
    guard let choice = InfixExpr(of: message.node.parent), choice.name == "??",
      choice.left?.node == message.node, let other = choice.right, let status = message.base
    else { return nil }
    (node, asked) = (choice.node, message)
    (self.status, self.other) = (status, other)
  }

  /// Whether nothing stands there, as an empty message says it.
  var isEmpty: Bool { other.node.text == "\"\"" }

  private var message: Code { Code.kept(status).member("message") }

  /// What is written in its place, with parentheses where an operator is beside it.
  ///
  /// - Returns: nil where the status would have to be made twice.
  var code: Code? {
    if isEmpty { return asked.name == "message" ? .kept(asked) : message }
    guard status.node.canBeWrittenTwice else { return nil }
    let choice = Code.choice(message.member("isEmpty"), .kept(other), message)
    return InfixExpr(of: node.parent) == nil ? choice : .tuple([choice])
  }
}
