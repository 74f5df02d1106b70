import ForecastKit
import GRPCCore
import GRPCNIOTransportHTTP2
import NIOPosix
import XCTest

final class ForecastTests: XCTestCase {
  func testEveryStyleOfCall() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server = GRPCServer(
      transport: .http2NIOPosix(
        address: .ipv4(host: "127.0.0.1", port: 0),
        transportSecurity: .plaintext
      ),
      services: [ForecastService()]
    )
    Task { try await server.serve() }
    let port = try await server.listeningAddress!.ipv4!.port
    let client = try ForecastClient(host: "127.0.0.1", port: port, group: group)

    let plain = try await client.today(in: "Bern")
    XCTAssertEqual(plain, "Bern: sunny")
    let signed = try await client.today(in: "Bern", token: "secret")
    XCTAssertEqual(signed, "Bern: sunny")
    let followed = try await client.follow("Bern")
    XCTAssertEqual(followed, ["Bern 0", "Bern 1", "Bern 2"])
    let recorded = try await client.record(["Bern", "Basel"])
    XCTAssertEqual(recorded, "Bern, Basel")
    let discussed = try await client.discuss(["Bern", "Basel"])
    XCTAssertEqual(discussed, ["about Bern", "about Basel"])

    do {
      _ = try await client.today(in: "")
      XCTFail("a place without a name was accepted")
    } catch {
      XCTAssertEqual(explanation(of: error), "the place has no name")
    }
    try await client.close()
    server.beginGracefulShutdown()
    try await group.shutdownGracefully()
  }
}
