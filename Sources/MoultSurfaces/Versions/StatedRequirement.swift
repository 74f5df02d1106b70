import MoultManifests
import MoultSource

extension StatedRequirement {
  /// What a `.package(url:…)` says.
  init(_ dependency: PackageDependency, package: String, in file: ProjectText) {
    let requirement = dependency.requirement
    let isCommit = requirement.map { [.branch, .revision].contains($0.kind) } ?? true
    let floor = requirement?.value.flatMap {
      isCommit ? Release(tag: $0.value) : Release($0.value)
    }
    var ceiling: VersionNumber?
    var isPlain = false
    switch requirement?.kind {
    case .from, .upToNextMajor: (ceiling, isPlain) = (floor?.nextMajor, true)
    case .upToNextMinor: (ceiling, isPlain) = (floor?.nextMinor, true)
    case .exact: (ceiling, isPlain) = (floor?.next, true)
    case .range: ceiling = requirement?.upperBound.flatMap { VersionNumber($0.value) }
    case .closedRange: ceiling = requirement?.upperBound.flatMap { Release($0.value)?.next }
    case .branch, .revision: ceiling = floor?.next
    case .majorVersion:
      let isMinor = floor?.text.contains(".") ?? false
      ceiling = isMinor ? floor?.nextMinor : floor?.nextMajor
    case .unknown, nil: break
    }
    let isOfNoRelease =
      switch requirement?.kind {
      case .branch: floor == nil && isNoMainBranch(requirement?.value?.value)
      case .revision: floor == nil
      default: false
      }
    self.init(
      package: package, name: package, floor: floor, ceiling: ceiling,
      floorRange: isPlain && requirement?.value?.isOnlyHere == true
        ? requirement?.value?.contentRange : nil,
      isOfNoRelease: isOfNoRelease, manager: .swiftPackage, in: file, at: dependency.range)
  }

  /// What `pod 'X', '~> 1.0'` or `s.dependency 'X', '>= 1.0', '< 2'` says.
  init(_ pod: PodDependency, package: String, name: String, in file: ProjectText) {
    var floor: Release?
    var ceiling: VersionNumber?
    let written = pod.requirements.compactMap { $0?.value }
    for text in written {
      guard let release = Release(requirement: text) else { continue }
      let mark = text.prefix { !$0.isNumber }.filter { $0 != " " }
      switch mark {
      case "~>":
        floor = release
        ceiling =
          release.text.split(separator: ".").count > 2 ? release.nextMinor : release.nextMajor
      case ">=", ">": floor = release
      case "<": ceiling = release.version
      case "<=": ceiling = release.next
      default: (floor, ceiling) = (release, release.next)
      }
    }
    if written.isEmpty, let tag = pod.option("tag")?.value, let release = Release(requirement: tag)
    {
      (floor, ceiling) = (release, release.next)
    }
    let only = pod.requirements.count == 1 ? pod.requirements.first ?? nil : nil
    self.init(
      package: package, name: name, floor: floor, ceiling: ceiling,
      floorRange: floor == nil ? nil : only.flatMap(versionRange), manager: .pods, in: file,
      at: pod.range)
  }
}

extension StatedRequirement {
  /// What a requirement of the pod with a generator's plugin says of the runtime, which is of the same version: something where newer minor
  /// versions are kept away, and else nothing, as the runtime decides.
  func ofPlugin(in file: ProjectText) -> StatedRequirement? {
    guard let ceiling else { return nil }
    if let floor, let next = floor.nextMajor, !(ceiling < next) { return nil }
    return StatedRequirement(
      package: package, name: name, floor: floor ?? Release("0"), ceiling: ceiling, floorRange: nil,
      manager: manager, in: file, at: range)
  }
}

/// Whether a branch is of no release: any but a main one, which holds what the newest release has.
func isNoMainBranch(_ name: String?) -> Bool { !["main", "master"].contains(name) }

/// The version of a requirement without its operator: `1.5.0` of `'~> 1.5.0'`.
private func versionRange(_ requirement: RubyString) -> ByteRange? {
  let range = requirement.contentRange
  guard let text = requirement.value, text.utf8.count == range.utf8Count,
    let start = text.firstIndex(where: \.isNumber)
  else { return nil }
  let skipped = text.utf8.distance(from: text.startIndex, to: start)
  return ByteOffset(range.lowerBound.index + skipped)..<range.upperBound
}

extension Release {
  /// Reads what names a commit, if it is the tag of a release: `1.21.0`, `v1.21.0`, `refs/tags/1.21.0`.
  init?(tag text: String) {
    var name = text[...]
    if name.hasPrefix("refs/tags/") { name = name.dropFirst("refs/tags/".count) }
    if name.hasPrefix("v") { name = name.dropFirst() }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 3,
      numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    self.init(String(name))
  }

  /// Reads the version of a requirement: `~> 1.5`, `== 1.0.0`, `v1.2.3`.
  init?(requirement text: String) {
    let digits = text.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
    self.init(String(digits))
  }

  /// The versions with which what this one begins may end: what is not fit any more.
  var nextMajor: VersionNumber? { bumped(0) }
  var nextMinor: VersionNumber? { bumped(1) }
  var next: VersionNumber? { bumped(2) }

  private func bumped(_ place: Int) -> VersionNumber? {
    var numbers = text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
    while numbers.count < 3 { numbers.append(0) }
    guard place < numbers.count else { return nil }
    let (next, isTooLarge) = numbers[place].addingReportingOverflow(1)
    guard !isTooLarge else { return nil }
    let kept = numbers.prefix(place) + [next]
    return VersionNumber(kept.map(String.init).joined(separator: "."))
  }
}
