// What Swift sees of the class that the generator of gRPC for Objective-C makes of a sample service
// (`package hello.v1; option objc_class_prefix = "HLO";`).

import Foundation
import GRPCClient
import ProtoRPC

open class GPBMessage {
  public init() {}
}

open class HLOHelloRequest: GPBMessage {}

open class HLOKey: GPBMessage {}

open class HLOHelloReply: GPBMessage {
  open var message: String! = nil
}

open class HLOGreeter: GRPCProtoService {
  public init(host: String, callOptions: GRPCCallOptions?) { fatalError() }
  open class func service(withHost host: String, callOptions: GRPCCallOptions?) -> HLOGreeter { fatalError() }
  open func sayHello(
    withMessage p0: HLOHelloRequest, responseHandler p1: GRPCProtoResponseHandler,
    callOptions p2: GRPCCallOptions?
  ) -> GRPCUnaryProtoCall { fatalError() }
  open func watch(
    withMessage p0: HLOHelloRequest, responseHandler p1: GRPCProtoResponseHandler,
    callOptions p2: GRPCCallOptions?
  ) -> GRPCUnaryProtoCall { fatalError() }
  open func getReplyWithMessage(
    _ p0: HLOHelloRequest, responseHandler p1: GRPCProtoResponseHandler,
    callOptions p2: GRPCCallOptions?
  ) -> GRPCUnaryProtoCall { fatalError() }
  open func getReplyWithMessage(
    _ p0: HLOKey, responseHandler p1: GRPCProtoResponseHandler, callOptions p2: GRPCCallOptions?
  ) -> GRPCUnaryProtoCall { fatalError() }
  open func upload(
    with p0: GRPCProtoResponseHandler, callOptions p1: GRPCCallOptions?
  ) -> GRPCStreamingProtoCall { fatalError() }
  open func chat(
    with p0: GRPCProtoResponseHandler, callOptions p1: GRPCCallOptions?
  ) -> GRPCStreamingProtoCall { fatalError() }
}

open class HLOBoard: GRPCProtoService {
  public init(host: String, callOptions: GRPCCallOptions?) { fatalError() }
  open func show(
    withMessage p0: HLOHelloRequest, responseHandler p1: GRPCProtoResponseHandler,
    callOptions p2: GRPCCallOptions?
  ) -> GRPCUnaryProtoCall { fatalError() }
}

open class HLODesk: GRPCProtoService {
  public init(host: String, callOptions: GRPCCallOptions?) { fatalError() }
  open func ask(
    withMessage p0: HLOHelloRequest, responseHandler p1: GRPCProtoResponseHandler,
    callOptions p2: GRPCCallOptions?
  ) -> GRPCUnaryProtoCall { fatalError() }
}
