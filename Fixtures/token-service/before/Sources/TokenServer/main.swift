import Foundation
import Kitura
import SwiftProtobuf
import TokenAPI

private let router = Router()

router.get("/v1/token") { request, response, next in
  var answer = Desk_V1_IssueTokenResponse()
  answer.token = Desk_V1_Token(accessToken: "first")
  response.send(data: try answer.serializeProtobuf())
  next()
}

router.post("/v1/token") { request, response, next in
  var body = Data()

  guard let bytes = try? request.read(into: &body),
    let wanted = try? Desk_V1_IssueTokenRequest(protobuf: body) else {
    return
  }

  guard wanted.accessToken.characters.count > 0 else {
    let failure = Desk_V1_Failure(code: .badRequest, message: "no access token")
    response.status(.badRequest).send(data: try failure.serializeProtobuf())
    next()
    return
  }

  var answer = Desk_V1_IssueTokenResponse()
  answer.token.accessToken = "second"
  response.status(.OK).send(data: try answer.serializeProtobuf())
  next()
}

Kitura.addHTTPServer(onPort: 8090, with: router)
Kitura.run()
