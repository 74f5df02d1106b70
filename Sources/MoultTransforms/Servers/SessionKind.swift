import MoultMatching
import MoultRewriting
package import MoultSemantics

/// The sessions of grpc-swift 0, by what streams.
enum SessionKind: String, CaseIterable {
  case unary = "ServerSessionUnary"
  case serverStreaming = "ServerSessionServerStreaming"
  case clientStreaming = "ServerSessionClientStreaming"
  case bidirectionalStreaming = "ServerSessionBidirectionalStreaming"

  /// - Parameter session: a generated session's protocol.
  init?(_ session: Symbol, _ model: ProjectModel) {
    let kind = Self.allCases.first { model.isSubtype(session, of: "SwiftGRPC." + $0.rawValue) }
    guard let kind else { return nil }
    self = kind
  }

  var streamsRequests: Bool { self == .clientStreaming || self == .bidirectionalStreaming }
  var streamsResponses: Bool { self == .serverStreaming || self == .bidirectionalStreaming }

  /// What a handler is given in place of the session.
  func context(_ messages: SessionMessages, _ style: ServerStyle) -> Code {
    switch (style, self) {
    case (.async, _): .library("GRPC.GRPCAsyncServerCallContext")
    case (.futures, .unary): .library("GRPC.StatusOnlyCallContext")
    case (.futures, .clientStreaming):
      .generic(.library("GRPC.UnaryResponseCallContext"), [.word(messages.response)])
    case (.futures, .serverStreaming), (.futures, .bidirectionalStreaming):
      .generic(.library("GRPC.StreamingResponseCallContext"), [.word(messages.response)])
    }
  }

  /// What a handler gives back.
  func result(_ messages: SessionMessages, _ style: ServerStyle) -> Code? {
    switch (style, self) {
    case (.futures, .unary):
      .generic(.library("NIOCore.EventLoopFuture"), [.word(messages.response)])
    case (.futures, .serverStreaming):
      .generic(.library("NIOCore.EventLoopFuture"), [.library("GRPC.GRPCStatus")])
    case (.futures, .clientStreaming), (.futures, .bidirectionalStreaming):
      .generic(
        .library("NIOCore.EventLoopFuture"),
        [
          .functionType(
            [.generic(.library("GRPC.StreamEvent"), [.word(messages.request)])], .word("Void"))
        ])
    case (.async, .unary), (.async, .clientStreaming): .word(messages.response)
    case (.async, .serverStreaming), (.async, .bidirectionalStreaming): nil
    }
  }
}

/// What an async provider of grpc-swift 1 asks for where one of grpc-swift 0 has a method.
///
/// - Returns: nil for what takes no session of the generator's.
package func asyncRequirement(of method: Symbol, in model: ProjectModel) -> String? {
  guard method.parameterLabels.last == "session",
    let session = method.parameterTypes.last?.nominalSymbol,
    let kind = SessionKind(session, model),
    let messages = SessionMessages(of: session, kind, model, givenTo: method)
  else { return nil }
  let request =
    kind.streamsRequests
    ? "requestStream: GRPCAsyncRequestStream<\(messages.request)>" : "request: \(messages.request)"
  let writer =
    kind.streamsResponses
    ? ", responseStream: GRPCAsyncResponseStreamWriter<\(messages.response)>" : ""
  let result = kind.streamsResponses ? "" : " -> \(messages.response)"
  return
    "func \(method.name)(\(request)\(writer), context: GRPCAsyncServerCallContext) async throws\(result)"
}

/// The messages of a generated session, as Swift writes them.
struct SessionMessages {
  let request: String
  let response: String

  /// - Parameter method: the requirement of a generated provider that is given the session; looked for among all if nil.
  /// - Returns: nil if no generated provider has a method with the session.
  init?(
    of session: Symbol, _ kind: SessionKind, _ model: ProjectModel, givenTo method: Symbol? = nil
  ) {
    var request: SemanticType?
    var response: SemanticType?
    for member in model.declaredMembers(of: session) where member.kind == .function {
      guard case .function(let parameters, let result, _, _) = member.type else { continue }
      switch member.name {
      case "send", "_send": response = response ?? parameters.first
      case "_receive", "receive": if result.isOptional { request = request ?? result }
      case "sendAndClose": response = response ?? parameters.first
      default: continue
      }
    }
    if let method = method ?? providerMethod(with: session, model),
      case .function(let parameters, let result, _, _) = method.type
    {
      if parameters.count == 2 { request = request ?? parameters[0] }
      if kind == .unary { response = response ?? result }
    }
    guard let request = request?.fullyUnwrapped, let response = response?.fullyUnwrapped,
      !request.isUnknown, !response.isUnknown
    else { return nil }
    self.request = describe(request)
    self.response = describe(response)
  }
}

/// The requirement of a generated provider that is given the session.
func providerMethod(with session: Symbol, _ model: ProjectModel) -> Symbol? {
  generatedMethods(on: "SwiftGRPC.ServiceProvider", in: model).first {
    $0.parameterTypes.last?.nominalSymbol == session && $0.parameterLabels.last == "session"
  }
}
