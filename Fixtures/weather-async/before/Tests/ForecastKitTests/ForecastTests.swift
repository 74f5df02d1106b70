import ForecastKit
import GRPC
import NIOPosix
import XCTest

final class ForecastTests: XCTestCase {
  func testEveryStyleOfCall() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server = try await Server.insecure(group: group)
      .withServiceProviders([ForecastService()])
      .bind(host: "127.0.0.1", port: 0)
      .get()
    let port = server.channel.localAddress!.port!
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
    try await server.close().get()
    try await group.shutdownGracefully()
  }
}
