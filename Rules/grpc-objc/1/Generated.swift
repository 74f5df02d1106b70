// What Swift sees of the class that the generator of gRPC for Objective-C makes of a sample service
// (`package hello.v1; option objc_class_prefix = "HLO";`), in its old forms beside the new ones.

import Foundation
import GRPCClient
import ProtoRPC
import RxLibrary

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
  public init(host: String) { fatalError() }
  open class func service(withHost host: String) -> HLOGreeter { fatalError() }
  open func sayHello(
    with p0: HLOHelloRequest, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
  open func watch(
    with p0: HLOHelloRequest, eventHandler p1: @escaping (Bool, HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
  open func upload(
    withRequestsWriter p0: GRXWriter, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
  open func chat(
    withRequestsWriter p0: GRXWriter,
    eventHandler p1: @escaping (Bool, HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
  open func rpcToSayHello(
    with p0: HLOHelloRequest, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) -> GRPCProtoCall { fatalError() }
  open func rpcToWatch(
    with p0: HLOHelloRequest, eventHandler p1: @escaping (Bool, HLOHelloReply?, Error?) -> Void
  ) -> GRPCProtoCall { fatalError() }
  open func rpcToUpload(
    withRequestsWriter p0: GRXWriter, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) -> GRPCProtoCall { fatalError() }
  open func rpcToChat(
    withRequestsWriter p0: GRXWriter,
    eventHandler p1: @escaping (Bool, HLOHelloReply?, Error?) -> Void
  ) -> GRPCProtoCall { fatalError() }
  open func getReplyWith(
    _ p0: HLOHelloRequest, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
  open func getReplyWithRequest(
    _ p0: HLOKey, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
  // Of Swift 2.
  open func sayHelloWithRequest(
    _ p0: HLOHelloRequest, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
  open func RPCToSayHelloWithRequest(
    _ p0: HLOHelloRequest, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) -> GRPCProtoCall { fatalError() }
  open func watchWithRequest(
    _ p0: HLOHelloRequest, eventHandler p1: @escaping (Bool, HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
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
  public init(host: String) { fatalError() }
  public init(host: String, callOptions: GRPCCallOptions?) { fatalError() }
  open func show(
    with p0: HLOHelloRequest, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
  open func show(
    withMessage p0: HLOHelloRequest, responseHandler p1: GRPCProtoResponseHandler,
    callOptions p2: GRPCCallOptions?
  ) -> GRPCUnaryProtoCall { fatalError() }
}

open class HLODesk: GRPCProtoService {
  public init(host: String) { fatalError() }
  public init(host: String, callOptions: GRPCCallOptions?) { fatalError() }
  open func ask(
    with p0: HLOHelloRequest, handler p1: @escaping (HLOHelloReply?, Error?) -> Void
  ) { fatalError() }
  open func ask(
    withMessage p0: HLOHelloRequest, responseHandler p1: GRPCProtoResponseHandler,
    callOptions p2: GRPCCallOptions?
  ) -> GRPCUnaryProtoCall { fatalError() }
}
