import ForecastAPI
import GRPC

/// A service that makes up the weather.
public final class ForecastService: Weather_V1_ForecastAsyncProvider {
  public init() {}

  public func today(
    request: Weather_V1_Place, context: GRPCAsyncServerCallContext
  ) async throws -> Weather_V1_Report {
    guard !request.name.isEmpty else {
      throw GRPCStatus(code: .invalidArgument, message: "the place has no name")
    }
    return .with { $0.message = "\(request.name): sunny" }
  }

  public func follow(
    request: Weather_V1_Place,
    responseStream: GRPCAsyncResponseStreamWriter<Weather_V1_Report>,
    context: GRPCAsyncServerCallContext
  ) async throws {
    for hour in 0..<3 {
      try await responseStream.send(.with { $0.message = "\(request.name) \(hour)" })
    }
  }

  public func record(
    requestStream: GRPCAsyncRequestStream<Weather_V1_Place>,
    context: GRPCAsyncServerCallContext
  ) async throws -> Weather_V1_Report {
    var names: [String] = []
    for try await place in requestStream { names.append(place.name) }
    let text = names.joined(separator: ", ")
    return .with { $0.message = text }
  }

  public func discuss(
    requestStream: GRPCAsyncRequestStream<Weather_V1_Place>,
    responseStream: GRPCAsyncResponseStreamWriter<Weather_V1_Report>,
    context: GRPCAsyncServerCallContext
  ) async throws {
    for try await place in requestStream {
      try await responseStream.send(.with { $0.message = "about \(place.name)" }, compression: .disabled)
    }
  }
}
