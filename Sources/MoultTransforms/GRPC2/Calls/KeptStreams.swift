import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A call object of grpc-swift 1's async client with streams in both directions, of which more is done than closures can do: requests are sent in a
/// `defer`, in a task or at times, or the stream is never finished.
///
/// A function at the end of the file makes the call in a task of its own, which sends what is put into `requests`, and gives the replies as
/// `replies`. So what is done with the call stays where it is.
struct KeptStreams {
  private let made: CallOfGRPC2
  private let name: String
  private let client: Node
  private let captured: [String]
  private let maker: NameAtEndOfFile
  private var sends: [CallExpr] = []
  private var endings: [CallExpr] = []

  /// Names of the call's streams and its `cancel`, each with the member of the kept call that takes its place.
  private var members: [(member: MemberAccess, successor: String)] = []

  /// - Parameter held: a call that a constant holds.
  /// - Returns: nil for calls of another kind, for options that belong to the object around the call, and where the call itself goes
  ///   somewhere, or something else is asked of it.
  init?(_ held: KeptCall, _ file: FileContext) {
    let options = held.call.argument(labeled: "callOptions")?.node
    guard let style = StyleOfCallObject(held.call, file), style.isBothWays,
      !held.isTyped,
      case .member(let called)? = held.call.called, let client = called.base?.node,
      isKeptAsIs(client), held.call.arguments.allSatisfy({ $0.node == options }),
      let captured = capturesOfKeptCall(
        saying: options, besides: ["client", "write", "read"], file),
      let made = try? CallOfGRPC2(held.call, of: style.method, sendsStream: true, file),
      let maker = nameOfStreams(in: file)
    else { return nil }
    (self.made, self.client, self.captured, self.maker) = (made, client, captured, maker)
    name = held.name
    for use in held.uses {
      guard let member = MemberAccess(on: use), take(member, file) else { return nil }
    }
  }

  private mutating func take(_ member: MemberAccess, _ file: FileContext) -> Bool {
    switch member.name {
    case "responseStream": members.append((member, "replies"))
    case "cancel" where member.call?.arguments.isEmpty == true:
      members.append((member, "task.cancel"))
    case "requestStream":
      guard let asked = MemberAccess(on: member.node), let call = asked.call,
        call.trailingClosures.isEmpty
      else { return false }
      if asked.name == "finish" {
        endings.append(call)
        return call.arguments.isEmpty
      }
      members.append((member, "requests"))
      guard asked.name == "send", let message = call.onlyArgument, message.label == nil,
        isStatement(call), AwaitExpr(of: call.node.parent) != nil,
        // The other method sends all of a sequence.
        file.semantics.symbol(of: call.node)?.declaration?.genericParameters.isEmpty == true
      else { return false }
      sends.append(call)
    default: return false
    }
    return true
  }

  /// What becomes of the call and all that is done with it.
  func consequence(in file: FileContext) -> Consequence {
    var editor = file.editor
    let write = CodeArgument("requestProducer", .word("write"))
    let read = CodeArgument("onResponse", .word("read"))
    let call = Code.quoted(
      "try await client.\(methodNameOfGRPC2(made.method))(\(made.said + [write, read]))")
    editor.replace(
      made.call.node,
      with: .call(
        .word(maker.name), [.plain(.kept(client))],
        trailing: [
          ClosureCode(captures: captured, parameters: ["client", "write", "read"], [call])
        ]))
    for (member, successor) in members { editor.rename(member.node, to: successor) }
    // All of it is new, so that what is found there is seen to be done with.
    let ended = Code.word(name).member("requests").calling("finish")
    for call in endings {
      editor.replace(call.node.with(.awaitExpr, .tryExpr), with: ended)
    }
    let silenced = Set(sends.map(\.node))
    var around = Consequence()
    for call in sends {
      guard let called = call.called, let waited = AwaitExpr(of: call.node.parent) else { continue }
      editor.rename(called.node, to: "yield")
      editor.replace(waited.node, with: .kept(call))
      around.merge(removalOfThrow(from: call.node, alsoSilenced: silenced, in: file))
    }
    maker.declare(functionOfStreams(called: maker.name), &editor)
    var consequence = Consequence(editor, and: around)
    consequence.lower(
      to: .review,
      because:
        "requests are sent by a task of their own, so nobody who puts one there waits for it or hears that it failed"
    )
    made.lower(&consequence)
    return consequence
  }
}

/// Whether sending is all that a statement does, and nobody keeps a task that does nothing else: it would have another type.
private func isStatement(_ call: CallExpr) -> Bool {
  let whole = call.node.with(.awaitExpr, .tryExpr)
  return whole.parent?.isBlockOfStatements == true && !whole.isValueOfItsClosure
}

/// The name of the function of a file that makes a call and gives its streams; nil if every name for it is taken.
private func nameOfStreams(in file: FileContext) -> NameAtEndOfFile? {
  NameAtEndOfFile(["keptCall", "callWithStreams"], in: file) { declaration in
    FunctionDecl(declaration)?.returnType?.kind == .tupleType
  }
}

/// The function that makes a call and gives its streams.
private func functionOfStreams(called name: String) -> Code {
  let writer = "@escaping @Sendable (GRPCCore::RPCWriter<Request>) async throws -> Void"
  let reader =
    "@escaping @Sendable (GRPCCore::StreamingClientResponse<Reply>) async throws -> Void"
  let call = "@escaping @Sendable (Client, \(writer), \(reader)) async throws -> Void"
  let result =
    "(requests: _Concurrency::AsyncStream<Request>.Continuation, "
    + "replies: GRPCCore::RPCAsyncSequence<Reply, any Swift::Error>, "
    + "task: _Concurrency::Task<Void, Swift::Never>)"
  let sending = Code.closure(
    ClosureCode(
      parameters: ["writer"],
      [.quoted("for await request in requests { \(CallOfGRPC2.write(.word("request"))) }")]))
  let reading = Code.closure(
    ClosureCode(
      parameters: ["response"],
      [.quoted("for try await reply in response.messages { incoming.yield(reply) }")]))
  let body = Code.quoted(
    items:
      "let (requests, outgoing) = _Concurrency::AsyncStream.makeStream(of: Request.self); "
      + "let (replies, incoming) = _Concurrency::AsyncThrowingStream.makeStream(of: Reply.self); "
      + "let task = _Concurrency::Task { do { try await call(client, \(sending), \(reading)); "
      + "incoming.finish() } catch { incoming.finish(throwing: error) } }; "
      + "return (outgoing, GRPCCore::RPCAsyncSequence(wrapping: replies), task)")
  return .quoted(
    "private func \(name)<Client: Sendable, Request: Sendable, Reply: Sendable>"
      + "(_ client: Client, _ call: \(call)) -> \(result) { \(body) }")
}
