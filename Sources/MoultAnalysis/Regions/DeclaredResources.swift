import MoultManifests
import MoultSource
import MoultSurfaces

/// The files and folders that packages declare as `resources:` of their targets, such as what a test expects.
///
/// Nothing compiles the Swift among them.
private struct DeclaredResources {
  /// Relative to the root of the tree; folders with and without a final `/`.
  private var paths: Set<String> = []

  var isEmpty: Bool { paths.isEmpty }

  /// - Complexity: O(*n*) in the files, and in the bytes of the manifests that declare resources.
  init(_ files: [ProjectText]) {
    let label = Array("resources:".utf8)
    for file in files where isPackageManifest(file.source.path) {
      guard file.source.bytes.firstIndex(ofBytes: label, from: 0) != nil else { continue }
      let package = String(file.source.path.dropLast("Package.swift".count))
      let targets = parsePackageManifest(file.source).targets
      for target in targets {
        for resource in target.resources {
          for folder in folders(of: target, among: targets) {
            let parts = (folder + "/" + resource.value).split(separator: "/").filter { $0 != "." }
            guard !parts.contains("..") else { continue }
            let declared = package + parts.joined(separator: "/")
            paths.formUnion([declared, declared + "/"])
          }
        }
      }
    }
  }

  func contains(_ path: String) -> Bool {
    paths.contains(path) || foldersAbove(path).contains(where: paths.contains)
  }

  /// Where Swift Package Manager looks for the sources of a target, relative to its package.
  ///
  /// The only target of its kind may have all of `Sources`, or of `Tests`; beside others, a folder there is another target's.
  private func folders(of target: PackageTarget, among targets: [PackageTarget]) -> [String] {
    if let path = target.path { return [path.value] }
    guard let name = target.name?.value else { return [] }
    let isTest = target.kind == .testTarget
    let isAlone = targets.count { ($0.kind == .testTarget) == isTest } == 1
    return knownSourceFolders.flatMap { folder in
      let isWhole = isAlone && (folder == "Tests") == isTest
      return ["\(folder)/\(name)"] + (isWhole ? [String(folder)] : [])
    }
  }
}

extension [ProjectText] {
  /// Returns the files of a whole tree but for the Swift that packages declare as resources.
  ///
  /// - Complexity: O(*n*) in the files, and in the bytes of the manifests.
  func withoutResources() -> [ProjectText] {
    let resources = DeclaredResources(self)
    if resources.isEmpty { return self }
    return filter { $0.surface != .swift || !resources.contains($0.source.path) }
  }
}
