import ForecastAPI
import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore

/// What the app asks the forecast service.
public struct ForecastClient {
  private let channel: GRPCClient<HTTP2ClientTransport.Posix>
  private let client: Weather_V1_Forecast.Client<HTTP2ClientTransport.Posix>

  public init(host: String, port: Int, group: EventLoopGroup) throws {
    self.channel = GRPCClient(
      transport: try .http2NIOPosix(
        target: .dns(host: host, port: port),
        transportSecurity: .plaintext,
        serviceConfig: ServiceConfig(
          methodConfig: [MethodConfig(names: [MethodConfig.Name(service: "")], waitForReady: true)]
        )
      )
    )
    Task { [channel = self.channel] in try await channel.runConnections() }
    self.client = Weather_V1_Forecast.Client(wrapping: channel)
  }

  /// Today's report, without any options.
  public func today(in place: String) async throws -> String {
    try await client.today(.with { $0.name = place }).message
  }

  /// Today's report for someone who has a token, within five seconds.
  public func today(in place: String, token: String) async throws -> String {
    var options = CallOptions.defaults
    options.timeout = .seconds(5)
    var optionsMetadata: Metadata = [:]
    optionsMetadata.addString("Bearer \(token)", forKey: "authorization")
    return try await client.today(
      .with { $0.name = place },
      metadata: optionsMetadata,
      options: options
    ).message
  }

  /// All reports until the service ends the stream.
  public func follow(_ place: String) async throws -> [String] {
    let reports = try await client.follow(.with { $0.name = place }) { response in
      var reports: [String] = []
      for try await report in response.messages {
        reports.append(report.message)
      }
      return reports
    }
    return reports
  }

  public func record(_ places: [String]) async throws -> String {
    let requests = places.map { place in Weather_V1_Place.with { $0.name = place } }
    return try await client.record { writer in
      try await writer.write(contentsOf: requests)
    }.message
  }

  public func discuss(_ places: [String]) async throws -> [String] {
    let requests = places.map { place in Weather_V1_Place.with { $0.name = place } }
    return try await client.discuss { writer in
      try await writer.write(contentsOf: requests)
    } onResponse: { response in
      try await response.messages.reduce(into: []) { $0.append($1.message) }
    }
  }

  public func close() async throws {
    channel.beginGracefulShutdown()
  }
}
