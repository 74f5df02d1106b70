import BeaconAPI
import BeaconKit
import GRPC
import NIOPosix
import NIOSSL
import XCTest

final class BeaconTests: XCTestCase {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// A connection that trusts the certificate of the tests and nothing else.
  private func connection(to port: Int) throws -> ClientConnection {
    ClientConnection.usingTLSBackedByNIOSSL(on: group)
      .withTLS(
        trustRoots: .certificates(try NIOSSLCertificate.fromPEMBytes(Array(testCertificate.utf8)))
      )
      .withTLS(serverHostnameOverride: "beacon.example")
      .withKeepalive(ClientConnectionKeepalive(interval: .minutes(1), timeout: .seconds(5)))
      .connect(host: "127.0.0.1", port: port)
  }

  func testCallsOverTLS() async throws {
    let server = try await BeaconServer(
      port: 0, certificate: testCertificate, key: testKey, group: group)
    let channel = try connection(to: server.port())
    let lighthouse = Beacon_V1_LighthouseAsyncClient(channel: channel)

    let bearing = try await lighthouse.locate(.with { $0.name = "Argo" })
    XCTAssertEqual(bearing.text, "Argo: north")
    var followed: [String] = []
    for try await bearing in lighthouse.follow(.with { $0.name = "Argo" }) {
      followed.append(bearing.text)
    }
    XCTAssertEqual(followed, ["Argo: north", "Argo: east"])
    do {
      _ = try await lighthouse.locate(Beacon_V1_Ship())
      XCTFail("a ship without a name was accepted")
    } catch let status as GRPCStatus {
      XCTAssertEqual(status.code, .invalidArgument)
    }

    try await channel.close().get()
    try await server.shutDown()
    try await group.shutdownGracefully()
  }

  func testHealthUntilTheServerHasShutDown() async throws {
    let server = try await BeaconServer(
      port: 0, certificate: testCertificate, key: testKey, group: group)
    let channel = try GRPCChannelPool.with(
      target: .host("127.0.0.1", port: server.port()),
      transportSecurity: .tls(
        .makeClientConfigurationBackedByNIOSSL(
          trustRoots: .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(testCertificate.utf8))),
          hostnameOverride: "beacon.example")),
      eventLoopGroup: group
    )
    let health = Grpc_Health_V1_HealthAsyncClient(channel: channel)

    let answer = try await health.check(
      .with { $0.service = "beacon.v1.Lighthouse" },
      callOptions: CallOptions(timeLimit: .timeout(.seconds(10))))
    XCTAssertEqual(answer.status, .serving)
    do {
      _ = try await health.check(.with { $0.service = "beacon.v1.Foghorn" })
      XCTFail("a service that is not there is healthy")
    } catch let status as GRPCStatus {
      XCTAssertEqual(status.code, .notFound)
      XCTAssertEqual(status.message ?? "", "no service 'beacon.v1.Foghorn'")
    }

    // A call that is being served ends by itself, with what the service says last.
    var seen: [HealthService.ServingStatus] = []
    for try await answer in health.watch(.with { $0.service = "beacon.v1.Lighthouse" }) {
      seen.append(answer.status)
      if answer.status == .serving { try await server.shutDown() }
    }
    XCTAssertEqual(seen, [.serving, .notServing])
    try await channel.close().get()
    try await group.shutdownGracefully()
  }
}
