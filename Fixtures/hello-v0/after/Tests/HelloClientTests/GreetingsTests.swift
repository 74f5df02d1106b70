import GRPC
import XCTest

@testable import HelloAPI
@testable import HelloClient

final class GreetingsTests: XCTestCase {
    private let metadata = CallMetadata(userId: "ada", traceId: "t-1")

    func testGreetingReturnsTheMessage() throws {
        var sayHelloRequests: [Hello_V1_HelloRequest] = []
        let stub = Hello_V1_GreeterTestClient()
        stub.enqueueSayHelloResponse(.with { $0.message = "Hello Ada" }) {
            if case .message(let request) = $0 { sayHelloRequests.append(request) }
        }
        let greetings = Greetings(client: stub, metadata: metadata)

        XCTAssertEqual(try greetings.greet("Ada"), "Hello Ada")
        XCTAssertEqual(sayHelloRequests.map { $0.name }, ["Ada"])
    }

    func testAQuickGreetingSendsTheLocale() throws {
        var sayHelloRequests: [Hello_V1_HelloRequest] = []
        let stub = Hello_V1_GreeterTestClient()
        stub.enqueueSayHelloResponse(.with { $0.message = "Hallo" }) {
            if case .message(let request) = $0 { sayHelloRequests.append(request) }
        }
        let greet = QuickGreeting(client: stub, locale: Locale(identifier: "de_DE"))

        XCTAssertEqual(try greet("Ada"), "Hallo")
        XCTAssertEqual(sayHelloRequests.first?.locale, "de_DE")
    }

    func testAnnouncingPassesTheMessageOn() {
        let stub = Hello_V1_GreeterTestClient()
        stub.enqueueSayHelloResponse(.with { $0.message = "Hello Grace" })
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
