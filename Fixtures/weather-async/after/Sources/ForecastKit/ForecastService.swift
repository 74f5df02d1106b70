import ForecastAPI
import GRPCCore

/// A service that makes up the weather.
public final class ForecastService: Weather_V1_Forecast.SimpleServiceProtocol {
  public init() {}

  public func today(
    request: Weather_V1_Place, context: ServerContext
  ) async throws -> Weather_V1_Report {
    guard !request.name.isEmpty else {
      throw RPCError(code: .invalidArgument, message: "the place has no name")
    }
    return .with { $0.message = "\(request.name): sunny" }
  }

  public func follow(
    request: Weather_V1_Place,
    response responseStream: RPCWriter<Weather_V1_Report>,
    context: ServerContext
  ) async throws {
    for hour in 0..<3 {
      try await responseStream.write(.with { $0.message = "\(request.name) \(hour)" })
    }
  }

  public func record(
    request requestStream: RPCAsyncSequence<Weather_V1_Place, any Error>,
    context: ServerContext
  ) async throws -> Weather_V1_Report {
    var names: [String] = []
    for try await place in requestStream { names.append(place.name) }
    let text = names.joined(separator: ", ")
    return .with { $0.message = text }
  }

  public func discuss(
    request requestStream: RPCAsyncSequence<Weather_V1_Place, any Error>,
    response responseStream: RPCWriter<Weather_V1_Report>,
    context: ServerContext
  ) async throws {
    for try await place in requestStream {
      try await responseStream.write(.with { $0.message = "about \(place.name)" })
    }
  }
}
