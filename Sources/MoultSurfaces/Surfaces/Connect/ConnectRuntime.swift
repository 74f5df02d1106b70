import MoultManifests
import MoultSource

/// The version of connect-swift that a project takes.
struct ConnectRuntime: Sendable {
  let version: VersionNumber

  /// As it is written: `0.10.0`.
  let text: String

  /// False where newer versions fit as well.
  let isExact: Bool

  /// A phrase such as `connect-swift 1.2.3 in Package.resolved:8`.
  let evidence: String

  private init?(_ text: String, isExact: Bool, _ place: String) {
    guard let version = VersionNumber(text) else { return nil }
    self.version = version
    self.text = text
    self.isExact = isExact
    evidence = "connect-swift \(text)\(isExact ? "" : " or newer") in \(place)"
  }

  /// Returns what a lock holds, or a manifest asks for; a lock that is older than the manifest allows counts for nothing.
  init?(in files: [ProjectText], _ cache: TreeCache) {
    var asked: ConnectRuntime?
    for file in files where asked == nil {
      switch manifestKind(ofPath: file.source.path) {
      case .swiftPackage:
        for dependency in cache.manifest(of: file.source).dependencies
        where dependency.identity == "connect-swift" {
          guard let requirement = dependency.requirement, let text = requirement.value?.value
          else { continue }
          let place = file.place(of: dependency.range)
          switch requirement.kind {
          case .exact: asked = ConnectRuntime(text, isExact: true, place)
          case .from, .upToNextMajor, .upToNextMinor:
            asked = ConnectRuntime(text, isExact: false, place)
          case .branch, .revision:
            guard let release = Release(tag: text) else { continue }
            asked = ConnectRuntime(release.text, isExact: true, place)
          case .range, .closedRange, .majorVersion, .unknown: continue
          }
        }
      case .xcodeProject:
        for reference in cache.xcodeProject(of: file.source).packages
        where reference.identity == "connect-swift" {
          let place = file.place(of: reference.range)
          switch reference.requirementKind {
          case "exactVersion", "upToNextMajorVersion", "upToNextMinorVersion":
            guard let text = reference.version?.text else { continue }
            let isExact = reference.requirementKind == "exactVersion"
            asked = ConnectRuntime(text, isExact: isExact, place)
          case "branch", "revision":
            guard let commit = reference.branch ?? reference.revision,
              let release = Release(tag: commit.text)
            else { continue }
            asked = ConnectRuntime(release.text, isExact: true, place)
          default: continue
          }
        }
      case .podfile:
        for pod in cache.pods(of: file.source) where pod.rootName == "Connect-Swift" {
          guard let string = pod.requirements.first, let text = string?.value else { continue }
          let digits = text.drop { !$0.isNumber }
          asked = ConnectRuntime(
            String(digits), isExact: digits.count == text.count, file.place(of: pod.range))
        }
      default: continue
      }
    }
    for file in files {
      for entry in resolvedDependencies(in: file.source) {
        guard ["connect-swift", "Connect-Swift"].contains(entry.name), let text = entry.version,
          let locked = ConnectRuntime(
            text, isExact: true, file.place(of: entry.versionRange ?? entry.range))
        else { continue }
        if let asked, locked.version < asked.version { continue }
        self = locked
        return
      }
    }
    guard let asked else { return nil }
    self = asked
  }
}
