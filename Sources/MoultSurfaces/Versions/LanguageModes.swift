import MoultManifests
import MoultSource

/// Which files are built in a language mode of Swift that refuses data races, as far as manifests and Xcode projects tell.
///
/// A file of a package's target is built as its manifest says; another as the Xcode projects in the nearest folder above that has
/// any, where all of their configurations agree. Where code belongs to the main actor unless it says otherwise, nothing is told.
struct LanguageModes: Sendable {
  /// The targets of packages that are built in Swift 6 mode, by the folder of the manifest with a final `/`.
  private var targets: [String: Set<String>] = [:]

  /// Whether what the Xcode projects of a folder build is, by the folder with a final `/`.
  private var projects: [String: Bool] = [:]
  private let layout: ProjectLayout

  /// - Complexity: O(*n*) in the manifests.
  init(_ manifests: [ProjectText], _ layout: ProjectLayout, cache: TreeCache) {
    self.layout = layout
    for file in manifests {
      let path = file.source.path
      if isPackageManifest(path) {
        let manifest = cache.manifest(of: file.source)
        targets[layout.project(ofPath: path)] = Set(
          manifest.targets.filter { isStrict(manifest.languageMode(of: $0)) }
            .compactMap(\.name?.value))
      } else if manifestKind(ofPath: path) == .xcodeProject {
        let settings = cache.xcodeProject(of: file.source).languageSettings
        let versions = settings.filter { $0.name == "SWIFT_VERSION" }.map(\.value)
        guard !versions.isEmpty else { continue }
        let isIsolated = settings.contains {
          $0.name != "SWIFT_VERSION" && $0.value != "nonisolated"
        }
        let inner = foldersAbove(path).first ?? ""
        let folder = foldersAbove(String(inner.dropLast())).first ?? ""
        projects[folder] =
          projects[folder] ?? true && !isIsolated && versions.allSatisfy { isStrict($0) }
      }
    }
  }

  /// Whether the file at a path is built in Swift 6 mode for certain.
  func refuseRaces(inFile path: String) -> Bool {
    if let target = layout.target(ofPath: path) {
      return targets[layout.project(ofPath: path)]?.contains(target) ?? false
    }
    return foldersAbove(path).lazy.compactMap { projects[$0] }.first ?? false
  }
}

/// Whether a language mode is one in which what is not `Sendable` may not be shared.
private func isStrict(_ mode: String?) -> Bool {
  guard let mode, let number = Int(mode.prefix { $0 != "." }) else { return false }
  return number >= 6
}
