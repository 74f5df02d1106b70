import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What a method of a provider of futures takes and gives, for what one of `SimpleServiceProtocol` takes and gives instead.
struct SignatureOfAProvider {
  /// Which of the two sides sends any number of messages.
  enum Streams {
    case none, replies, requests, both
  }

  let streams: Streams
  private let method: FunctionDecl
  private let context: Parameter

  /// The type of a request that the method is told of; nil where it is given one.
  private let asked: Node?
  private let reply: Node

  /// - Returns: nil where the types of the messages are not written, or the method is none of a provider.
  init?(_ method: FunctionDecl) {
    guard let context = method.parameters.last, context.label == "context",
      let type = context.type
    else { return nil }
    (self.method, self.context) = (method, context)
    let isGivenOne = method.parameters.count == 2 && method.parameters.first?.label == "request"
    guard isGivenOne || method.parameters.count == 1 else { return nil }
    let event = method.returnType?.descendants().first {
      $0.mainTypeName == "StreamEvent" && !$0.typeArguments.isEmpty
    }
    asked = isGivenOne ? nil : event?.typeArguments.first
    switch type.mainTypeName {
    case "StatusOnlyCallContext" where isGivenOne: streams = .none
    case "StreamingResponseCallContext" where isGivenOne: streams = .replies
    case "UnaryResponseCallContext" where asked != nil: streams = .requests
    case "StreamingResponseCallContext" where asked != nil: streams = .both
    default: return nil
    }
    let messages = streams == .none ? method.returnType?.typeArguments : type.typeArguments
    guard let reply = messages?.first, NamedType(of: method.returnType)?.name == "EventLoopFuture"
    else { return nil }
    self.reply = reply
  }

  /// - Parameters:
  ///   - request: what the method calls the requests that it reads.
  ///   - response: what it calls what it writes replies to.
  func rewrite(
    request: String = "request", response: String = "response", _ editor: inout SyntaxEditor
  ) {
    var parameters: [ParameterCode] = []
    if let asked {
      let requests = Code.generic(
        .library("GRPCCore.RPCAsyncSequence"),
        [.kept(asked), .anyError])
      parameters.append(ParameterCode("request", request, requests))
    }
    if streams == .replies || streams == .both {
      let writer = Code.generic(.library("GRPCCore.RPCWriter"), [.kept(reply)])
      parameters.append(ParameterCode("response", response, writer))
    }
    if parameters.isEmpty {
      if let type = context.type { editor.replace(type, with: .library("GRPCCore.ServerContext")) }
    } else {
      parameters.append(
        ParameterCode("context", context.name, .library("GRPCCore.ServerContext")))
      editor.replace(element: context.node, with: parameters.map { .form(.parameter($0)) })
    }
    let givesOne = streams == .none || streams == .requests
    editor.sign(method, effects: ["async", "throws"], returning: givesOne ? .kept(reply) : nil)
  }

  /// The same for a method of `ServiceProtocol`, which is given whole requests and gives a whole response.
  ///
  /// - Throws: what a person does where it calls its one request by another name.
  func rewriteWhole(
    request: String = "request", _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) {
    let streamsReplies = streams == .replies || streams == .both
    if let asked {
      let requests = Code.generic(
        .library("GRPCCore.StreamingServerRequest"), [.kept(asked)])
      editor.replace(
        element: context.node,
        with: [
          ParameterCode("request", request, requests),
          ParameterCode("context", context.name, .library("GRPCCore.ServerContext")),
        ].map { .form(.parameter($0)) })
    } else {
      guard let parameter = method.parameters.first, parameter.name == "request",
        let type = parameter.type, let one = file.semantics.symbol(of: parameter.node)
      else { throw Refusal("call the parameter 'request'") }
      guard method.body?.node.binds("request") != true else {
        throw Refusal("call nothing else in it 'request'")
      }
      for use in file.semantics.references(to: one) where use.kind == .declReference {
        editor.replace(use, with: Code.kept(use).member("message"))
      }
      editor.replace(type, with: .generic(.library("GRPCCore.ServerRequest"), [.kept(type)]))
      if let type = context.type { editor.replace(type, with: .library("GRPCCore.ServerContext")) }
    }
    let response =
      streamsReplies ? "GRPCCore.StreamingServerResponse" : "GRPCCore.ServerResponse"
    editor.sign(
      method, effects: ["async", "throws"], returning: .generic(.library(response), [.kept(reply)]))
  }
}

extension FileContext {
  /// Lets the statements of a method produce a whole response.
  func respond(in body: Node, to response: String, _ editor: inout SyntaxEditor) {
    guard let block = StatementBlock(body) else { return }
    editor.wrap(
      block, capturing: block.usesSelfSilently(self) ? ["self"] : [], parameters: [response],
      inClosureOf: .library("GRPCCore.StreamingServerResponse"))
  }
}
