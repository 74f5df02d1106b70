import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore
import NIOPosix

/// Asks the harbor where a ship lies.
struct BerthStore {
  private let channel: GRPCClient<HTTP2ClientTransport.Posix>
  private let client: Harbor_V1_Harbor.Client<HTTP2ClientTransport.Posix>
  private let metadata: Metadata

  init(host: String, metadata: Metadata) throws {
    channel = GRPCClient(
      transport: try .http2NIOPosix(
        target: .dns(host: host, port: 443),
        transportSecurity: .tls,
        serviceConfig: ServiceConfig(
          methodConfig: [
            MethodConfig(names: [MethodConfig.Name(service: "")], waitForReady: true)])))
    Task { [channel] in try await channel.runConnections() }
    client = Harbor_V1_Harbor.Client(wrapping: channel)
    self.metadata = metadata
  }

  func berth(of ship: String) async throws -> Harbor_V1_Berth {
    var options = CallOptions.defaults
    options.timeout = .seconds(10)
    var optionsMetadata: GRPCCore.Metadata = [:]
    optionsMetadata.addString("Bearer \(metadata.token)", forKey: "authorization")
    do {
      return try await client.getBerth(
        .with { $0.ship = ship },
        metadata: optionsMetadata,
        options: options)
    } catch let error as GRPCCore.RPCError {
      throw Failure(error)
    }
  }

  func close() async throws {
    channel.beginGracefulShutdown()
  }
}
