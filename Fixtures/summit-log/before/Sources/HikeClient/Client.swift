import Foundation
import HikeModels

/// Where hikes are kept.
public struct HikeClient: Sendable {
  public var hikes: @Sendable () async throws -> [Hike]
  public var save: @Sendable (Hike) async throws -> Void
  public var delete: @Sendable (Hike.ID) async throws -> Void
  public var exportURL: @Sendable () -> URL

  public init(
    hikes: @escaping @Sendable () async throws -> [Hike],
    save: @escaping @Sendable (Hike) async throws -> Void,
    delete: @escaping @Sendable (Hike.ID) async throws -> Void,
    exportURL: @escaping @Sendable () -> URL
  ) {
    self.hikes = hikes
    self.save = save
    self.delete = delete
    self.exportURL = exportURL
  }
}
