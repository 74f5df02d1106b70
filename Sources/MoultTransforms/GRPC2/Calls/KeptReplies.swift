import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Replies that are handed on as a sequence, which in grpc-swift 2 are read in a closure of the call.
///
/// A function at the end of the file reads them in a task of their own, and gives the sequence that they come to.
struct KeptReplies {
  private let code: Code
  private let call: CallExpr
  private let reader: FunctionOfReplies

  /// `.with` of a request that says no type, which the function could not tell, with its type.
  private let untyped: (member: MemberAccess, type: Code)?

  /// Why a person should look at it.
  static let reason =
    "the replies are read in a task of their own, which keeps those that nobody has taken yet"

  /// - Parameter sends: whether the call sends a stream of requests.
  /// - Returns: nil for options that belong to the object around the call, and for requests that no task can take for certain.
  init?(_ made: CallOfGRPC2, sends: Bool, _ file: FileContext) {
    let call = made.call
    let options = call.argument(labeled: "callOptions")?.node
    guard case .member(let member)? = call.called, let client = member.base?.node,
      client.kind != .optionalChaining, NameExpr(client)?.name != "super",
      let first = call.arguments.first, first.label == nil,
      let request = first.expression?.node,
      call.arguments.allSatisfy({ $0 == first || $0.node == options }),
      !sends || isNamedArray(request, file),
      let captured = captures(of: options, file),
      ![client, request, options].compactMap(\.self).contains(where: { part in
        part.descendants.contains { [.tryExpr, .awaitExpr].contains($0.kind) }
      }), let reader = FunctionOfReplies(for: file)
    else { return nil }
    if let member = implicitMember(beginning: request) {
      let type = file.semantics.type(of: request)
      guard type.nominalSymbol != nil, !type.isOptional else { return nil }
      untyped = (member, .type(type))
    } else {
      untyped = nil
    }
    let sent = Code.closure(
      ClosureCode(
        parameters: ["writer"], [CallOfGRPC2.write(.word("request"), label: "contentsOf")]))
    let requests = sends ? [] : [CodeArgument.plain(.word("request"))]
    let producers = sends ? [CodeArgument("requestProducer", sent)] : []
    let read = Code.word("client").calling(
      methodNameOfGRPC2(member.name),
      requests + made.said + producers + [CodeArgument("onResponse", .word("read"))])
    code = .call(
      .word(reader.name), [.plain(.kept(client)), .plain(.kept(request))],
      trailing: [
        ClosureCode(
          captures: captured, parameters: ["client", "request", "read"], [.tryAwait(read)])
      ])
    (self.call, self.reader) = (call, reader)
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    if let untyped {
      editor.replace(untyped.member.node, with: untyped.type.member(untyped.member.name))
    }
    editor.replace(call.node, with: code)
    reader.declare(&editor)
  }
}

/// Whether requests are an array that has a name, whose type the function can tell.
private func isNamedArray(_ requests: Node, _ file: FileContext) -> Bool {
  guard NameExpr(requests) != nil,
    case .nominal(let type, let elements) = file.semantics.type(of: requests)
  else { return false }
  return type.qualifiedName == "Swift.Array" && elements.first?.nominalSymbol != nil
}

/// What a closure captures that names options; nil where they belong to the object around the call, or are named as what the
/// closure is given.
private func captures(of options: Node?, _ file: FileContext) -> [String]? {
  guard let options else { return [] }
  guard !CarriedState.usesSelf([options], file),
    !options.descendants.contains(where: { node in
      node.kind == .declReference && ["client", "request", "read"].contains(node.name)
    })
  else { return nil }
  return (try? CarriedState([options], movedFrom: options, file))?.captures
}

/// `.with` that a request begins with: `.with { … }`, `.with { … }.copy()`.
private func implicitMember(beginning request: Node) -> MemberAccess? {
  var node = request
  while true {
    if let call = CallExpr(node), let called = call.called {
      node = called.node
    } else if let member = MemberAccess(node) {
      guard let base = member.base else { return member }
      node = base.node
    } else {
      return nil
    }
  }
}

/// The function of a file that makes a sequence of replies.
private struct FunctionOfReplies {
  var name: String { place.name }

  private let place: NameAtEndOfFile

  /// - Returns: nil if every name for it is taken.
  init?(for file: FileContext) {
    let place = NameAtEndOfFile(["keptReplies", "repliesOfCall"], in: file) { declaration in
      FunctionDecl(declaration)?.returnType?.name == "RPCAsyncSequence"
    }
    guard let place else { return nil }
    self.place = place
  }

  /// Declares it behind everything else in the file.
  func declare(_ editor: inout SyntaxEditor) {
    guard !place.isDeclared else { return }
    let (client, request) = (Code.word("Client"), Code.word("Request"))
    let nothing = Code.word("Void")
    let read = Code.form(
      .asyncFunctionType(
        [.generic(.library("GRPCCore.StreamingClientResponse"), [.word("Reply")])], nothing))
    let sent = ["@escaping", "@Sendable"]
    let call = Code.form(
      .asyncFunctionType([client, request, .form(.attributed(sent, read))], nothing))
    let types = [Code.word("Reply"), .anyError]
    let function = FunctionCode(
      modifiers: ["private"],
      .function("\(name)<Client: Sendable, Request: Sendable, Reply: Sendable>"),
      [
        ParameterCode(nil, "client", client), ParameterCode(nil, "request", request),
        ParameterCode(nil, "call", .form(.attributed(sent, call))),
      ], returning: .generic(.library("GRPCCore.RPCAsyncSequence"), types),
      [
        .variable(
          .let, "replies",
          value: .call(
            .generic(.library("_Concurrency.AsyncThrowingStream"), types), [],
            trailing: [ClosureCode(parameters: ["continuation"], reading)])),
        .returned(
          .call(
            .library("GRPCCore.RPCAsyncSequence"), [CodeArgument("wrapping", .word("replies"))])),
      ])
    editor.insertAtEndOfFile([.function(function)])
  }

  /// What fills the stream.
  private var reading: [Code] {
    let continuation = Code.word("continuation")
    let yield = continuation.calling("yield", [.plain(.word("reply"))])
    let loop = Code.form(
      .awaitedLoop("reply", in: .word("response").member("messages"), [yield]))
    let called = Code.call(
      .word("call"), [.plain(.word("client")), .plain(.word("request"))],
      trailing: [ClosureCode(parameters: ["response"], [loop])])
    let tried = Code.form(
      .caught(
        [.tryAwait(called), continuation.calling("finish")],
        .new([continuation.calling("finish", [CodeArgument("throwing", .word("error"))])])))
    let cancelled = Code.word("reading").calling("cancel")
    let ended = Code.closure(ClosureCode(parameters: ["_"], [cancelled]))
    return [
      .variable(
        .let, "reading",
        value: .task(ClosureCode([tried]))),
      .infix(continuation.member("onTermination"), "=", ended),
    ]
  }
}
