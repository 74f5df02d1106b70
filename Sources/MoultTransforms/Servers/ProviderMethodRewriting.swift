import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

extension ProviderMethod {
  /// Returns what makes a method of grpc-swift 1 of this one, its signature and its body.
  ///
  /// What the body asks the session for is rewritten where it stands, by the rules of those members.
  func rewritten(_ file: FileContext) throws(Refusal) -> TransformOutcome {
    var editor = head(file)
    guard let body = StatementBlock(of: declaration.body) else {
      return TransformOutcome(editor, imports: imports)
    }
    try checkUses(file)
    var imports = self.imports
    let reason: String?
    var more: Consequence?
    switch (style, kind) {
    case (.async, _):
      more = try rewriteToAsync(body, &editor, file)
      reason =
        "the handler runs on the threads of Swift's concurrency, which must not be blocked for long; grpc-swift 0 gave each call a thread"
    case (.futures, .unary), (.futures, .serverStreaming):
      try moveToThread(body, &editor, file)
      imports.insert("NIOPosix")
      reason =
        "the handler runs on the threads of 'NIOThreadPool.singleton', which calls share; grpc-swift 0 gave each call a thread"
    case (.futures, .clientStreaming), (.futures, .bidirectionalStreaming):
      let takesEvents = try rewriteToEvents(body, &editor, file)
      reason =
        takesEvents
        ? "requests are handled on the call's event loop, where nothing may block; grpc-swift 0 gave each call a thread"
        : nil
    }
    return TransformOutcome(editor, and: more, review: reason, imports: imports)
  }

  /// The uses of the session that no context can stand in for.
  private func checkUses(_ file: FileContext) throws(Refusal) {
    let stream = SessionOverAStream(self, file)
    for use in sessionUses(file) where stream?.takes(use) != true {
      if let member = MemberAccess(on: use) {
        try check(member, of: use, file)
        continue
      }
      if let argument = Argument(of: use.parent), argument.label == "session",
        let call = argument.node.ancestors.first(where: { $0.kind == .functionCall }),
        let session = file.semantics.symbol(of: call)?.parameterTypes.last?.nominalSymbol,
        providerMethod(with: session, file.model) != nil
      {
        throw Refusal(
          "'\(call.text)' returns a future as of grpc-swift 1.0: pass it 'context: context', and return the future"
        )
      }
      if let step = refusal(ofParameterGiven: use, file) { throw Refusal(step) }
    }
  }

  private func check(
    _ member: MemberAccess, of use: Node, _ file: FileContext
  ) throws(Refusal) {
    switch member.name {
    case "initialMetadata" where style == .futures:
      throw Refusal(
        "send the initial metadata of '\(name)' from a 'ServerInterceptor' and remove '\(use.text).initialMetadata', or set 'server-style: async' of 'grpc-swift' in '.moult.yml'; then run the fix again"
      )
    // The form of grpc-swift 1 would lead nowhere.
    case "initialMetadata" where keepsMetadata(file):
      throw Refusal(
        "conform to 'ServiceProtocol' and return the headers of '\(name)' with its reply, 'ServerResponse(message:metadata:)' or 'StreamingServerResponse(metadata:)'"
      )
    case "cancel":
      throw Refusal(
        "end '\(name)' by throwing 'GRPCStatus(code: .cancelled, message: nil)' instead of '\(use.text).cancel()', then run the fix again"
      )
    case "sendErrorAndClose", "sendAndClose", "close":
      guard let completion = SessionUse(of: use, file)?.completion else { return }
      throw Refusal(
        "do what '\(completion.kind == .closure ? "the completion" : completion.text)' of '\(member.name)' does in '\(contextName).closeFuture.whenComplete { _ in … }', remove it there, then run the fix again"
      )
    default: break
    }
  }

  /// What the rules of the session's members write in the body.
  func editsOfMembers(_ file: FileContext) -> [Edit] {
    sessionUses(file).flatMap { use -> [Edit] in
      if let editor = InitialMetadata(of: use, file)?.editor(contextName, file) {
        return editor.edits
      }
      guard let message = SessionUse(of: use, file) else { return [] }
      let rewriting = SessionMessage(use: message, method: self, file: file)
      return (try? rewriting.rewritten())?.edits ?? []
    }
  }
}
