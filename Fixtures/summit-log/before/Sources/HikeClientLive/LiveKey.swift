import Dependencies
import Foundation
import HikeClient
import HikeModels

extension HikeClient: DependencyKey {
  public static let liveValue: Self = {
    let file = URL.documentsDirectory.appending(component: "hikes.json")
    let store = HikeFile(url: file)
    return Self(
      hikes: { try await store.read() },
      save: { try await store.write($0) },
      delete: { try await store.remove($0) },
      exportURL: { file }
    )
  }()
}

private actor HikeFile {
  private let url: URL
  private var known: [Hike]?

  init(url: URL) { self.url = url }

  func read() throws -> [Hike] {
    if let known { return known }
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    let hikes = try JSONDecoder().decode([Hike].self, from: Data(contentsOf: url))
    known = hikes
    return hikes
  }

  func write(_ hike: Hike) throws {
    try save(read().filter { $0.id != hike.id } + [hike])
  }

  func remove(_ id: Hike.ID) throws {
    try save(read().filter { $0.id != id })
  }

  private func save(_ hikes: [Hike]) throws {
    try JSONEncoder().encode(hikes).write(to: url, options: .atomic)
    known = hikes
  }
}
