import Foundation
import SwiftProtobuf
import TokenAPI
import TokenStore
import XCTest

class TokenStoreTests: XCTestCase {
  func testBytes() throws {
    var file = TokenFile()
    file.add(guest)
    let copy = try TokenFile(file.bytes())
    XCTAssertEqual(copy.tokens, file.tokens)
    XCTAssertEqual(copy.token(ofUser: "guest")?.accessToken, "guest")
    XCTAssertNil(copy.token(ofUser: ""))
  }

  func testJSON() throws {
    var file = TokenFile()
    try file.addJSON("{\"accessToken\":\"a\",\"userId\":\"u\"}")
    XCTAssertEqual(try file.json(), "{\"accessToken\":\"a\",\"userId\":\"u\"}")
    XCTAssertTrue(try file.dump().contains("access_token: \"a\""))
  }

  func testProofs() throws {
    var request = Desk_V1_IssueTokenRequest()
    XCTAssertFalse(isProven(request))
    XCTAssertEqual(describe(request), "nothing")
    request.proof = .oldToken(guest)
    XCTAssertEqual(describe(request), "the token of guest")
  }

  func testPacking() throws {
    let box = try packed(guest)
    XCTAssertEqual(try unpacked(box), guest)
    XCTAssertTrue(url(box).hasSuffix("Token"))
    XCTAssertTrue(try labelled(guest).hasSuffix("}"))
  }

  static var allTests = [
    ("testBytes", testBytes), ("testJSON", testJSON), ("testProofs", testProofs),
    ("testPacking", testPacking),
  ]
}
