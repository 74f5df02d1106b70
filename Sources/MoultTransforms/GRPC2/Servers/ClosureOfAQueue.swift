import MoultMatching
import MoultRewriting
import MoultSyntax

/// A closure that a global queue runs, `DispatchQueue.global().async { … }`, in which something is waited for that suspends.
///
/// It becomes that of a detached task, where nothing else in it blocks the thread.
struct ClosureOfAQueue {
  private let called: Node
  private let priority: String?
  private let file: FileContext

  /// - Parameter wait: what suspends from then on.
  init?(waitingFor wait: Node, _ file: FileContext) {
    let around = wait.ancestors.first { $0.kind == .closure || $0.kind == .functionDecl }
    guard let closure = around.flatMap({ ClosureExpr($0) }),
      closure.node.children.allSatisfy({ $0.kind != .closureSignature }),
      let call = closure.node.ancestors.prefix(3).lazy.compactMap({ CallExpr($0) }).first,
      call.arguments.isEmpty, FutureTail.onlyClosure(of: call)?.node == closure.node,
      case .member(let started)? = call.called, started.name == "async",
      case .call(let queue)? = started.base, case .member(let global)? = queue.called,
      global.name == "global", global.base?.node.name == "DispatchQueue",
      call.node.parent?.isBlockOfStatements == true
    else { return nil }
    let blocks = closure.node.ownDescendants.contains { node in
      guard let other = CallExpr(node), let name = other.called?.node.name else { return false }
      // Waiting for the server itself ends with the same migration.
      let isOfServer = other.node.descendants().contains { ["bind", "onClose"].contains($0.name) }
      return ["sleep", "usleep", "sync", "run", "readLine"].contains(name)
        || name == "wait" && !isOfServer
        || name == "syncShutdownGracefully" && file.refusesRaces
    }
    guard !blocks else { return nil }
    let quality = queue.argument(labeled: "qos")?.expression?.node.name
    priority = quality.flatMap { priorities[$0] }
    (called, self.file) = (started.node, file)
  }

  /// What runs the closure.
  var consequence: Consequence {
    var editor = file.editor
    let task = Code.word(file.nameOfTask(at: called)).member("detached")
    editor.replace(
      called,
      with: priority.map { .call(task, [CodeArgument("priority", .member(nil, $0))]) } ?? task)
    let reason = "a task runs what a global queue ran: it must not block its thread for long"
    return Consequence(editor, review: [reason])
  }
}

/// The priorities of tasks that are those of queues.
private let priorities = [
  "userInteractive": "userInitiated", "userInitiated": "userInitiated", "utility": "utility",
  "background": "background",
]
