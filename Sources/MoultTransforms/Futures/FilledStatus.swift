import MoultRewriting
import MoultSyntax

/// A constant that says what a call ended with, behind what closures did that were told of it.
struct FilledStatus {
  /// What it is called; nil where nothing looks at it.
  let name: String?
  private let statuses = StatusesOfACall()

  init(name: String?) { self.name = name }

  /// What stands before the call is made.
  var declaration: [Code] {
    name.map { [.variable(.let, $0, type: statuses.type, value: nil)] } ?? []
  }

  /// What the call ended with, behind what is done with its reply.
  var succeeded: [Code] { name.map { [.infix(.word($0), "=", statuses.ok)] } ?? [] }

  /// The same behind what is done with its error, by the name of that.
  func failed(with error: String) -> [Code] {
    guard let name else { return [] }
    return [.infix(.word(name), "=", statuses.status(ofAny: error))]
  }

  /// Whether a closure that is told of the reply has another use for its name.
  func isNamed(in handler: HandlerOfFuture) -> Bool {
    name.map { handler.call.node.names($0) } ?? false
  }
}
