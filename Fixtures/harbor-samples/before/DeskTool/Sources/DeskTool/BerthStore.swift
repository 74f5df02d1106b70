import GRPC
import NIOCore
import NIOPosix

/// Asks the harbor where a ship lies.
struct BerthStore {
  private let channel: GRPCChannel
  private let client: Harbor_V1_HarborAsyncClient
  private let metadata: Metadata

  init(host: String, metadata: Metadata) throws {
    channel = try GRPCChannelPool.with(
      target: .host(host, port: 443),
      transportSecurity: .tls(.makeClientConfigurationBackedByNIOSSL()),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton)
    client = Harbor_V1_HarborAsyncClient(channel: channel)
    self.metadata = metadata
  }

  func berth(of ship: String) async throws -> Harbor_V1_Berth {
    var options = CallOptions(timeLimit: .timeout(.seconds(10)))
    options.customMetadata.add(name: "authorization", value: "Bearer \(metadata.token)")
    do {
      return try await client.getBerth(.with { $0.ship = ship }, callOptions: options)
    } catch let error as GRPCStatus {
      throw Failure(error)
    }
  }

  func close() async throws {
    try await channel.close().get()
  }
}
