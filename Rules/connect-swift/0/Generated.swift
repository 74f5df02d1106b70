// What the generators of connect-swift 0.9 made of a sample service: messages, clients and mocks in one file, without what is inside.

import Connect
import ConnectMocks
import Foundation
import SwiftProtobuf

public struct Parcel_V1_LookupRequest: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public var code: String = String()
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "parcel.v1.LookupRequest"
  public static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  public static func ==(lhs: Parcel_V1_LookupRequest, rhs: Parcel_V1_LookupRequest) -> Bool { true }
}

public struct Parcel_V1_Place: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public var city: String = String()
  public var street: String = String()
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "parcel.v1.Place"
  public static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  public static func ==(lhs: Parcel_V1_Place, rhs: Parcel_V1_Place) -> Bool { true }
}

public struct Parcel_V1_WatchRequest: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public var code: String = String()
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "parcel.v1.WatchRequest"
  public static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  public static func ==(lhs: Parcel_V1_WatchRequest, rhs: Parcel_V1_WatchRequest) -> Bool { true }
}

public struct Parcel_V1_Event: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public var text: String = String()
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "parcel.v1.Event"
  public static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  public static func ==(lhs: Parcel_V1_Event, rhs: Parcel_V1_Event) -> Bool { true }
}

public struct Parcel_V1_Chunk: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public var text: String = String()
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "parcel.v1.Chunk"
  public static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  public static func ==(lhs: Parcel_V1_Chunk, rhs: Parcel_V1_Chunk) -> Bool { true }
}

public struct Parcel_V1_Receipt: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public var text: String = String()
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "parcel.v1.Receipt"
  public static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  public static func ==(lhs: Parcel_V1_Receipt, rhs: Parcel_V1_Receipt) -> Bool { true }
}

public struct Parcel_V1_Line: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public var text: String = String()
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "parcel.v1.Line"
  public static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  public static func ==(lhs: Parcel_V1_Line, rhs: Parcel_V1_Line) -> Bool { true }
}

public protocol Parcel_V1_TrackingServiceClientInterface: Sendable {
  @discardableResult
  func `lookup`(request: Parcel_V1_LookupRequest, headers: Connect.Headers, completion: @escaping @Sendable (Connect.ResponseMessage<Parcel_V1_Place>) -> Void) -> Connect.Cancelable
  @available(iOS 13, *)
  func `lookup`(request: Parcel_V1_LookupRequest, headers: Connect.Headers) async -> Connect.ResponseMessage<Parcel_V1_Place>
  func `watch`(headers: Connect.Headers, onResult: @escaping @Sendable (Connect.StreamResult<Parcel_V1_Event>) -> Void) -> any Connect.ServerOnlyStreamInterface<Parcel_V1_WatchRequest>
  @available(iOS 13, *)
  func `watch`(headers: Connect.Headers) -> any Connect.ServerOnlyAsyncStreamInterface<Parcel_V1_WatchRequest, Parcel_V1_Event>
  func `upload`(headers: Connect.Headers, onResult: @escaping @Sendable (Connect.StreamResult<Parcel_V1_Receipt>) -> Void) -> any Connect.ClientOnlyStreamInterface<Parcel_V1_Chunk>
  @available(iOS 13, *)
  func `upload`(headers: Connect.Headers) -> any Connect.ClientOnlyAsyncStreamInterface<Parcel_V1_Chunk, Parcel_V1_Receipt>
  func `chat`(headers: Connect.Headers, onResult: @escaping @Sendable (Connect.StreamResult<Parcel_V1_Line>) -> Void) -> any Connect.BidirectionalStreamInterface<Parcel_V1_Line>
  @available(iOS 13, *)
  func `chat`(headers: Connect.Headers) -> any Connect.BidirectionalAsyncStreamInterface<Parcel_V1_Line, Parcel_V1_Line>
}

public final class Parcel_V1_TrackingServiceClient: Parcel_V1_TrackingServiceClientInterface, Sendable {
  private let client: Connect.ProtocolClientInterface

  public init(client: Connect.ProtocolClientInterface) {
    self.client = client
  }

  @discardableResult
  public func `lookup`(request: Parcel_V1_LookupRequest, headers: Connect.Headers = [:], completion: @escaping @Sendable (Connect.ResponseMessage<Parcel_V1_Place>) -> Void) -> Connect.Cancelable {
    self.client.unary(path: "/parcel.v1.TrackingService/Lookup", request: request, headers: headers, completion: completion)
  }
  @available(iOS 13, *)
  public func `lookup`(request: Parcel_V1_LookupRequest, headers: Connect.Headers = [:]) async -> Connect.ResponseMessage<Parcel_V1_Place> {
    await self.client.unary(path: "/parcel.v1.TrackingService/Lookup", request: request, headers: headers)
  }
  public func `watch`(headers: Connect.Headers = [:], onResult: @escaping @Sendable (Connect.StreamResult<Parcel_V1_Event>) -> Void) -> any Connect.ServerOnlyStreamInterface<Parcel_V1_WatchRequest> {
    self.client.serverOnlyStream(path: "/parcel.v1.TrackingService/Watch", headers: headers, onResult: onResult)
  }
  @available(iOS 13, *)
  public func `watch`(headers: Connect.Headers = [:]) -> any Connect.ServerOnlyAsyncStreamInterface<Parcel_V1_WatchRequest, Parcel_V1_Event> {
    self.client.serverOnlyStream(path: "/parcel.v1.TrackingService/Watch", headers: headers)
  }
  public func `upload`(headers: Connect.Headers = [:], onResult: @escaping @Sendable (Connect.StreamResult<Parcel_V1_Receipt>) -> Void) -> any Connect.ClientOnlyStreamInterface<Parcel_V1_Chunk> {
    self.client.clientOnlyStream(path: "/parcel.v1.TrackingService/Upload", headers: headers, onResult: onResult)
  }
  @available(iOS 13, *)
  public func `upload`(headers: Connect.Headers = [:]) -> any Connect.ClientOnlyAsyncStreamInterface<Parcel_V1_Chunk, Parcel_V1_Receipt> {
    self.client.clientOnlyStream(path: "/parcel.v1.TrackingService/Upload", headers: headers)
  }
  public func `chat`(headers: Connect.Headers = [:], onResult: @escaping @Sendable (Connect.StreamResult<Parcel_V1_Line>) -> Void) -> any Connect.BidirectionalStreamInterface<Parcel_V1_Line> {
    self.client.bidirectionalStream(path: "/parcel.v1.TrackingService/Chat", headers: headers, onResult: onResult)
  }
  @available(iOS 13, *)
  public func `chat`(headers: Connect.Headers = [:]) -> any Connect.BidirectionalAsyncStreamInterface<Parcel_V1_Line, Parcel_V1_Line> {
    self.client.bidirectionalStream(path: "/parcel.v1.TrackingService/Chat", headers: headers)
  }
}

@available(iOS 13, *)
open class Parcel_V1_TrackingServiceClientMock: Parcel_V1_TrackingServiceClientInterface, @unchecked Sendable {
  public var mockLookup = { (_: Parcel_V1_LookupRequest) -> Connect.ResponseMessage<Parcel_V1_Place> in .init(result: .success(.init())) }
  public var mockAsyncLookup = { (_: Parcel_V1_LookupRequest) -> Connect.ResponseMessage<Parcel_V1_Place> in .init(result: .success(.init())) }
  public var mockWatch = ConnectMocks.MockServerOnlyStream<Parcel_V1_WatchRequest, Parcel_V1_Event>()
  public var mockAsyncWatch = ConnectMocks.MockServerOnlyAsyncStream<Parcel_V1_WatchRequest, Parcel_V1_Event>()
  public var mockUpload = ConnectMocks.MockClientOnlyStream<Parcel_V1_Chunk, Parcel_V1_Receipt>()
  public var mockAsyncUpload = ConnectMocks.MockClientOnlyAsyncStream<Parcel_V1_Chunk, Parcel_V1_Receipt>()
  public var mockChat = ConnectMocks.MockBidirectionalStream<Parcel_V1_Line, Parcel_V1_Line>()
  public var mockAsyncChat = ConnectMocks.MockBidirectionalAsyncStream<Parcel_V1_Line, Parcel_V1_Line>()

  public init() {}

  @discardableResult
  open func `lookup`(request: Parcel_V1_LookupRequest, headers: Connect.Headers = [:], completion: @escaping @Sendable (Connect.ResponseMessage<Parcel_V1_Place>) -> Void) -> Connect.Cancelable {
    completion(self.mockLookup(request))
    return Connect.Cancelable {}
  }
  open func `lookup`(request: Parcel_V1_LookupRequest, headers: Connect.Headers = [:]) async -> Connect.ResponseMessage<Parcel_V1_Place> {
    self.mockAsyncLookup(request)
  }
  open func `watch`(headers: Connect.Headers = [:], onResult: @escaping @Sendable (Connect.StreamResult<Parcel_V1_Event>) -> Void) -> any Connect.ServerOnlyStreamInterface<Parcel_V1_WatchRequest> {
    self.mockWatch
  }
  open func `watch`(headers: Connect.Headers = [:]) -> any Connect.ServerOnlyAsyncStreamInterface<Parcel_V1_WatchRequest, Parcel_V1_Event> {
    self.mockAsyncWatch
  }
  open func `upload`(headers: Connect.Headers = [:], onResult: @escaping @Sendable (Connect.StreamResult<Parcel_V1_Receipt>) -> Void) -> any Connect.ClientOnlyStreamInterface<Parcel_V1_Chunk> {
    self.mockUpload
  }
  open func `upload`(headers: Connect.Headers = [:]) -> any Connect.ClientOnlyAsyncStreamInterface<Parcel_V1_Chunk, Parcel_V1_Receipt> {
    self.mockAsyncUpload
  }
  open func `chat`(headers: Connect.Headers = [:], onResult: @escaping @Sendable (Connect.StreamResult<Parcel_V1_Line>) -> Void) -> any Connect.BidirectionalStreamInterface<Parcel_V1_Line> {
    self.mockChat
  }
  open func `chat`(headers: Connect.Headers = [:]) -> any Connect.BidirectionalAsyncStreamInterface<Parcel_V1_Line, Parcel_V1_Line> {
    self.mockAsyncChat
  }
}
