package import MoultMatching
import MoultRewriting
import MoultSemantics

/// Turns a generated call protocol into the runtime's generic call: `X_YWatchCall` becomes
/// `ServerStreamingCall<Request, Response>`.
///
/// The messages are read off the generated declarations: what the call sends and receives, and what the
/// client's method that returns it takes and gives.
package func callProtocolToCallType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if typeGoesStraightToGRPC2(match.node, file) { return nil }
  guard let call = match.symbol,
    let type = callTypes.first(where: { file.model.isSubtype(call, of: "SwiftGRPC." + $0.key) })?
      .value
  else { return nil }
  if keepsMetadata(file) { return .manual(refusalOfKeptCall.nextStep) }
  let messages = CallMessages(of: call, file.model)
  guard let request = messages.request, let response = messages.response else {
    return .manual("use '\(type)<Request, Response>' with the messages of the call")
  }
  var editor = file.editor
  editor.replace(
    match.replaced, with: .quoted("\(Code.library("GRPC." + type))<\(request), \(response)>"))
  return TransformOutcome(editor)
}

/// What grpc-swift 1 calls the types of the runtime that generated calls inherit from.
private let callTypes: KeyValuePairs = [
  "ClientCallUnary": "UnaryCall", "ClientCallServerStreaming": "ServerStreamingCall",
  "ClientCallClientStreaming": "ClientStreamingCall",
  "ClientCallBidirectionalStreaming": "BidirectionalStreamingCall",
]

/// The message types of a generated call, as Swift writes them.
private struct CallMessages {
  private(set) var request: String?
  private(set) var response: String?

  init(of call: Symbol, _ model: ProjectModel) {
    for member in model.declaredMembers(of: call) where member.kind == .function {
      guard case .function(let parameters, let result, _, _) = member.type else { continue }
      switch member.name {
      case "send", "_send": take(parameters.first, \.request)
      case "receive", "_receive": if result.isOptional { take(result, \.response) }
      case "closeAndReceive": if result != .void { take(result, \.response) }
      default: continue
      }
    }
    for method in generatedMethods(on: "SwiftGRPC.ServiceClient", in: model) {
      guard case .function(let parameters, .nominal(call, _), _, _) = method.type else { continue }
      for (label, type) in zip(method.parameterLabels, parameters) {
        if label == nil { take(type, \.request) }
        if label == "completion", case .function(let given, _, _, _) = type.fullyUnwrapped,
          given.count == 2
        {
          take(given[0], \.response)
        }
      }
    }
  }

  private mutating func take(_ type: SemanticType?, _ side: WritableKeyPath<Self, String?>) {
    guard self[keyPath: side] == nil else { return }
    self[keyPath: side] = type?.fullyUnwrapped.nominalSymbol?.name
  }
}
