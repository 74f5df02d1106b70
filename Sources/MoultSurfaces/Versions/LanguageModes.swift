import MoultManifests
import MoultSource

/// Which files are built in a language mode of Swift that refuses data races, as far as manifests, Xcode projects and their files
/// of settings tell.
///
/// A file of a package's target is built as its manifest says; another as the Xcode projects in the nearest folder above that has
/// any, where all of their configurations agree. Where code belongs to the main actor unless it says otherwise, nothing is told.
struct LanguageModes: Sendable {
  /// The targets of packages that are built in Swift 6 mode, by the folder of the manifest with a final `/`.
  private let targets: [String: Set<String>]

  /// Whether what the Xcode projects of a folder build is, by the folder with a final `/`.
  private let projects: [String: Bool]
  private let layout: ProjectLayout

  /// - Parameter manifests: of packages, with those for one version of Swift, Xcode projects, and files of settings.
  /// - Complexity: O(*n*) in the manifests; for an Xcode project in those below it as well.
  init(_ manifests: [ProjectText], _ layout: ProjectLayout, cache: TreeCache) {
    self.layout = layout
    func all(_ kind: ManifestKind) -> [SourceText] {
      manifests.map(\.source).filter { manifestKind(ofPath: $0.path) == kind }
    }
    targets = Dictionary(grouping: all(.swiftPackage)) { layout.project(ofPath: $0.path) }
      .compactMapValues { files in
        manifestOfToday(among: files, cache).map { manifest in
          Set(
            manifest.targets.filter { isStrict(manifest.languageMode(of: $0)) }
              .compactMap(\.name?.value))
        }
      }
    let settings = all(.xcodeSettings)
    var projects: [String: Bool] = [:]
    for file in all(.xcodeProject) {
      let inner = foldersAbove(file.path).first ?? ""
      let folder = foldersAbove(String(inner.dropLast())).first ?? ""
      let project = cache.xcodeProject(of: file)
      let said =
        project.languageSettings
        + MoultSurfaces.languageSettings(in: settings, named: project.settingsFiles, below: folder)
      let versions = said.filter { $0.name == "SWIFT_VERSION" }.map(\.value)
      guard !versions.isEmpty else { continue }
      let isIsolated = said.contains { $0.name != "SWIFT_VERSION" && $0.value != "nonisolated" }
      projects[folder] =
        (projects[folder] ?? true) && !isIsolated && versions.allSatisfy { isStrict($0) }
    }
    self.projects = projects
  }

  /// Whether the file at a path is built in Swift 6 mode for certain.
  func refuseRaces(inFile path: String) -> Bool {
    if let target = layout.target(ofPath: path) {
      return targets[layout.project(ofPath: path)]?.contains(target) ?? false
    }
    return foldersAbove(path).lazy.compactMap { projects[$0] }.first ?? false
  }
}

/// Returns what files of settings say of the language that configurations of an Xcode project are based on, with those that they
/// include.
///
/// - Parameters:
///   - names: paths as the project or such a file has them; what is above may be missing.
///   - folder: that of the project, with a final `/`.
/// - Complexity: O(*n*) in the files, for each that is named.
private func languageSettings(
  in files: [SourceText], named names: [String], below folder: String
) -> [(name: String, value: String)] {
  var result: [(name: String, value: String)] = []
  var read: Set<String> = []
  var open = names
  while let name = open.popLast() {
    // A group that stands for a folder is not named with the file, nor is what an include is looked for in.
    let end = name.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: "/")
    let meant = files.filter { $0.path == end || $0.path.hasSuffix("/" + end) }
    let near = meant.filter { $0.path.hasPrefix(folder) }
    for file in near.isEmpty ? meant : near where read.insert(file.path).inserted {
      let settings = parseXcodeSettings(file)
      // What is above a target says the rest.
      result += settings.ofLanguage.filter { $0.value != "$(inherited)" }
      open += settings.included
    }
  }
  return result
}

/// Returns the manifest of a package that a compiler of today reads: the one for the newest version, and of two such ones the
/// one that is named for it.
private func manifestOfToday(
  among files: [SourceText], _ cache: TreeCache
) -> PackageManifest? {
  var best: (manifest: PackageManifest, version: VersionNumber?)?
  // 'Package.swift' is the shortest name.
  for file in files.sorted(by: { $0.path.utf8.count < $1.path.utf8.count }) {
    let manifest = cache.manifest(of: file)
    let version = manifest.toolsVersion.flatMap { VersionNumber($0.text) }
    if let known = best?.version, version.map({ $0 < known }) ?? true { continue }
    best = (manifest, version)
  }
  return best?.manifest
}

/// Whether a language mode is one in which what is not `Sendable` may not be shared.
private func isStrict(_ mode: String?) -> Bool {
  guard let mode, let number = Int(mode.prefix { $0 != "." }) else { return false }
  return number >= 6
}
