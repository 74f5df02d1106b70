import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns whether `node` runs, or will run after the rewrite, on an event loop: in a handler of a call, or in
/// what a future is asked to do.
///
/// There nothing may wait: `wait()` on an event loop stops the program.
func isOnEventLoop(_ node: Node, _ file: FileContext) -> Bool {
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .functionDecl, .initializerDecl, .accessorDecl, .memberBlock: return false
    case .closure:
      guard let call = ancestor.callGiven else { return false }
      if runsOnEventLoop(call, file) { return true }
      // What the standard library is given it calls at once; others may take it elsewhere.
      guard file.semantics.symbol(of: call)?.module == "Swift" else { return false }
    default: continue
    }
  }
  return false
}

extension Node {
  /// Whether the node calls `symbol`, a method of a stream of grpc-swift 0, and goes on when that is done.
  func isWaitForStream(_ symbol: Symbol, _ file: FileContext) -> Bool {
    guard symbol.isGenerated, symbol.name != "cancel", let owner = symbol.parent,
      file.model.isSubtype(owner, of: "SwiftGRPC.ClientCall")
    else { return false }
    return trailingClosures.isEmpty && !arguments.contains { $0.argumentLabel == "completion" }
  }

  /// Whether the node is a call of `wait()`: of a future, a semaphore, a group or a condition.
  var isWait: Bool {
    kind == .functionCall && arguments.isEmpty && callee?.kind == .memberAccess
      && callee?.name == "wait"
  }
}

private func runsOnEventLoop(_ call: Node, _ file: FileContext) -> Bool {
  guard let symbol = file.semantics.symbol(of: call) else { return false }
  if symbol.parent?.qualifiedName == "NIOCore.EventLoopFuture" { return true }
  switch callStyle(of: symbol, in: file.model) {
  case .unaryCompletion, .serverStreaming, .bidirectionalStreaming, .message: return true
  case .clientStreaming: return symbol.isGenerated
  case .unary, .asyncUnary, .asyncServerStreaming, .asyncClientStreaming,
    .asyncBidirectionalStreaming, .asyncCall, .future, .connectClosure, .unknown, nil:
    break
  }
  guard symbol.isGenerated, case .function(_, .nominal(let result, _), _, _) = symbol.type else {
    return false
  }
  return ["GRPC.ServerStreamingCall", "GRPC.BidirectionalStreamingCall"].contains(
    result.qualifiedName)
}
