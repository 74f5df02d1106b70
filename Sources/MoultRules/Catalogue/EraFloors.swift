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
    guard let least = floor.versions[name] else { return false }
    return !numbers.isEmpty && numbers.lexicographicallyPrecedes(least)
  }

  fileprivate func isAbove(_ floor: EraFloor) -> Bool {
    guard let least = floor.versions[name] else { return false }
    return !numbers.isEmpty && !numbers.lexicographicallyPrecedes(least)
  }

  private var name: String {
    let name = platform.lowercased()
    return name == "osx" ? "macos" : name
  }

  private var numbers: [Int] { version.split(separator: ".").compactMap { Int($0) } }
}

/// The newest era of a library that a project can move to, and what keeps it from a newer one.
package struct ReachableEra: Hashable, Sendable {
  package let library: String
  package let era: String
  package let next: String

  /// The deployment target that is too low; nil if the project names none that would be high enough.
  package let limit: DeploymentTarget?
}

/// Returns, for each library, the newest era that the deployment targets allow, where that is not the
/// newest of all.
///
/// An era with a floor must be allowed by what the project says: one that names no deployment target runs on
/// older systems than the floor as far as its tools are concerned, and stays below it.
///
/// - Parameter eras: of each library, oldest first.
package func reachableEras(
  _ eras: [String: [String]], _ targets: [DeploymentTarget]
) -> [ReachableEra] {
  floors.compactMap { floor in
    guard let known = eras[floor.library], let index = known.firstIndex(of: floor.era), index > 0
    else { return nil }
    let limit = targets.first { $0.isBelow(floor) }
    guard limit != nil || !targets.contains(where: { $0.isAbove(floor) }) else { return nil }
    return ReachableEra(
      library: floor.library, era: known[index - 1], next: floor.era, limit: limit)
  }
}
