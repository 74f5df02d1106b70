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
    let loop = CodeArgument("eventLoop", context.member("eventLoop"))
    let running = Code.library("NIOPosix.NIOThreadPool").member("singleton").calling(
      "runIfActive", [loop])
    let captures = body.usesSelfSilently(file) ? ["self"] : []
    let ends = kind == .serverStreaming ? ends(of: body, file) : []
    let endElsewhere = ends.filter { if case .elsewhere = $0.end { true } else { false } }
    guard ends.isEmpty || endElsewhere.count < ends.count else {
      // The session is closed by code that runs later.
      for (statement, _) in ends { editor.leave(body, at: statement) }
      editor.wrap(body, capturing: captures, inClosureOf: running) { call in
        [
          call.calling("cascadeFailure", [CodeArgument("to", promise)]),
          .returned(promise.member("futureResult")),
        ]
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
