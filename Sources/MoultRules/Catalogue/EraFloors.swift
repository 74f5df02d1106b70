package import MoultFindings
package import MoultSource
import MoultSurfaces

/// The oldest system that an era's library runs on, for the eras that ask for more than the one before.
///
/// A project that must run on older ones cannot move there, so the era is not its target unless it says so.
private let floors: [EraFloor] = [
  EraFloor(
    library: "grpc-swift", era: "2",
    packages: ["grpc-swift", "grpc-swift-2", "grpc-swift-nio-transport", "grpc-swift-protobuf"],
    pods: ["SwiftGRPC", "gRPC-Swift"], modules: ["SwiftGRPC", "GRPC"], newModule: "GRPCCore",
    versions: [
      "ios": [18], "macos": [15], "tvos": [18], "visionos": [2], "watchos": [11],
    ])
]

private struct EraFloor {
  let library: String
  let era: String

  /// What shows that a project uses the library: packages by identity, pods, and modules that it imports.
  let packages: Set<String>
  let pods: Set<String>
  let modules: [String]

  /// The module whose import shows that the era has begun, whatever systems are named.
  let newModule: String
  let versions: [String: [Int]]
}

/// Whether the package, by its identity, is of a library one of whose eras has a floor.
package func hasFloor(package identity: String) -> Bool {
  floors.contains { $0.packages.contains(identity) }
}

/// Whether the pod is of a library one of whose eras has a floor.
package func hasFloor(pod name: String) -> Bool { floors.contains { $0.pods.contains(name) } }

/// The oldest system that a project says it runs on.
package struct DeploymentTarget: Hashable, Sendable {
  /// As the manifest spells it: `iOS`, `osx`.
  package let platform: String
  package let version: String

  /// The manifest that says so, and where.
  package let path: String
  package let range: ByteRange

  package init(platform: String, version: String, path: String, range: ByteRange) {
    self.platform = platform
    self.version = version
    self.path = path
    self.range = range
  }

  fileprivate func isBelow(_ floor: EraFloor) -> Bool {
    guard let least = floor.versions[name] else { return false }
    return !numbers.isEmpty && numbers.lexicographicallyPrecedes(least)
  }

  fileprivate func isAbove(_ floor: EraFloor) -> Bool {
    guard let least = floor.versions[name] else { return false }
    return !numbers.isEmpty && !numbers.lexicographicallyPrecedes(least)
  }

  /// The version that the floor asks for on this platform, such as `10.15`; empty if it runs on none.
  fileprivate func least(_ floor: EraFloor) -> String {
    (floor.versions[name] ?? []).map(String.init).joined(separator: ".")
  }

  private var name: String {
    let name = platform.lowercased()
    return name == "osx" ? "macos" : name
  }

  private var numbers: [Int] { version.split(separator: ".").compactMap { Int($0) } }
}

/// Returns the first deployment target that is high enough for an era; nil where none is, or the era has no floor.
package func deploymentTarget(
  allowing era: String, of library: String, in targets: [DeploymentTarget]
) -> DeploymentTarget? {
  guard let floor = floors.first(where: { $0.library == library && $0.era == era }) else {
    return nil
  }
  return targets.first { $0.isAbove(floor) }
}

/// The newest era of a library that a project can move to, and what keeps it from a newer one.
package struct ReachableEra: Hashable, Sendable {
  package let library: String
  package let era: String
  package let next: String

  /// The deployment target that is too low; nil if the project names none that would be high enough.
  package let limit: DeploymentTarget?

  /// The least version of that target's platform with which the next era runs, such as `18`.
  package let least: String

  /// Modules whose import shows that the library is used.
  package let modules: [String]

  /// The module of the next era, which code that imports it has moved to.
  package let nextModule: String

  /// The one finding that says what the deployment target decides, or nil where it is no target that does.
  ///
  /// - Parameter source: the manifest.
  package func finding(in source: SourceText) -> Finding? {
    guard let limit, limit.path == source.path else { return nil }
    return Finding(
      rule: RuleID("\(library).platform-floor"), severity: .note, path: limit.path,
      range: limit.range,
      message:
        "\(limit.platform) \(limit.version) keeps the target at \(library) \(era); \(library) \(next) needs \(limit.platform) \(least), so nothing that leads there is reported",
      nextStep:
        "write 'targets: { \(library): \"\(next)\" }' in .moult.yml and mark the code that uses it with '@available', or write '\"\(era)\"' to stay"
    )
  }
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
      library: floor.library, era: known[index - 1], next: floor.era, limit: limit,
      least: limit?.least(floor) ?? "", modules: floor.modules, nextModule: floor.newModule)
  }
}
