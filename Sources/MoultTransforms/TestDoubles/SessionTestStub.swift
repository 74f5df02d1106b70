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
  if try sessionGoesStraightToGRPC2(match.node, file) { return nil }
  return TransformOutcome(
    try ContextDouble(match.node, file).rewritten(), imports: ["NIOCore", "NIOPosix", "Logging"])
}

/// The double of a session that a local holds or that is made where the handler is called, and what is done with it.
struct SessionDouble {
  let made: Node
  let variable: LocalVariable?

  /// The generated classes and protocol.
  let stub: Symbol
  private let session: Symbol

  let kind: SessionKind
  let messages: SessionMessages

  /// The handler's call that it is given to.
  let call: CallExpr
  let members: [MemberAccess]

  var name: String { variable?.symbol.name ?? "session" }

  /// - Parameter step: what is to be done where it is none of a local.
  init(_ type: Node, _ step: Refusal, _ file: FileContext) throws(Refusal) {
    guard let made = type.parent, made.kind == .functionCall, made.arguments.isEmpty,
      let stub = file.semantics.type(of: made).nominalSymbol
    else { throw step }
    variable = LocalVariable(holding: made, file)
    guard variable == nil || variable?.declaration != nil && variable?.binding.annotatedType == nil
    else { throw step }
    let sessions = file.model.inheritedTypes(of: stub).compactMap(\.nominalSymbol)
    guard let session = sessions.first(where: { $0.kind == .protocolType && $0.isGenerated }),
      let kind = SessionKind(session, file.model),
      let messages = SessionMessages(of: session, kind, file.model)
    else { throw step }
    var calls: [CallExpr] = []
    var members: [MemberAccess] = []
    for use in variable?.uses(file) ?? [made] {
      if let member = MemberAccess(on: use) {
        members.append(member)
      } else if let argument = Argument(of: use.parent), argument.label == "session",
        let call = argument.call
      {
        calls.append(call)
      } else if let variable {
        throw Refusal(
          "create the context where '\(variable.symbol.name)' is used; it is passed to something besides the handler"
        )
      } else {
        throw step
      }
    }
    let block = variable?.declaration?.node.parent
    guard let call = calls.only,
      variable == nil
        || !call.node.ancestors.prefix(while: { $0 != block }).contains(where: {
          $0.kind.isLoop || $0.kind == .closure
        })
    else { throw Refusal("create a separate context for each call of a handler") }
    (self.made, self.stub, self.session, self.kind) = (made, stub, session, kind)
    (self.messages, self.call, self.members) = (messages, call, members)
  }

  /// The handler's requirement of the generated provider.
  func requirement(_ model: ProjectModel) -> Symbol? { providerMethod(with: session, model) }

  /// The assignment that gives a member its only value.
  func filled(_ member: MemberAccess) throws(Refusal) -> (statement: Node, value: Expr) {
    guard let filling = member.filling,
      members.count(where: { $0.name == member.name }) == 1
    else {
      throw Refusal("set '\(name).\(member.name)' in one assignment, then run the fix again")
    }
    return filling
  }
}

/// The double of a session that becomes one of a context of grpc-swift 1.
private struct ContextDouble {
  let double: SessionDouble
  let file: FileContext

  private var kind: SessionKind { double.kind }

  init(_ type: Node, _ file: FileContext) throws(Refusal) {
    guard ServerStyle(file) == .futures else {
      throw Refusal(
        "test the handler through a server on localhost; only grpc-swift can create the context of an async provider"
      )
    }
    let step = Refusal(
      "create a 'UnaryResponseCallContextTestStub' or 'StreamingResponseCallContextTestStub' where the method is called, and pass it as 'context:'"
    )
    (double, self.file) = (try SessionDouble(type, step, file), file)
    // The end of a handler that reads requests is told to its context.
    guard double.variable != nil || !double.kind.streamsRequests else { throw step }
  }

  func rewritten() throws(Refusal) -> Consequence {
    let call = double.call
    var editor = file.editor
    var headers = Code.word("[:]")
    var inputs: Code?
    if let argument = call.argument(labeled: "session") {
      editor.rename(argument.node, to: "context")
    }
    for member in double.members {
      switch member.name {
      case "outputs": editor.rename(member.node, to: "recordedResponses")
      case "requestMetadata":
        let (statement, value) = try double.filled(member)
        guard let filled = MoultTransforms.headers(of: value.node, file) else {
          throw Refusal(
            "pass the request's headers as 'headers:' where '\(double.name)' is created")
        }
        headers = filled
        editor.remove(item: statement)
      case "inputs":
        let (statement, value) = try double.filled(member)
        inputs = list(of: value)
        editor.remove(item: statement)
      case "output", "status":
        throw Refusal(
          "what '\(double.name).\(member.name)' tells is '\(double.name).\(member.name == "output" ? "responsePromise" : "statusPromise").futureResult' of the context; wait for it there"
        )
      default: throw Refusal("make '\(double.name)' a '…CallContextTestStub'")
      }
    }
    editor.replace(double.made, with: context(headers))
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
      "\(Code.library(type))<\(double.messages.response)>(eventLoop: \(loop), headers: \(headers), "
        + "logger: Logging::Logger(label: \"test\"), closeFuture: \(loop).makeSucceededVoidFuture())"
    )
  }

  /// The value of the handler's future; where requests are streamed, that of the context's once all were handled.
  private func waiting(for call: CallExpr, _ inputs: Code?) -> Code {
    guard kind.streamsRequests else { return Code.kept(call).calling("wait") }
    let promise = kind == .clientStreaming ? "responsePromise" : "statusPromise"
    let feeding = inputs.map { [Code.quoted("\($0).forEach { handle(.message($0)) }")] } ?? []
    return .quoted(
      "\(call).flatMap { handle in \(feeding); handle(.end); return \(double.name).\(promise).futureResult "
        + "}.wait()"
    )
  }

  /// Requests whose type a literal does not say.
  private func list(of value: Expr) -> Code {
    guard case .array = value else { return .kept(value) }
    // A type is one word: nobody breaks a line in it.
    return .infix(.kept(value), "as", .word("[\(double.messages.request)]"))
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
  if try !sessionGoesStraightToGRPC2(type, file) {
    _ = try ContextDouble(type, file).rewritten()
  }
  return nil
}
