import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns the double of a session into that of a context, and the handler's call that it is given to.
///
/// `let session = X_YWatchSessionTestStub()` becomes a `StreamingResponseCallContextTestStub` on the process's event
/// loops; `try provider.watch(request: r, session: session)` waits for the handler's future.
package func sessionTestStub(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  let double = try SessionDouble(match.node, file)
  return TransformOutcome(
    try double.rewritten(), imports: ["NIOCore", "NIOPosix", "Logging"])
}

private struct SessionDouble {
  let made: Node
  let local: Symbol
  let kind: SessionKind
  let messages: SessionMessages
  let file: FileContext

  init(_ type: Node, _ file: FileContext) throws(Refusal) {
    self.file = file
    let step = Refusal(
      "create a 'UnaryResponseCallContextTestStub' or 'StreamingResponseCallContextTestStub' where the method is called, and pass it as 'context:'"
    )
    guard ServerStyle(file) == .futures else {
      throw Refusal(
        "test the handler through a server on localhost; only grpc-swift can create the context of an async provider"
      )
    }
    guard let made = type.parent, made.kind == .functionCall, made.arguments.isEmpty,
      let variable = LocalVariable(holding: made, file), variable.declaration != nil,
      variable.binding.annotatedType == nil,
      case let local = variable.symbol, let stub = local.type.nominalSymbol
    else { throw step }
    let sessions = file.model.inheritedTypes(of: stub).compactMap(\.nominalSymbol)
    guard let session = sessions.first(where: { $0.kind == .protocolType && $0.isGenerated }),
      let kind = SessionKind(session, file.model),
      let messages = SessionMessages(of: session, kind, file.model)
    else { throw step }
    (self.made, self.local, self.kind, self.messages) = (made, local, kind, messages)
  }

  func rewritten() throws(Refusal) -> Consequence {
    var editor = file.editor
    var headers = Code.word("[:]")
    var inputs: Code?
    var calls: [CallExpr] = []
    for use in file.semantics.references(to: local) where use.kind == .declReference {
      if let argument = Argument(of: use.parent), argument.label == "session",
        let call = argument.call
      {
        calls.append(call)
        editor.rename(argument.node, to: "context")
      } else if let member = MemberAccess(on: use) {
        switch member.name {
        case "outputs": editor.rename(member.node, to: "recordedResponses")
        case "requestMetadata":
          let (statement, value) = try filled(member)
          guard let filled = MoultTransforms.headers(of: value.node, file) else {
            throw Refusal(
              "pass the request's headers as 'headers:' where '\(local.name)' is created")
          }
          headers = filled
          editor.remove(item: statement)
        case "inputs":
          let (statement, value) = try filled(member)
          inputs = list(of: value)
          editor.remove(item: statement)
        case "output", "status":
          throw Refusal(
            "what '\(local.name).\(member.name)' tells is '\(local.name).\(member.name == "output" ? "responsePromise" : "statusPromise").futureResult' of the context; wait for it there"
          )
        default: throw Refusal("make '\(local.name)' a '…CallContextTestStub'")
        }
      } else {
        throw Refusal(
          "create the context where '\(local.name)' is used; it is passed to something besides the handler"
        )
      }
    }
    guard calls.count == 1, let call = calls.first else {
      throw Refusal("create a separate context for each call of a handler")
    }
    editor.replace(made, with: context(headers))
    editor.replace(call.node, with: waiting(for: call, inputs))
    var consequence = Consequence(editor)
    if kind != .unary {
      let mark = TryExpr(of: call.node.parent)
      let value = mark.flatMap { $0.mark == .optional ? nil : $0.node } ?? call.node
      consequence.merge(demotionOfOptional(value, in: file))
    }
    consequence.lower(
      to: .review,
      because: "the test waits for the handler's future, on the event loops of the process")
    return consequence
  }

  // MARK: New code

  /// The double of a context, on the process's event loops.
  private func context(_ headers: Code) -> Code {
    let loop = Code.quoted("NIOPosix::MultiThreadedEventLoopGroup.singleton.next()")
    let type =
      kind.streamsResponses
      ? "GRPC.StreamingResponseCallContextTestStub" : "GRPC.UnaryResponseCallContextTestStub"
    return .quoted(
      "\(Code.library(type))<\(messages.response)>(eventLoop: \(loop), headers: \(headers), "
        + "logger: Logging::Logger(label: \"test\"), closeFuture: \(loop).makeSucceededVoidFuture())"
    )
  }

  /// The value of the handler's future; where requests are streamed, that of the context's once all were handled.
  private func waiting(for call: CallExpr, _ inputs: Code?) -> Code {
    guard kind.streamsRequests else { return Code.kept(call).calling("wait") }
    let promise = kind == .clientStreaming ? "responsePromise" : "statusPromise"
    let feeding = inputs.map { [Code.quoted("\($0).forEach { handle(.message($0)) }")] } ?? []
    return .quoted(
      "\(call).flatMap { handle in \(feeding); handle(.end); return \(local.name).\(promise).futureResult "
        + "}.wait()"
    )
  }

  /// Requests whose type a literal does not say.
  private func list(of value: Expr) -> Code {
    guard case .array = value else { return .kept(value) }
    // A type is one word: nobody breaks a line in it.
    return .infix(.kept(value), "as", .word("[\(messages.request)]"))
  }

  private func filled(_ member: MemberAccess) throws(Refusal) -> (statement: Node, value: Expr) {
    guard let filling = member.filling else {
      throw Refusal(
        "set '\(local.name).\(member.name)' in one assignment, then run the fix again")
    }
    return filling
  }
}

/// Whether a use of a session's double is rewritten with the double itself.
package func sessionStubMember(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  // The type is found where one is made.
  guard match.symbol?.kind != .initializer else { return nil }
  var manual = Consequence()
  manual.safety = .manual
  guard let base = match.node.base,
    let type = LocalVariable(named: base, file)?.value?.callee
  else { return TransformOutcome(manual) }
  _ = try SessionDouble(type, file).rewritten()
  return nil
}
