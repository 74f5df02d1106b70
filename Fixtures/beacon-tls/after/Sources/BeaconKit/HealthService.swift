import BeaconAPI
import GRPCCore
import NIOConcurrencyHelpers

/// Answers load balancers that ask whether the services of this server take calls.
public final class HealthService: Grpc_Health_V1_Health.SimpleServiceProtocol {
  public typealias ServingStatus = Grpc_Health_V1_HealthCheckResponse.ServingStatus

  private struct State {
    var statuses: [String: ServingStatus] = [:]
    var watchers: [String: [AsyncStream<ServingStatus>.Continuation]] = [:]
  }

  private let state = NIOLockedValueBox(State())

  public init(serving services: [String]) {
    for service in services { set(.serving, for: service) }
  }

  public func set(_ status: ServingStatus, for service: String) {
    let watchers = state.withLockedValue { state in
      state.statuses[service] = status
      return state.watchers[service] ?? []
    }
    for watcher in watchers { watcher.yield(status) }
  }

  /// Says of every service that it takes no more calls, and ends the streams of those who watch.
  public func drain() {
    let watchers = state.withLockedValue { state in
      for service in state.statuses.keys { state.statuses[service] = .notServing }
      defer { state.watchers = [:] }
      return state.watchers.values.flatMap { $0 }
    }
    for watcher in watchers {
      watcher.yield(.notServing)
      watcher.finish()
    }
  }

  public func check(
    request: Grpc_Health_V1_HealthCheckRequest, context: ServerContext
  ) async throws -> Grpc_Health_V1_HealthCheckResponse {
    guard let status = state.withLockedValue({ $0.statuses[request.service] }) else {
      throw RPCError(code: .notFound, message: "no service '\(request.service)'")
    }
    return .with { $0.status = status }
  }

  public func watch(
    request: Grpc_Health_V1_HealthCheckRequest,
    response responseStream: RPCWriter<Grpc_Health_V1_HealthCheckResponse>,
    context: ServerContext
  ) async throws {
    let (statuses, watcher) = AsyncStream.makeStream(of: ServingStatus.self)
    state.withLockedValue { state in
      watcher.yield(state.statuses[request.service] ?? .serviceUnknown)
      state.watchers[request.service, default: []].append(watcher)
    }
    for await status in statuses {
      try await responseStream.write(.with { $0.status = status })
    }
  }
}
