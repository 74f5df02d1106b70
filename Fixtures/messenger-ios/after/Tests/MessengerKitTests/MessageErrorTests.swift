import MessengerAPI
import GRPC
import XCTest

@testable import MessengerKit

final class MessageErrorTests: XCTestCase {
    func testARoomThatIsNotThere() {
        let net: MessageNet = FakeMessageNet()
        XCTAssertThrowsError(try net.history(.with { $0.room = "attic" })) { error in
            XCTAssertEqual(MessageError(error).code, .notFound)
            XCTAssertEqual((error as! GRPCStatus).code, .notFound)
        }
    }

    func testSendingWithHeaders() throws {
        let net = FakeMessageNet()
        _ = try net.send(.with { $0.text = "hi" }, metadata: CallOptions(
            timeLimit: .timeout(.seconds(600))
        ))
        XCTAssertEqual(net.sent, ["hi"])
    }

    func testATemporaryFailure() {
        let error = MessageError(code: GRPCStatus.Code.unavailable, message: nil)
        XCTAssertTrue(error.isTemporary)
    }
}
