import GRPC
import XCTest

@testable import HelloAPI
@testable import HelloClient

final class GreetingsTests: XCTestCase {
    private let metadata = CallMetadata(userId: "ada", traceId: "t-1")

    func testGreetingReturnsTheMessage() throws {
        let stub = Hello_V1_GreeterServiceTestStub()
        stub.sayHelloResponses.append(.with { $0.message = "Hello Ada" })
        let greetings = Greetings(client: stub, metadata: metadata)

        XCTAssertEqual(try greetings.greet("Ada"), "Hello Ada")
        XCTAssertEqual(stub.sayHelloRequests.map { $0.name }, ["Ada"])
    }

    func testAQuickGreetingSendsTheLocale() throws {
        let stub = Hello_V1_GreeterServiceTestStub()
        stub.sayHelloResponses.append(.with { $0.message = "Hallo" })
        let greet = QuickGreeting(client: stub, locale: Locale(identifier: "de_DE"))

        XCTAssertEqual(try greet("Ada"), "Hallo")
        XCTAssertEqual(stub.sayHelloRequests.first?.locale, "de_DE")
    }

    func testAnnouncingPassesTheMessageOn() {
        let stub = Hello_V1_GreeterServiceTestStub()
        stub.sayHelloResponses.append(.with { $0.message = "Hello Grace" })
        let announced = expectation(description: "announced")

        Announcer(client: stub).announce("Grace") { message in
            XCTAssertEqual(message, "Hello Grace")
            announced.fulfill()
        }
        wait(for: [announced], timeout: 1)
    }

    func testMetadataNamesTheCallerAndTheTrace() throws {
        let metadata = try self.metadata.traced()

        XCTAssertEqual(metadata.customMetadata.first(name: "user-id"), "ada")
        XCTAssertEqual(CallMetadata.summary(of: metadata), "trace t-1, en")
        XCTAssertEqual(CallMetadata.summary(of: CallMetadata.anonymous()), "untraced")
    }
}
