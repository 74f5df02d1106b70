import BeaconAPI
import BeaconKit
import GRPCCore
import GRPCNIOTransportHTTP2
import NIOPosix
import NIOSSL
import XCTest

final class BeaconTests: XCTestCase {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// A connection that trusts the certificate of the tests and nothing else.
  private func connection(to port: Int) throws -> GRPCClient<HTTP2ClientTransport.Posix> {
    let grpc = GRPCClient(
      transport: try .http2NIOPosix(
        target: .dns(host: "127.0.0.1", port: port),
        transportSecurity: .tls { tls in
          tls.trustRoots = .certificates([.bytes(Array(testCertificate.utf8), format: .pem)])
        },
        config: HTTP2ClientTransport.Posix.Config.defaults { config in
          config.http2.authority = "beacon.example"
          config.connection.keepalive = .init(
            time: .seconds(60),
            timeout: .seconds(5),
            allowWithoutCalls: false
          )
        },
        serviceConfig: ServiceConfig(
          methodConfig: [MethodConfig(names: [MethodConfig.Name(service: "")], waitForReady: true)]
        )
      )
    )
    Task { try await grpc.runConnections() }
    return grpc
  }

  func testCallsOverTLS() async throws {
    let server = try await BeaconServer(
      port: 0, certificate: testCertificate, key: testKey, group: group)
    let channel = try await connection(to: server.port())
    let lighthouse = Beacon_V1_Lighthouse.Client(wrapping: channel)

    let bearing = try await lighthouse.locate(.with { $0.name = "Argo" })
    XCTAssertEqual(bearing.text, "Argo: north")
    let followed = try await lighthouse.follow(.with { $0.name = "Argo" }) { response in
      var followed: [String] = []
      for try await bearing in response.messages {
        followed.append(bearing.text)
      }
      return followed
    }
    XCTAssertEqual(followed, ["Argo: north", "Argo: east"])
    do {
      _ = try await lighthouse.locate(Beacon_V1_Ship())
      XCTFail("a ship without a name was accepted")
    } catch let status as RPCError {
      XCTAssertEqual(status.code, .invalidArgument)
    }

    channel.beginGracefulShutdown()
    try await server.shutDown()
    try await group.shutdownGracefully()
  }

  func testHealthUntilTheServerHasShutDown() async throws {
    let server = try await BeaconServer(
      port: 0, certificate: testCertificate, key: testKey, group: group)
    let channel = GRPCClient(
      transport: try await .http2NIOPosix(
        target: .dns(host: "127.0.0.1", port: server.port()),
        transportSecurity: .tls { tls in
          tls.trustRoots = .certificates([.bytes(Array(testCertificate.utf8), format: .pem)])
        },
        config: HTTP2ClientTransport.Posix.Config.defaults { config in
          config.http2.authority = "beacon.example"
        },
        serviceConfig: ServiceConfig(
          methodConfig: [MethodConfig(names: [MethodConfig.Name(service: "")], waitForReady: true)]
        )
      )
    )
    Task { try await channel.runConnections() }
    let health = Grpc_Health_V1_Health.Client(wrapping: channel)

    let answer = try await health.check(
      .with { $0.service = "beacon.v1.Lighthouse" },
      options: {
        var options = CallOptions.defaults
        options.timeout = .seconds(10)
        return options
      }()
    )
    XCTAssertEqual(answer.status, .serving)
    do {
      _ = try await health.check(.with { $0.service = "beacon.v1.Foghorn" })
      XCTFail("a service that is not there is healthy")
    } catch let status as RPCError {
      XCTAssertEqual(status.code, .notFound)
      XCTAssertEqual(status.message, "no service 'beacon.v1.Foghorn'")
    }

    let seen = try await health.watch(.with { $0.service = "beacon.v1.Lighthouse" }) { response in
      // A call that is being served ends by itself, with what the service says last.
      var seen: [HealthService.ServingStatus] = []
      for try await answer in response.messages {
        seen.append(answer.status)
        if answer.status == .serving { try await server.shutDown() }
      }
      return seen
    }
    XCTAssertEqual(seen, [.serving, .notServing])
    channel.beginGracefulShutdown()
    try await group.shutdownGracefully()
  }
}
