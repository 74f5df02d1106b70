// What `protoc-gen-swift` of swift-protobuf 0.9.27 makes of a sample, without the code of encoding and decoding:
//
//     package shop.v1;
//     message LineItem { string sku = 1; int32 count = 2; }
//     message Invoice { string address = 1; }
//     message Order {
//       enum State { STATE_UNKNOWN = 0; STATE_OPEN = 1; STATE_SENT = 2; }
//       string user_id = 1; State state = 2; repeated LineItem items = 3;
//       oneof payment { string card_number = 4; Invoice invoice = 5; }
//       google.protobuf.Any extra = 6;
//     }

import Foundation
import SwiftProtobuf

/// As the generators to 0.9.24 made `message Stamp { string place = 1; int32 price = 2; }`, but for its conformances.
struct Shop_V1_Stamp: SwiftProtobuf.Message, SwiftProtobuf.Proto3Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf.ProtoNameProviding {
  var place: String = ""
  var price: Int32 = 0

  init() {}
  init(place: String? = nil, price: Int32? = nil) {}
  static var protoMessageName: String { return "Stamp" }
  static var _protobuf_fieldNames: FieldNameMap { return [:] }
}

struct Shop_V1_LineItem: SwiftProtobuf.Message, SwiftProtobuf.Proto3Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf.ProtoNameProviding {
  var sku: String = ""
  var count: Int32 = 0

  init() {}
  static var protoMessageName: String { return "LineItem" }
  static var _protobuf_fieldNames: FieldNameMap { return [:] }
}

struct Shop_V1_Invoice: SwiftProtobuf.Message, SwiftProtobuf.Proto3Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf.ProtoNameProviding {
  var address: String = ""

  init() {}
  static var protoMessageName: String { return "Invoice" }
  static var _protobuf_fieldNames: FieldNameMap { return [:] }
}

struct Shop_V1_Order: SwiftProtobuf.Message, SwiftProtobuf.Proto3Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf.ProtoNameProviding {
  enum OneOf_Payment: ExpressibleByNilLiteral, SwiftProtobuf.OneofEnum {
    case cardNumber(String)
    case invoice(Shop_V1_Invoice)
    case None

    init(nilLiteral: ()) { self = .None }
    init() { self = .None }
    static func ==(lhs: OneOf_Payment, rhs: OneOf_Payment) -> Bool { return false }
  }

  enum State: SwiftProtobuf.Enum {
    typealias RawValue = Int
    case unknown // = 0
    case open // = 1
    case sent // = 2
    case UNRECOGNIZED(Int)

    init() { self = .unknown }
    init?(rawValue: Int) { self = .UNRECOGNIZED(rawValue) }
    var rawValue: Int { return 0 }
  }

  var userId: String = ""
  var state: Shop_V1_Order.State = Shop_V1_Order.State.unknown
  var items: [Shop_V1_LineItem] = []
  var payment: OneOf_Payment = .None
  var extra: Google_Protobuf_Any = Google_Protobuf_Any()

  init() {}
  static var protoMessageName: String { return "Order" }
  static var _protobuf_fieldNames: FieldNameMap { return [:] }
}
