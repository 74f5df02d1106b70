import Foundation
import Hummingbird
import Kitura
import SwiftProtobuf
import TokenAPI

private let router = Router()

router.get("/v1/token") { request, context in
  var answer = Desk_V1_IssueTokenResponse()
  answer.token = Desk_V1_Token.with { $0.accessToken = "first" }
  return Response(
    status: .ok,
    headers: [.contentType: <#content type#>],
    body: .init(byteBuffer: ByteBuffer(bytes: try answer.serializedData()))
  )
}

router.post("/v1/token") { request, context in

  guard let bytes = try? await request.body.collect(upTo: <#bytes#>),
    let wanted = try? Desk_V1_IssueTokenRequest(serializedBytes: Array(buffer: bytes)) else {
    throw HTTPError(<#.badRequest#>)
  }

  guard wanted.accessToken.count > 0 else {
    let failure = Desk_V1_Failure.with {
      $0.code = .badRequest
      $0.message = "no access token"
    }
    return Response(
      status: .badRequest,
      headers: [.contentType: <#content type#>],
      body: .init(byteBuffer: ByteBuffer(bytes: try failure.serializedData()))
    )
  }

  var answer = Desk_V1_IssueTokenResponse()
  answer.token.accessToken = "second"
  return Response(
    status: .ok,
    headers: [.contentType: <#content type#>],
    body: .init(byteBuffer: ByteBuffer(bytes: try answer.serializedData()))
  )
}

Kitura.addHTTPServer(onPort: 8090, with: router)
Kitura.run()
