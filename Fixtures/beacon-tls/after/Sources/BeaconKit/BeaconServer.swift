import GRPCCore
import GRPCNIOTransportHTTP2
import NIOPosix
import NIOSSL

/// The lighthouse and its health, over TLS.
public final class BeaconServer {
  public let health = HealthService(serving: ["", "beacon.v1.Lighthouse"])
  private let server: GRPCServer<HTTP2ServerTransport.Posix>
  private let serverTask: Task<Void, any Error>

  public init(
    port: Int, certificate: String, key: String, group: MultiThreadedEventLoopGroup
  ) async throws {
    self.server = GRPCServer(
      transport: .http2NIOPosix(
        address: .ipv4(host: "127.0.0.1", port: port),
        transportSecurity: .tls(
          certificateChain: [.bytes(Array(certificate.utf8), format: .pem)],
          privateKey: .bytes(Array(key.utf8), format: .pem)
        ),
        config: .defaults { config in
          config.connection.keepalive.time = .seconds(120)
          config.connection.keepalive.timeout = .seconds(20)
          config.connection.keepalive.clientBehavior.allowWithoutCalls = true
          config.connection.maxIdleTime = .seconds(600)
        }
      ),
      services: [LighthouseService(), health]
    )
    self.serverTask = Task { [server = self.server] in try await server.serve() }
  }

  /// The port that the server listens at.
  public func port() async throws -> Int {
    try await server.listeningAddress!.ipv4!.port
  }

  /// Lets the calls that are being served end, takes no more, and returns when the last has ended.
  public func shutDown() async throws {
    health.drain()
    server.beginGracefulShutdown()
    try await serverTask.value
  }
}
