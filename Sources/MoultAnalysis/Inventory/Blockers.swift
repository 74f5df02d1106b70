import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces

/// Returns what keeps modules from moving on, whatever rules can rewrite.
///
/// - Parameters:
///   - floors: what the manifests ask of platforms.
///   - targets: the era to move to, by library; where none is named, the newest.
///   - kept: branches that are there for an old era.
func blockers(
  _ table: InventoryTable, _ libraries: [LibraryEras], floors: [PlatformFloor],
  targets: [String: String], kept: [KeptLines]
) -> [Blocker] {
  let finder = BlockerFinder(
    libraries: Dictionary(libraries.map { ($0.library, $0) }, uniquingKeysWith: { $1 }),
    targets: targets, kept: kept)
  var blockers: [Blocker] = []
  let byModule = Dictionary(grouping: table.sightings) { [$0.library, $0.module] }
  for (key, sightings) in byModule {
    blockers += finder.mixedEras(library: key[0], module: key[1], sightings)
    blockers += finder.dualStack(library: key[0], module: key[1], sightings)
    blockers += finder.generatedCode(
      library: key[0], module: key[1], sightings, among: table.sightings)
    blockers += finder.packageManagers(library: key[0], module: key[1], sightings)
    blockers += finder.unknownVersions(library: key[0], module: key[1], sightings)
  }
  for library in libraries.map(\.library) {
    blockers += finder.floors(
      library: library, table.sightings.filter { $0.library == library }, floors, table.layout)
  }
  return blockers + manualWork(table)
}

/// The lines of a branch that is there for an old era.
struct KeptLines: Sendable {
  let path: String
  let library: String
  let era: String

  /// One-based.
  let lines: ClosedRange<Int>
}

private struct BlockerFinder {
  let libraries: [String: LibraryEras]
  let targets: [String: String]
  let kept: [KeptLines]

  /// The era after `era`, unless the project's target is reached.
  private func next(_ library: String, after era: String) -> Era? {
    targets[library] == era ? nil : libraries[library]?.successor(of: era)
  }

  /// Source, generated code and generator calls of one module that do not fit together.
  ///
  /// Of manifests, only what names the module's own products counts: a package can hold modules of two eras.
  func mixedEras(library: String, module: String, _ sightings: [EraSighting]) -> [Blocker] {
    guard libraries[library] != nil else { return [] }
    // What stands in a branch for its era is there on purpose.
    let byEra = Dictionary(
      grouping: sightings.filter { $0.era != nil && !isKept($0) }
    ) { $0.era ?? "" }
    guard byEra.count > 1 else { return [] }
    let eras = byEra.keys.sorted()
    let places = eras.flatMap { era in
      InventorySurface.allCases.compactMap { surface in
        byEra[era]?.filter { $0.surface == surface }.map(\.place).min()
      }
    }
    let parts = eras.map { era in
      let surfaces = Set(byEra[era]?.map(\.surface) ?? []).sorted().map(\.phrase)
      return "\(surfaces.joined(separator: ", ")) of era \(era)"
    }
    return [
      Blocker(
        kind: .mixedEras, library: library, module: module,
        message: "'\(module)' has \(parts.joined(separator: "; "))", places: places)
    ]
  }

  private func isKept(_ sighting: EraSighting) -> Bool {
    kept.contains { lines in
      lines.path == sighting.place.path && lines.library == sighting.library
        && lines.era == sighting.era && lines.lines.contains(sighting.place.line)
    }
  }

  /// Branches for an old era that were kept beside those for a newer one.
  func dualStack(library: String, module: String, _ sightings: [EraSighting]) -> [Blocker] {
    Dictionary(grouping: sightings.filter(isKept)) { $0.era ?? "" }.map { era, sightings in
      let places = sightings.map(\.place)
      let files = Set(places.map(\.path)).count
      return Blocker(
        kind: .dualStack, library: library, module: module,
        message:
          "'\(module)' keeps branches of '#if' for era \(era) beside those for a newer one, in \(files) file\(files == 1 ? "" : "s"); they go when era \(era) does",
        places: places)
    }
  }

  func generatedCode(
    library: String, module: String, _ sightings: [EraSighting], among all: [EraSighting]
  ) -> [Blocker] {
    let old = sightings.filter { sighting in
      guard sighting.surface == .generated, let era = sighting.era else { return false }
      return next(library, after: era) != nil
    }
    guard let first = old.first, let era = first.era else { return [] }
    let calls = Set(
      all.filter { $0.library == library && $0.surface == .generator }
        .map { EraPlace(path: $0.place.path, line: $0.place.line, why: "") })
    let files = Set(old.map(\.place.path)).count
    let generator =
      calls.isEmpty
      ? "no call of \(files == 1 ? "its" : "their") generator is in sight"
      : "generate \(files == 1 ? "it" : "them") again with \(calls.sorted().map { "\($0.path):\($0.line)" }.joined(separator: ", "))"
    return [
      Blocker(
        kind: .generatedCode, library: library, module: module,
        message:
          "\(files) generated file\(files == 1 ? " is" : "s are") of era \(era); \(generator)",
        places: old.map(\.place))
    ]
  }

  func packageManagers(
    library: String, module: String, _ sightings: [EraSighting]
  ) -> [Blocker] {
    var places: [String: [EraPlace]] = [:]
    for sighting in sightings {
      guard let era = sighting.era, let next = next(library, after: era) else { continue }
      switch sighting.dependency {
      case .pod where next.signs.pods.isEmpty:
        places["no pod of \(next.title) exists", default: []].append(sighting.place)
      case .carthage where !next.comesByCarthage:
        places["\(next.title) cannot be built by Carthage", default: []].append(sighting.place)
      case .carthage, .pod, .swiftPackage, nil: continue
      }
    }
    return places.map { message, places in
      Blocker(
        kind: .packageManager, library: library, module: module, message: message, places: places)
    }
  }

  func unknownVersions(
    library: String, module: String, _ sightings: [EraSighting]
  ) -> [Blocker] {
    let unknown = sightings.filter { sighting in
      switch sighting.dependency {
      case .swiftPackage(isVersioned: false): true
      case .pod(isVersioned: false): sighting.era == nil
      case .swiftPackage, .pod, .carthage, nil: false
      }
    }
    guard !unknown.isEmpty else { return [] }
    return [
      Blocker(
        kind: .unknownVersion, library: library, module: module,
        message: "a dependency is not taken by version, so its era is not certain",
        places: unknown.map(\.place))
    ]
  }

  /// What the era after a package's oldest needs, and the package's manifest does not give.
  func floors(
    library: String, _ sightings: [EraSighting], _ floors: [PlatformFloor], _ layout: ProjectLayout
  ) -> [Blocker] {
    let folders = Dictionary(grouping: sightings) { layout.project(ofPath: $0.place.path) }
    return Dictionary(grouping: floors, by: \.place.path).compactMap { path, floors -> Blocker? in
      guard let sightings = folders[layout.project(ofPath: path)],
        let era = oldest(of: sightings, library), let next = next(library, after: era)
      else { return nil }
      let low = floors.filter { floor in
        next.needs[floor.platform].flatMap { VersionNumber($0) }.map { floor.version < $0 } ?? false
      }
      guard !low.isEmpty else { return nil }
      let needs = Set(low.map(\.platform)).sorted().map { "\($0) \(next.needs[$0] ?? "")" }
      return Blocker(
        kind: .deploymentTarget, library: library, module: layout.module(ofPath: path),
        message: "\(next.title) needs \(needs.joined(separator: ", "))", places: low.map(\.place))
    }
  }

  private func oldest(of sightings: [EraSighting], _ library: String) -> String? {
    let seen = Set(sightings.compactMap(\.era))
    return libraries[library]?.eras.map(\.name).first { seen.contains($0) }
  }
}

/// Findings that no fix answers, one blocker for each rule and module.
private func manualWork(_ table: InventoryTable) -> [Blocker] {
  let manual = table.findings.filter { $0.safety == .manual }
  let groups = Dictionary(grouping: manual) { finding in
    [finding.rule.rawValue, table.layout.module(ofPath: finding.path)]
  }
  return groups.map { key, findings in
    let places = findings.map { finding in
      EraPlace(path: finding.path, line: table.line(of: finding), why: finding.message)
    }
    let count = findings.count
    return Blocker(
      kind: .manualWork, library: table.subject(of: findings[0]).library, module: key[1],
      message: count == 1
        ? "1 finding of '\(key[0])' is left to a person"
        : "\(count) findings of '\(key[0])' are left to a person",
      places: places)
  }
}

extension InventorySurface {
  fileprivate var phrase: String {
    switch self {
    case .swift: "Swift"
    case .generated: "generated code"
    case .objectiveC: "Objective-C"
    case .proto: ".proto"
    case .manifest: "manifest"
    case .generator: "generator calls"
    }
  }
}
