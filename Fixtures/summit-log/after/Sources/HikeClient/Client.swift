import DependenciesMacros
import Foundation
import HikeModels

/// Where hikes are kept.
@DependencyClient
public struct HikeClient: Sendable {
  public var hikes: @Sendable () async throws -> [Hike]
  public var save: @Sendable (Hike) async throws -> Void
  public var delete: @Sendable (Hike.ID) async throws -> Void
  public var exportURL: @Sendable () -> URL = { URL(fileURLWithPath: "/dev/null") }
}
