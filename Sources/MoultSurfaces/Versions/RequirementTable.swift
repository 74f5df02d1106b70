package import MoultSource

/// What the releases of packages and pods ask for, as the `requirements.yml` of the libraries say.
package struct RequirementTable: Sendable {
  private let rows: [String: [RequirementRow]]
  private let pods: [String: [RequirementRow]]
  private let lastPods: [String: Release]

  package init(_ files: [RequirementFile]) {
    rows = Dictionary(grouping: files.flatMap(\.rows), by: \.name)
    pods = Dictionary(grouping: files.flatMap(\.pods), by: \.name)
    lastPods = Dictionary(files.flatMap { Array($0.lastPods) }) { first, _ in first }
  }

  /// Returns what a release of a package asks for, by identity; nil for a package or a release that no row is about.
  package func row(ofPackage identity: String, at version: VersionNumber) -> RequirementRow? {
    Self.row(rows[identity], at: version)
  }

  /// Returns what a release of a pod asks for, by the pods' names in lower case.
  package func row(ofPod name: String, at version: VersionNumber) -> RequirementRow? {
    Self.row(pods[name.lowercased()], at: version)
  }

  /// The last release of a pod that was published, where there will be no other.
  func lastRelease(ofPod name: String) -> Release? { lastPods[name.lowercased()] }

  /// Returns whether any release of the pod asks for `other`.
  func pod(_ name: String, asksFor other: String) -> Bool {
    pods[name.lowercased()]?.contains { $0.asks[other.lowercased()] != nil } ?? false
  }

  /// The packages that some row is about, by identity.
  package var packages: Set<String> { Set(rows.keys) }

  /// These, and the packages that their releases go with.
  package var mentionedPackages: Set<String> {
    rows.values.joined().reduce(into: packages) { $0.formUnion($1.least.keys) }
  }

  /// Returns the least releases that any release of a package goes with, of packages that all of them ask for, by identity.
  ///
  /// - Parameter package: with the versions that are meant.
  package func least(besideAnyOf package: VersionedName) -> [String: Release] {
    let identity = package.name.split(separator: "/").last.map { $0.lowercased() } ?? ""
    let meant = (rows[identity] ?? []).filter { row in
      package.from.map { !(row.from.version < $0) } ?? true
        && package.below.map { row.from.version < $0 } ?? true
    }
    guard var result = meant.first?.asks else { return [:] }
    for row in meant.dropFirst() {
      for (name, release) in result {
        guard let other = row.asks[name] else {
          result[name] = nil
          continue
        }
        if other.version < release.version { result[name] = other }
      }
    }
    return result
  }

  private static func row(
    _ rows: [RequirementRow]?, at version: VersionNumber
  ) -> RequirementRow? {
    rows?.filter { !(version < $0.from.version) }.max { $0.from.version < $1.from.version }
  }
}

/// What the releases of a package or a pod from one on ask for.
package struct RequirementRow: Sendable {
  /// The identity of the package, or the pod's name in lower case.
  package let name: String
  package let from: Release

  /// The least release of each, by identity or by the pod's name in lower case; a project that names none has that one.
  package let asks: [String: Release]

  /// The least release of others, which cannot be had below it; a project that names none has the newest.
  let beside: [String: Release]

  /// The least release of each that it can be had with.
  package var least: [String: Release] { asks.merging(beside) { $1 } }

  /// Where it was read: `Package.swift at 1.26.0`.
  package let source: String
}

/// What one `requirements.yml` says.
package struct RequirementFile: Sendable {
  let rows: [RequirementRow]
  let pods: [RequirementRow]
  let lastPods: [String: Release]
}
