import DepotAPI
import GRPC

/// Whether the depot is open.
public final class HealthProvider: Depot_V1_HealthProvider {
  public var interceptors: Depot_V1_HealthServerInterceptorFactoryProtocol? { nil }

  public var isServing = true

  public init() {}

  public func check(request: Depot_V1_HealthRequest, session: Depot_V1_HealthCheckSession) throws -> Depot_V1_HealthReply {
    session.initialMetadata = try Metadata(["served-by": "depot"])
    return .with { $0.isServing = isServing }
  }
}
