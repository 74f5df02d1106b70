import Foundation
import SwiftProtobuf
import TokenAPI

/// A request, written and read in each way that there is.
public func copies(_ request: Desk_V1_IssueTokenRequest) throws -> [Desk_V1_IssueTokenRequest] {
  let data = try request.serializeProtobuf()
  let json = try request.serializeJSON()
  let text = try request.serializeText()
  return [
    try Desk_V1_IssueTokenRequest(protobuf: data),
    try Desk_V1_IssueTokenRequest(json: json),
    try Desk_V1_IssueTokenRequest(text: text),
  ]
}

public func isSame(_ token: Desk_V1_Token, _ other: Desk_V1_Token) -> Bool {
  return token.isEqualTo(other: other) && token.unknown == other.unknown
}

public func updated(_ old: Desk_V1_Token, by data: Data) throws -> Desk_V1_Token {
  var token = old
  try token.decodeIntoSelf(protobuf: data, extensions: nil)
  return token
}

public let examples = [
  Desk_V1_Token(accessToken: "a", userId: "u"),
  Desk_V1_Token(accessToken: "b"),
  Desk_V1_Token.with(populator: { $0.accessToken = "c" }),
]

public func issued(at seconds: Int64) -> Google_Protobuf_Timestamp {
  return Google_Protobuf_Timestamp(secondsSinceEpoch: seconds)
}

public func valid(for seconds: TimeInterval) -> Google_Protobuf_Duration {
  return Google_Protobuf_Duration(timeInterval: seconds)
}

public func summary(_ token: Desk_V1_Token) -> String {
  return token.swiftClassName + " of " + token.userId + ": " + String(token.accessToken.characters.prefix(4))
}

public func proofSize(_ request: Desk_V1_IssueTokenRequest) -> Int {
  if request.proof == .None { return 0 }
  return (try? request.serializedProtobufSize()) ?? 0
}

public func failure(_ data: Data) -> Desk_V1_Failure? {
  return try? Desk_V1_Failure(protobuf: data)
}

public func failure(bytes: [UInt8]) throws -> Desk_V1_Failure {
  let failure = try Desk_V1_Failure(protobufBytes: bytes)
  return try Desk_V1_Failure(protobufBytes: failure.serializeProtobufBytes())
}
