import MoultMatching
import MoultSource
import MoultSyntax

/// `ClientConnection.insecure(group: g).withKeepalive(k).connect(host: h, port: p)`, taken apart.
struct BuilderChain {
  /// The call that makes the builder.
  let start: Node

  /// The settings in between, in source order.
  let settings: [Node]

  /// - Parameter builder: the last call that is still one of the builder.
  init(_ builder: Node?) throws(Refusal) {
    let (calls, root) = builderCalls(builder)
    try self.init(calls, on: root)
  }

  /// - Parameters:
  ///   - calls: in source order.
  ///   - root: what the first of them is called on.
  init(_ calls: [Node], on root: Node?) throws(Refusal) {
    guard let start = calls.first,
      root.map({ ["ClientConnection", "Server"].contains($0.name) }) ?? start.beginsImplicitly
    else {
      throw Refusal(
        "the builder is created elsewhere: create the transport of grpc-swift 2 with the same settings, and the client or the server with the transport"
      )
    }
    self.start = start
    settings = Array(calls.dropFirst())
  }

  /// The event loop group that the builder was given.
  var group: Node? {
    start.arguments.first { ["group", "for", "on"].contains($0.argumentLabel ?? "") }?.argumentValue
  }
}

/// Returns the calls of a chain in source order, and what the first of them is called on.
func builderCalls(_ last: Node?) -> (calls: [Node], root: Node?) {
  var calls: [Node] = []
  var node = last
  while let call = node, call.kind == .functionCall, let callee = call.callee,
    callee.kind == .memberAccess
  {
    calls.append(call)
    node = callee.base
  }
  return (calls.reversed(), node)
}

/// The comments between the calls of a chain, which the code that takes its place says before it.
///
/// - Throws: a `Refusal` for comments in what the calls are given, and for those that do not end with their line.
func remarks(inChain call: Node, _ file: FileContext) throws(Refusal) -> [ByteRange] {
  let remarks = file.tree.commentRanges(in: call.range)
  let given = builderCalls(call).calls.flatMap { $0.arguments.map(\.argumentValue) }
  let areBetween = remarks.allSatisfy { remark in
    file.source.text(remark).hasPrefix("//")
      && !given.contains { $0.range.contains(remark.lowerBound) }
  }
  guard areBetween else {
    throw refusalOfRemarkInCall
  }
  return remarks
}

extension Node {
  /// Whether a call is one of an implicit member: `.insecure(group: g)`, where a connection is asked for.
  fileprivate var beginsImplicitly: Bool {
    callee.map { $0.kind == .memberAccess && $0.base == nil } == true
  }

  /// The value of the argument with a label; of the first without one for nil.
  func argument(_ label: String?) -> Node? {
    arguments.first { $0.argumentLabel == label }?.argumentValue
  }
}
