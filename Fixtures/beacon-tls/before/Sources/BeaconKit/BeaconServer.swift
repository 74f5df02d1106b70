import GRPC
import NIOPosix
import NIOSSL

/// The lighthouse and its health, over TLS.
public final class BeaconServer {
  public let health = HealthService(serving: ["", "beacon.v1.Lighthouse"])
  private let server: Server

  public init(
    port: Int, certificate: String, key: String, group: MultiThreadedEventLoopGroup
  ) async throws {
    self.server = try await Server.usingTLSBackedByNIOSSL(
      on: group,
      certificateChain: [try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem)],
      privateKey: try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
    )
    .withServiceProviders([LighthouseService(), health])
    .withKeepalive(
      ServerConnectionKeepalive(
        interval: .minutes(2), timeout: .seconds(20), permitWithoutCalls: true)
    )
    .withConnectionIdleTimeout(.minutes(10))
    .bind(host: "127.0.0.1", port: port)
    .get()
  }

  /// The port that the server listens at.
  public func port() -> Int {
    server.channel.localAddress!.port!
  }

  /// Lets the calls that are being served end, takes no more, and returns when the last has ended.
  public func shutDown() async throws {
    health.drain()
    try await server.initiateGracefulShutdown().get()
  }
}
