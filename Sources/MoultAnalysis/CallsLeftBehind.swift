import MoultSemantics

/// The module in which stands what calls of grpc-swift 0 could do.
private let module = "calls of grpc-swift 0"

/// What calls of grpc-swift 1 are still asked for where a person has not been yet.
///
/// A call that is kept in a property gets its new type before its `receive()` loop is turned around.
let callsLeftBehind = SynthesizedSource(
  path: "members left by grpc-swift 0",
  text: """
    import Dispatch
    import SwiftGRPC
    public class UnaryCall<RequestPayload, ResponsePayload>: SwiftGRPC.ClientCall {}
    public class ServerStreamingCall<RequestPayload, ResponsePayload>: SwiftGRPC.ClientCall {
      public func receive() throws -> ResponsePayload?
      public func receive(timeout: DispatchTime) throws -> ResponsePayload?
      public func receive(completion: @escaping (ResultOrRPCError<ResponsePayload?>) -> Void) throws
    }
    public class ClientStreamingCall<RequestPayload, ResponsePayload>: SwiftGRPC.ClientCallClientStreaming {
      public func send(_ message: RequestPayload) throws
      public func send(_ message: RequestPayload, timeout: DispatchTime) throws
      public func send(_ message: RequestPayload, completion: @escaping (Error?) -> Void) throws
      public func closeAndReceive() throws -> ResponsePayload
      public func closeAndReceive(completion: @escaping (ResultOrRPCError<ResponsePayload>) -> Void) throws
    }
    public class BidirectionalStreamingCall<RequestPayload, ResponsePayload>: SwiftGRPC.ClientCallBidirectionalStreaming {
      public func receive() throws -> ResponsePayload?
      public func receive(timeout: DispatchTime) throws -> ResponsePayload?
      public func receive(completion: @escaping (ResultOrRPCError<ResponsePayload?>) -> Void) throws
      public func send(_ message: RequestPayload) throws
      public func send(_ message: RequestPayload, timeout: DispatchTime) throws
      public func send(_ message: RequestPayload, completion: @escaping (Error?) -> Void) throws
      public func closeSend() throws
      public func closeSend(completion: (() -> Void)?) throws
    }
    """, module: module, reason: "what calls of grpc-swift 0 could do")

/// The types of calls of grpc-swift 1 with what they took the place of.
let typesOfCallsLeftBehind: [String: [String]] = Dictionary(
  uniqueKeysWithValues: [
    "UnaryCall", "ServerStreamingCall", "ClientStreamingCall", "BidirectionalStreamingCall",
  ].map { ("GRPC.\($0)", ["\(module).\($0)"]) })
