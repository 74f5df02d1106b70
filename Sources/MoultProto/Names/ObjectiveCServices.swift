/// The selectors of the methods that the generator of gRPC for Objective-C makes of an RPC.
///
/// Source: facts on gRPC for Objective-C, section 6.
package struct ObjectiveCSelectors: Hashable, Sendable {
  /// Of the old API: starts the call by itself.
  package let short: String

  /// Of the old API: gives a call object that waits for `start`.
  package let callObject: String

  /// With a response handler and call options.
  package let current: String

  /// - Parameter name: of the RPC, as the `.proto` file has it.
  package init(rpc name: String, streamsRequests: Bool, streamsResponses: Bool) {
    let lower = name.prefix(1).lowercased() + name.dropFirst()
    let handler = streamsResponses ? "eventHandler" : "handler"
    let tail = (streamsRequests ? "WithRequestsWriter:" : "WithRequest:") + handler + ":"
    short = lower + tail
    callObject = "RPCTo" + name + tail
    current =
      lower
      + (streamsRequests
        ? "WithResponseHandler:callOptions:" : "WithMessage:responseHandler:callOptions:")
  }
}

extension ProtoMethod {
  /// The selectors of the methods that the generator of gRPC for Objective-C makes of the RPC.
  package var objectiveCSelectors: ObjectiveCSelectors {
    ObjectiveCSelectors(
      rpc: name, streamsRequests: clientStreaming, streamsResponses: serverStreaming)
  }
}
