package import MoultFindings
import MoultManifests
import MoultSource
package import MoultSurfaces

/// The changes that a run makes to manifests, so that what they ask for can be had together.
///
/// A requirement that a fix writes can ask, by way of its own manifest, for a newer release of another package than the
/// project allows. Where that other requirement is plain it is raised in the same fix; else the fix is none.
package struct ResolvableRequirements: Sendable {
  /// What became of findings in manifests, for those that are not as they were.
  private let changed: [Finding: Finding]

  /// What files take once the manifests are changed.
  package let taken: TakenVersions

  /// The findings in manifests whose fixes `taken` counts on, sorted.
  let made: [Finding]

  /// - Parameters:
  ///   - findings: those in the manifests of `files`.
  ///   - copies: of libraries in the tree, whose files are none of `files`.
  ///   - applied: the safeties of the fixes that the run makes.
  package init(
    _ findings: [Finding], in files: [ProjectText], beside copies: [LibraryCopy],
    _ catalogue: Catalogue, applying applied: Set<Safety>, cache: TreeCache
  ) {
    let desk = ManifestDesk(files: files, copies: copies, catalogue: catalogue, cache: cache)
    let needs = NeededReleases(catalogue)
    func made(among findings: [Finding]) -> [Finding] {
      findings.filter { finding in finding.fix.map { applied.contains($0.safety) } ?? false }
    }
    // What waits for a release is not made, and so what it would raise is not raised.
    func ready(among findings: [Finding]) -> [Finding] {
      var ready = findings
      while ready.contains(where: needs.speak) {
        let taken = desk.taken(with: made(among: ready))
        let left = ready.filter { needs.unmet(of: $0, with: taken).isEmpty }
        if left.count == ready.count { break }
        ready = left
      }
      return ready
    }
    var originals: [Finding: Finding] = [:]
    var current = ready(among: findings)
    let manifests = Set(current.filter { $0.fix != nil }.map(\.path)).sorted()
    for path in manifests {
      for conflict in desk.conflicts(in: path, with: current.filter { $0.path == path }) {
        guard let index = current.firstIndex(where: { conflict.isCause($0, in: path) })
        else { continue }
        let original = originals.removeValue(forKey: current[index]) ?? current[index]
        current[index] = conflict.settled(current[index])
        originals[current[index]] = original
      }
    }
    changed = Dictionary(originals.map { ($0.value, $0.key) }) { first, _ in first }
    self.made = made(among: ready(among: current)).sorted()
    taken = desk.taken(with: self.made)
  }

  /// Returns a finding in a manifest with a fix that can be resolved, or without a fix.
  package func resolvable(_ finding: Finding) -> Finding { changed[finding] ?? finding }
}

/// A requirement that a fix writes, and another that keeps what it asks for away.
private struct Conflict {
  let raised: StatedRequirement
  let asked: Release
  let row: RequirementRow

  /// As it stands before any fix.
  let other: StatedRequirement

  private var reason: String {
    "\(raised.name) \(raised.floor?.text ?? "") requires \(other.name) \(asked.text) or newer (\(row.source)), which \(other.place) does not allow"
  }

  func isCause(_ finding: Finding, in path: String) -> Bool {
    guard finding.path == path, let fix = finding.fix, let text = raised.floor?.text else {
      return false
    }
    return fix.files.contains { file in
      file.path == path
        && file.edits.contains { edit in
          let new = String(decoding: edit.replacement, as: UTF8.self)
          return new.contains(text) || new.contains(raised.name)
        }
    }
  }

  func settled(_ finding: Finding) -> Finding {
    guard let fix = finding.fix, let range = other.floorRange else {
      return finding.left("raise '\(other.name)' in \(other.place) first: \(reason)")
    }
    let files = fix.files.map { file in
      file.path == finding.path
        ? FileEdits(path: file.path, edits: file.edits + [Edit(range, asked.text)]) : file
    }
    return Finding(
      rule: finding.rule, severity: finding.severity, path: finding.path, range: finding.range,
      message: finding.message, nextStep: finding.nextStep,
      evidence: finding.evidence + [Evidence(reason)], related: finding.related,
      fix: Fix(
        title: fix.title, safety: max(fix.safety, .review), files: files, imports: fix.imports))
  }
}

/// Reads manifests before and after fixes.
private struct ManifestDesk {
  let files: [ProjectText]
  let copies: [LibraryCopy]
  let catalogue: Catalogue
  let cache: TreeCache

  func changing(_ file: ProjectText, by findings: [Finding]) -> ProjectText {
    let own = findings.compactMap(\.fix).flatMap(\.files).filter { $0.path == file.source.path }
    var edits: [Edit] = []
    for edit in own.flatMap(\.edits) where !edits.contains(edit) {
      // What meets another edit waits for the next round.
      if applying(edits + [edit], to: file.source.bytes) != nil { edits.append(edit) }
    }
    guard !edits.isEmpty, let bytes = applying(edits, to: file.source.bytes) else { return file }
    return ProjectText(
      source: SourceText(path: file.source.path, bytes: bytes), surface: file.surface,
      isGenerated: file.isGenerated)
  }

  /// Returns what files take once some fixes are made.
  func taken(with made: [Finding]) -> TakenVersions {
    TakenVersions(
      made.isEmpty ? files : files.map { changing($0, by: made) }, catalogue.versions,
      catalogue.requirements, copies: copies, cache: cache)
  }

  func conflicts(in path: String, with findings: [Finding]) -> [Conflict] {
    guard let file = files.first(where: { $0.source.path == path }) else { return [] }
    let before = requirements(file)
    let after = requirements(changing(file, by: findings))
    return after.flatMap { raised -> [Conflict] in
      let isRaised = !before.contains {
        key(of: $0) == key(of: raised) && $0.floor == raised.floor
      }
      guard isRaised, let row = row(of: raised) else { return [] }
      return row.least.sorted { $0.key < $1.key }.compactMap { name, asked in
        guard let other = after.first(where: { key(of: $0) == name }), other.excludes(asked),
          let unchanged = before.first(where: { key(of: $0) == name && $0.floor == other.floor })
        else { return nil }
        return Conflict(raised: raised, asked: asked, row: row, other: unchanged)
      }
    }
  }

  private func row(of requirement: StatedRequirement) -> RequirementRow? {
    guard let floor = requirement.floor else { return nil }
    switch requirement.manager {
    case .swiftPackage, .carthage:
      return catalogue.requirements.row(ofPackage: requirement.package, at: floor.version)
    case .pods: return catalogue.requirements.row(ofPod: requirement.name, at: floor.version)
    }
  }

  /// What rows call the package or the pod.
  private func key(of requirement: StatedRequirement) -> String {
    requirement.manager == .pods ? requirement.name.lowercased() : requirement.package
  }

  private func requirements(_ file: ProjectText) -> [StatedRequirement] {
    var reader = VersionFileReader(
      packages: catalogue.versions.packages.union(catalogue.requirements.mentionedPackages),
      pods: catalogue.versions.packagesOfPods, cache: cache)
    reader.read(file)
    return reader.requirements
  }
}

/// Whether fixes of the file say which versions a project takes.
package func statesVersions(_ file: ProjectText) -> Bool {
  switch manifestKind(ofPath: file.source.path) {
  case .swiftPackage, .podfile, .podspec, .cartfile, .xcodeProject: true
  case .swiftPackageLock, .podfileLock, .cartfileLock, .bufGeneration, .bufModule, .bufWorkspace,
    .bufLock, .yaml, .pluginConfiguration, .makefile, .justfile, .shell, .dockerfile, .ruby,
    .xcodeSettings, .bazelPackage, .markdown, nil:
    false
  }
}
