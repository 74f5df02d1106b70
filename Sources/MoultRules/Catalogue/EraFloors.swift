/// The oldest system that an era's library runs on, for the eras that ask for more than the one before.
///
/// A project that must run on older ones cannot move there, so the era is not its target unless it says so.
private let floors: [EraFloor] = [
  EraFloor(
    library: "grpc-swift", era: "2",
    versions: [
      "ios": [18], "macos": [15], "tvos": [18], "visionos": [2], "watchos": [11],
    ])
]

private struct EraFloor {
  let library: String
  let era: String
  let versions: [String: [Int]]
}

/// The oldest system that a project says it runs on.
package struct DeploymentTarget: Hashable, Sendable {
  /// As the manifest spells it: `iOS`, `osx`.
  package let platform: String
  package let version: String

  /// Where it says so: `Package.swift:6`.
  package let place: String

  package init(platform: String, version: String, place: String) {
    self.platform = platform
    self.version = version
    self.place = place
  }

  fileprivate func isBelow(_ floor: EraFloor) -> Bool {
    var name = platform.lowercased()
    if name == "osx" { name = "macos" }
    guard let least = floor.versions[name] else { return false }
    let numbers = version.split(separator: ".").compactMap { Int($0) }
    return !numbers.isEmpty && numbers.lexicographicallyPrecedes(least)
  }
}

/// The newest era of a library that a project can move to, and what keeps it from a newer one.
package struct ReachableEra: Hashable, Sendable {
  package let library: String
  package let era: String
  package let next: String
  package let limit: DeploymentTarget
}

/// Returns, for each library, the newest era that the deployment targets allow, where that is not the
/// newest of all.
///
/// - Parameter eras: of each library, oldest first.
package func reachableEras(
  _ eras: [String: [String]], _ targets: [DeploymentTarget]
) -> [ReachableEra] {
  floors.compactMap { floor in
    guard let known = eras[floor.library], let index = known.firstIndex(of: floor.era), index > 0,
      let limit = targets.first(where: { $0.isBelow(floor) })
    else { return nil }
    return ReachableEra(
      library: floor.library, era: known[index - 1], next: floor.era, limit: limit)
  }
}
