import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns the double of a session into that of a context, and the handler's call that it is given to.
///
/// `let session = X_YWatchSessionTestStub()` becomes a `StreamingResponseCallContextTestStub` on the process's event
/// loops; `try provider.watch(request: r, session: session)` waits for the handler's future.
func sessionTestStub(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let double = try SessionDouble(match.node, file)
    return TransformOutcome(
      try double.rewritten(), imports: ["NIOCore", "NIOPosix", "Logging"])
  } catch {
    return .manual(error.nextStep)
  }
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
      let binding = made.parent?.parent, binding.kind == .patternBinding,
      let declaration = binding.parent, declaration.kind == .variableDecl,
      declaration.bindings.count == 1, binding.child(.typeAnnotation) == nil,
      let pattern = binding.child(.identifierPattern),
      let local = file.semantics.symbol(of: pattern), local.kind == .local,
      let stub = local.type.nominalSymbol
    else { throw step }
    let sessions = file.model.inheritedTypes(of: stub).compactMap(\.nominalSymbol)
    guard let session = sessions.first(where: { $0.kind == .protocolType && $0.isGenerated }),
      let kind = SessionKind(session, file.model),
      let messages = SessionMessages(of: session, kind, file.model)
    else { throw step }
    (self.made, self.local, self.kind, self.messages) = (made, local, kind, messages)
  }

  func rewritten() throws(Refusal) -> Consequence {
    var consequence = Consequence()
    var headers = "[:]"
    var inputs: String?
    var calls: [Node] = []
    for use in file.semantics.references(to: local) where use.kind == .declReference {
      guard let parent = use.parent else { continue }
      if parent.kind == .argument, parent.argumentLabel == "session",
        let call = parent.ancestors.first(where: { $0.kind == .functionCall })
      {
        calls.append(call)
        consequence.edits.append(Edit(parent.mainToken.range, "context"))
      } else if parent.kind == .memberAccess, parent.base == use {
        switch parent.name {
        case "outputs": consequence.edits.append(Edit(parent.mainToken.range, "recordedResponses"))
        case "requestMetadata":
          let (statement, value) = try filled(parent)
          guard let text = headerText(value, file) else {
            throw Refusal(
              "pass the request's headers as 'headers:' where '\(local.name)' is created")
          }
          headers = text
          consequence.delete(file.lines(of: statement))
        case "inputs":
          let (statement, value) = try filled(parent)
          let list = file.source.text(value.range)
          inputs = value.kind == .arrayLiteral ? "(\(list) as [\(messages.request)])" : list
          consequence.delete(file.lines(of: statement))
        case "output", "status":
          throw Refusal(
            "what '\(local.name).\(parent.name)' tells is '\(local.name).\(parent.name == "output" ? "responsePromise" : "statusPromise").futureResult' of the context; wait for it there"
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
    let loop = "MultiThreadedEventLoopGroup.singleton.next()"
    let type =
      kind.streamsResponses
      ? "StreamingResponseCallContextTestStub" : "UnaryResponseCallContextTestStub"
    consequence.edits.append(
      Edit(
        made.range,
        "\(type)<\(messages.response)>(eventLoop: \(loop), headers: \(headers), logger: Logger(label: \"test\"), closeFuture: \(loop).makeSucceededVoidFuture())"
      ))
    let end = call.range.upperBound
    if kind.streamsRequests {
      let promise = kind == .clientStreaming ? "responsePromise" : "statusPromise"
      let feeding = inputs.map { list in list + ".forEach { handle(.message($0)) }; " } ?? ""
      consequence.edits.append(
        Edit(
          end..<end,
          ".flatMap { handle in \(feeding)handle(.end); return \(local.name).\(promise).futureResult }.wait()"
        ))
    } else {
      consequence.edits.append(Edit(end..<end, ".wait()"))
    }
    if kind != .unary {
      var value = call
      if let mark = call.parent, mark.kind == .tryExpr, !mark.flags.contains(.question) {
        value = mark
      }
      consequence.merge(demotionOfOptional(value, in: file))
    }
    consequence.lower(
      to: .review,
      because: "the test waits for the handler's future, on the event loops of the process")
    return consequence
  }

  private func filled(_ member: Node) throws(Refusal) -> (statement: Node, value: Node) {
    guard let statement = member.parent, statement.kind == .assignment,
      statement.leftOperand == member, statement.parent?.isBlockOfStatements == true,
      let value = statement.rightOperand
    else {
      throw Refusal(
        "set '\(local.name).\(member.name)' in one assignment, then run the fix again")
    }
    return (statement, value)
  }
}

/// Whether a use of a session's double is rewritten with the double itself.
func sessionStubMember(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  // The type is found where one is made.
  guard match.symbol?.kind != .initializer else { return nil }
  var manual = Consequence()
  manual.safety = .manual
  guard let base = match.node.base, let local = file.semantics.symbol(of: base),
    local.kind == .local,
    let value = local.declaration?.ancestors.first(where: { $0.kind == .patternBinding })?
      .initialValue, let type = value.callee
  else { return TransformOutcome(manual) }
  do throws(Refusal) {
    _ = try SessionDouble(type, file).rewritten()
    return nil
  } catch {
    return .manual(error.nextStep)
  }
}
