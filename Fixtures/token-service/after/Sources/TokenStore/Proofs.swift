import SwiftProtobuf
import TokenAPI

public func describe(_ request: Desk_V1_IssueTokenRequest) -> String {
  switch request.proof {
  case .password(let text): return "a password of \(text.count)"
  case .oldToken(let token): return "the token of \(token.userID)"
  case nil: return "nothing"
  }
}

public func isProven(_ request: Desk_V1_IssueTokenRequest) -> Bool {
  return request.proof != nil
}

/// Packs a token, so that others can carry it without knowing it.
public func packed(_ token: Desk_V1_Token) throws -> Google_Protobuf_Any {
  return try Google_Protobuf_Any(message: token)
}

public func unpacked(_ box: Google_Protobuf_Any) throws -> Desk_V1_Token {
  var token = Desk_V1_Token()
  token = try Desk_V1_Token(unpackingAny: box)
  return token
}

public func url(_ box: Google_Protobuf_Any) -> String {
  return box.typeURL
}

public let guest = Desk_V1_Token.with {
  $0.accessToken = "guest"
  $0.userID = "guest"
}
