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

  func testCopies() throws {
    var request = Desk_V1_IssueTokenRequest()
    request.accessToken = "a"
    XCTAssertEqual(try copies(request), [request, request, request])
    XCTAssertTrue(isSame(examples[0], examples[0]))
    XCTAssertEqual(examples[2].accessToken, "c")
    XCTAssertEqual(issued(at: 12).seconds, 12)
    XCTAssertEqual(valid(for: 1.5).nanos, 500_000_000)
    XCTAssertEqual(proofSize(request), 0)
    request.proof = .password("p")
    XCTAssertEqual(proofSize(request), 6)
    XCTAssertEqual(failure(Data([8, 144, 3]))?.code, .badRequest)
    XCTAssertEqual(try failure(bytes: [8, 144, 3]).code, .badRequest)
  }

  static var allTests = [
    ("testBytes", testBytes), ("testJSON", testJSON), ("testProofs", testProofs),
    ("testPacking", testPacking), ("testCopies", testCopies),
  ]
}
