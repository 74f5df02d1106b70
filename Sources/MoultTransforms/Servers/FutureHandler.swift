import MoultMatching
import MoultRewriting
import MoultSyntax

extension ProviderMethod {
  /// Puts the body of a handler that is given its request at once onto a thread of its own.
  ///
  /// grpc-swift 0 gave each call a thread, so a body may block; on an event loop it must not.
  func moveToThread(
    _ body: StatementBlock, _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) {
    let running = Code.quoted(
      "NIOPosix::NIOThreadPool.singleton.runIfActive(eventLoop: \(context).eventLoop)")
    let captures = body.usesSelfSilently(file) ? ["self"] : []
    let ends = kind == .serverStreaming ? ends(of: body, file) : []
    let endElsewhere = ends.filter { if case .elsewhere = $0.end { true } else { false } }
    guard ends.isEmpty || endElsewhere.count < ends.count else {
      // The session is closed by code that runs later.
      for (statement, _) in ends { editor.leave(body, at: statement) }
      editor.wrap(body, capturing: captures, inClosureOf: running) { call in
        Code.quoted(
          items: "\(call).cascadeFailure(to: \(promise)); return \(promise).futureResult")
      }
      return
    }
    for (statement, end) in ends {
      switch end {
      case .value(let value): try checkNotOptional(value, file)
      case .closed(let close):
        let status = close.argument("withStatus").map { Code.kept($0) } ?? .member(nil, "ok")
        editor.replace(from: close.marked, to: statement, with: [.returned(status)])
      case .elsewhere:
        throw Refusal(
          "return the status of '\(name)' at each 'return'; one returns nil here, and others return a status"
        )
      }
    }
    editor.wrap(body, capturing: captures, inClosureOf: running)
  }
}
