import Foundation
import SwiftProtobuf
import TokenAPI

/// A request, written and read in each way that there is.
public func copies(_ request: Desk_V1_IssueTokenRequest) throws -> [Desk_V1_IssueTokenRequest] {
  let data = try request.serializedData()
  let json = try request.jsonString()
  let text = request.textFormatString()
  return [
    try Desk_V1_IssueTokenRequest(serializedBytes: data),
    try Desk_V1_IssueTokenRequest(jsonString: json),
    try Desk_V1_IssueTokenRequest(textFormatString: text),
  ]
}

public func isSame(_ token: Desk_V1_Token, _ other: Desk_V1_Token) -> Bool {
  return token.isEqualTo(message: other) && token.unknownFields == other.unknownFields
}

public func updated(_ old: Desk_V1_Token, by data: Data) throws -> Desk_V1_Token {
  var token = old
  try token.merge(serializedData: data, extensions: nil)
  return token
}

public let examples = [
  Desk_V1_Token.with {
    $0.accessToken = "a"
    $0.userID = "u"
  },
  Desk_V1_Token.with { $0.accessToken = "b" },
  Desk_V1_Token.with({ $0.accessToken = "c" }),
]

public func issued(at seconds: Int64) -> Google_Protobuf_Timestamp {
  return Google_Protobuf_Timestamp(seconds: seconds)
}

public func valid(for seconds: TimeInterval) -> Google_Protobuf_Duration {
  return Google_Protobuf_Duration(rounding: seconds)
}

public func summary(_ token: Desk_V1_Token) -> String {
  return String(describing: type(of: token)) + " of " + token.userID + ": " + String(token.accessToken.prefix(4))
}

public func proofSize(_ request: Desk_V1_IssueTokenRequest) -> Int {
  if request.proof == nil { return 0 }
  return (try? request.serializedData().count) ?? 0
}

public func failure(_ data: Data) -> Desk_V1_Failure? {
  return try? Desk_V1_Failure(serializedBytes: data)
}

public func failure(bytes: [UInt8]) throws -> Desk_V1_Failure {
  let failure = try Desk_V1_Failure(serializedBytes: bytes)
  return try Desk_V1_Failure(serializedBytes: [UInt8](failure.serializedData()))
}
