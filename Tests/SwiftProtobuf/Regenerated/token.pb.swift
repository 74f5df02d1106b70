// DO NOT EDIT.
//
// Written by hand, as the generator of swift-protobuf 1.39 would make it of `Protos/token.proto` of the fixture token-service:
// the same names and the same bytes.
// Source: token.proto

import SwiftProtobuf

public struct Desk_V1_Token: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public var accessToken: String = ""
  public var userID: String = ""
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "desk.v1.Token"
  public static let _protobuf_nameMap: SwiftProtobuf._NameMap = [1: .standard(proto: "access_token"), 2: .standard(proto: "user_id")]
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {
    while let number = try decoder.nextFieldNumber() {
      switch number {
      case 1: try decoder.decodeSingularStringField(value: &accessToken)
      case 2: try decoder.decodeSingularStringField(value: &userID)
      default: break
      }
    }
  }
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {
    if accessToken != "" { try visitor.visitSingularStringField(value: accessToken, fieldNumber: 1) }
    if userID != "" { try visitor.visitSingularStringField(value: userID, fieldNumber: 2) }
    try unknownFields.traverse(visitor: &visitor)
  }
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.accessToken == rhs.accessToken && lhs.userID == rhs.userID && lhs.unknownFields == rhs.unknownFields }
}

public struct Desk_V1_IssueTokenRequest: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public enum OneOf_Proof: Equatable, Sendable {
    case password(String)
    case oldToken(Desk_V1_Token)
  }

  public var accessToken: String = ""
  public var proof: OneOf_Proof? = nil
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "desk.v1.IssueTokenRequest"
  public static let _protobuf_nameMap: SwiftProtobuf._NameMap = [1: .standard(proto: "access_token"), 2: .same(proto: "password"), 3: .standard(proto: "old_token")]
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {
    while let number = try decoder.nextFieldNumber() {
      switch number {
      case 1: try decoder.decodeSingularStringField(value: &accessToken)
      case 2:
        var text = ""
        try decoder.decodeSingularStringField(value: &text)
        proof = .password(text)
      case 3:
        var token: Desk_V1_Token?
        try decoder.decodeSingularMessageField(value: &token)
        if let token { proof = .oldToken(token) }
      default: break
      }
    }
  }
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {
    if accessToken != "" { try visitor.visitSingularStringField(value: accessToken, fieldNumber: 1) }
    switch proof {
    case .password(let text): try visitor.visitSingularStringField(value: text, fieldNumber: 2)
    case .oldToken(let token): try visitor.visitSingularMessageField(value: token, fieldNumber: 3)
    case nil: break
    }
    try unknownFields.traverse(visitor: &visitor)
  }
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.accessToken == rhs.accessToken && lhs.proof == rhs.proof && lhs.unknownFields == rhs.unknownFields }
}

public struct Desk_V1_IssueTokenResponse: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public var token: Desk_V1_Token = Desk_V1_Token()
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "desk.v1.IssueTokenResponse"
  public static let _protobuf_nameMap: SwiftProtobuf._NameMap = [1: .same(proto: "token")]
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {
    while let number = try decoder.nextFieldNumber() {
      switch number {
      case 1:
        var value: Desk_V1_Token?
        try decoder.decodeSingularMessageField(value: &value)
        if let value { token = value }
      default: break
      }
    }
  }
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {
    if token != Desk_V1_Token() { try visitor.visitSingularMessageField(value: token, fieldNumber: 1) }
    try unknownFields.traverse(visitor: &visitor)
  }
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.token == rhs.token && lhs.unknownFields == rhs.unknownFields }
}

public struct Desk_V1_Failure: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Sendable {
  public enum Code: SwiftProtobuf.Enum, Swift.CaseIterable {
    public typealias RawValue = Int
    case unknown
    case badRequest
    case UNRECOGNIZED(Int)

    public init() { self = .unknown }
    public init?(rawValue: Int) {
      switch rawValue {
      case 0: self = .unknown
      case 400: self = .badRequest
      default: self = .UNRECOGNIZED(rawValue)
      }
    }
    public var rawValue: Int {
      switch self {
      case .unknown: 0
      case .badRequest: 400
      case .UNRECOGNIZED(let number): number
      }
    }
    public static let allCases: [Desk_V1_Failure.Code] = [.unknown, .badRequest]
  }

  public var code: Desk_V1_Failure.Code = .unknown
  public var message: String = ""
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
  public static let protoMessageName: String = "desk.v1.Failure"
  public static let _protobuf_nameMap: SwiftProtobuf._NameMap = [1: .same(proto: "code"), 2: .same(proto: "message")]
  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {
    while let number = try decoder.nextFieldNumber() {
      switch number {
      case 1: try decoder.decodeSingularEnumField(value: &code)
      case 2: try decoder.decodeSingularStringField(value: &message)
      default: break
      }
    }
  }
  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {
    if code != .unknown { try visitor.visitSingularEnumField(value: code, fieldNumber: 1) }
    if message != "" { try visitor.visitSingularStringField(value: message, fieldNumber: 2) }
    try unknownFields.traverse(visitor: &visitor)
  }
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.message == rhs.message && lhs.unknownFields == rhs.unknownFields }
}
