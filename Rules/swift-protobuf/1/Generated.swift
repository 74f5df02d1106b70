// What `protoc-gen-swift` of swift-protobuf 1.39 makes of the sample of era 0, without the code of encoding and decoding.

import Foundation
import SwiftProtobuf

struct Shop_V1_Stamp: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  var place: String = String()
  var price: Int32 = 0
  var unknownFields = SwiftProtobuf.UnknownStorage()

  init() {}
  static let protoMessageName: String = "shop.v1.Stamp"
  static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  static func ==(lhs: Shop_V1_Stamp, rhs: Shop_V1_Stamp) -> Bool { true }
}

struct Shop_V1_LineItem: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  var sku: String = String()
  var count: Int32 = 0
  var unknownFields = SwiftProtobuf.UnknownStorage()

  init() {}
  static let protoMessageName: String = "shop.v1.LineItem"
  static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  static func ==(lhs: Shop_V1_LineItem, rhs: Shop_V1_LineItem) -> Bool { true }
}

struct Shop_V1_Invoice: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  var address: String = String()
  var unknownFields = SwiftProtobuf.UnknownStorage()

  init() {}
  static let protoMessageName: String = "shop.v1.Invoice"
  static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  static func ==(lhs: Shop_V1_Invoice, rhs: Shop_V1_Invoice) -> Bool { true }
}

struct Shop_V1_Order: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  enum OneOf_Payment: Equatable, Sendable {
    case cardNumber(String)
    case invoice(Shop_V1_Invoice)
  }

  enum State: SwiftProtobuf.Enum, Swift.CaseIterable {
    typealias RawValue = Int
    case unknown // = 0
    case open // = 1
    case sent // = 2
    case UNRECOGNIZED(Int)

    init() { self = .unknown }
    init?(rawValue: Int) { self = .UNRECOGNIZED(rawValue) }
    var rawValue: Int { 0 }
    static let allCases: [Shop_V1_Order.State] = [.unknown, .open, .sent]
  }

  var userID: String = String()
  var state: Shop_V1_Order.State = .unknown
  var items: [Shop_V1_LineItem] = []
  var payment: Shop_V1_Order.OneOf_Payment? = nil
  var extra: SwiftProtobuf.Google_Protobuf_Any = SwiftProtobuf.Google_Protobuf_Any()
  var unknownFields = SwiftProtobuf.UnknownStorage()

  init() {}
  static let protoMessageName: String = "shop.v1.Order"
  static let _protobuf_nameMap = SwiftProtobuf._NameMap()
  mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {}
  func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {}
  static func ==(lhs: Shop_V1_Order, rhs: Shop_V1_Order) -> Bool { true }
}
