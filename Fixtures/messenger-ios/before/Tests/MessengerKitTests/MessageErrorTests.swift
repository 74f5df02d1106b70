import MessengerAPI
import SwiftGRPC
import XCTest

@testable import MessengerKit

final class MessageErrorTests: XCTestCase {
    func testARoomThatIsNotThere() {
        let net: MessageNet = FakeMessageNet()
        XCTAssertThrowsError(try net.history(.with { $0.room = "attic" })) { error in
            XCTAssertEqual(MessageError(error).code, .notFound)
            XCTAssertEqual((error as! RPCError).callResult!.statusCode, .notFound)
        }
    }

    func testSendingWithHeaders() throws {
        let net = FakeMessageNet()
        _ = try net.send(.with { $0.text = "hi" }, metadata: Metadata())
        XCTAssertEqual(net.sent, ["hi"])
    }

    func testATemporaryFailure() {
        let error = MessageError(code: StatusCode.unavailable, message: nil)
        XCTAssertTrue(error.isTemporary)
    }
}
