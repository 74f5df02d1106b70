import APIKit
import Foundation
import SwiftProtobuf
import TokenAPI

struct FetchToken: DeskRequest {
  typealias Response = Desk_V1_IssueTokenResponse

  var method: HTTPMethod { return .get }
  var path: String { return "/v1/token" }
}

struct IssueToken: DeskRequest {
  typealias Response = Desk_V1_IssueTokenResponse

  let old: Desk_V1_Token

  var method: HTTPMethod { return .post }
  var path: String { return "/v1/token" }

  var bodyParameters: BodyParameters? {
    var body = Desk_V1_IssueTokenRequest.with { $0.accessToken = old.accessToken }
    body.proof = old.userID.isEmpty ? nil : .oldToken(old)
    return ProtobufBodyParameters(protobufObject: try! body.serializedData())
  }
}

func refresh(_ old: Desk_V1_Token, then use: @escaping (Desk_V1_Token) -> Void) {
  Session.send(IssueToken(old: old)) { result in
    switch result {
    case .success(let response): use(response.token)
    case .failure(let error): print(error)
    }
  }
}
