import ForecastAPI
import GRPC
import NIOCore

/// What the app asks the forecast service.
public struct ForecastClient {
  private let channel: GRPCChannel
  private let client: Weather_V1_ForecastAsyncClient

  public init(host: String, port: Int, group: EventLoopGroup) throws {
    self.channel = try GRPCChannelPool.with(
      target: .host(host, port: port),
      transportSecurity: .plaintext,
      eventLoopGroup: group
    )
    self.client = Weather_V1_ForecastAsyncClient(channel: channel)
  }

  /// Today's report, without any options.
  public func today(in place: String) async throws -> String {
    try await client.today(.with { $0.name = place }).message
  }

  /// Today's report for someone who has a token, within five seconds.
  public func today(in place: String, token: String) async throws -> String {
    var options = CallOptions(timeLimit: .timeout(.seconds(5)))
    options.customMetadata.add(name: "authorization", value: "Bearer \(token)")
    return try await client.today(.with { $0.name = place }, callOptions: options).message
  }

  /// All reports until the service ends the stream.
  public func follow(_ place: String) async throws -> [String] {
    var reports: [String] = []
    for try await report in client.follow(.with { $0.name = place }) {
      reports.append(report.message)
    }
    return reports
  }

  public func record(_ places: [String]) async throws -> String {
    let requests = places.map { place in Weather_V1_Place.with { $0.name = place } }
    return try await client.record(requests).message
  }

  public func discuss(_ places: [String]) async throws -> [String] {
    let requests = places.map { place in Weather_V1_Place.with { $0.name = place } }
    return try await client.discuss(requests).reduce(into: []) { $0.append($1.message) }
  }

  public func close() async throws {
    try await channel.close().get()
  }
}
