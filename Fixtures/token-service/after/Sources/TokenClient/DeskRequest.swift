import APIKit
import Foundation
import SwiftProtobuf
import TokenAPI

/// A request to the desk, whose bodies are messages both ways.
protocol DeskRequest: Request {}

extension DeskRequest {
  var baseURL: URL { return URL(string: "http://localhost:8090")! }
  var dataParser: DataParser { return ProtobufDataParser() }
}

extension DeskRequest where Response: SwiftProtobuf.Message {
  func response(from object: Any, urlResponse: HTTPURLResponse) throws -> Response {
    guard let data = object as? Data else {
      throw ResponseError.unexpectedObject(object)
    }
    return try Response(serializedBytes: data)
  }

  // What is no success carries a failure, as a message as well.
  func intercept(object: Any, urlResponse: HTTPURLResponse) throws -> Any {
    guard 200..<300 ~= urlResponse.statusCode else {
      guard let data = object as? Data else {
        throw ResponseError.unacceptableStatusCode(urlResponse.statusCode)
      }
      throw ResponseError.unexpectedObject(try Desk_V1_Failure(serializedBytes: data))
    }
    return object
  }
}
