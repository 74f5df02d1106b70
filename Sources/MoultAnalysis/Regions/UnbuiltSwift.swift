import MoultManifests
package import MoultSource
import MoultSurfaces

/// The Swift that packages hand on uncompiled: what targets declare as `resources:`, such as what a test expects, and what lies in
/// the folder of a target that has it in `exclude:`, or not in `sources:`, and in that of no other.
///
/// An Xcode project may build what a package leaves out, and so may a pod, or another build system, whose file is left out as well.
package struct UnbuiltSwift: Sendable {
  /// Why nothing compiles it.
  package enum Reason: Hashable, Sendable {
    case resource
    case excluded
  }

  /// Relative to the root of the tree; folders with and without a final `/`.
  private var resources: Set<String> = []

  /// Of all targets by their folders, if some leave files out.
  private var targets: [String: [TargetFolder]] = [:]

  /// Of Xcode projects and pods, by the folder that they stand in, with a final `/`.
  private var otherBuilds: [(folder: String, source: SourceText)] = []

  private var isEmpty: Bool { resources.isEmpty && targets.isEmpty }

  /// - Complexity: O(*n*) in the files, and in the bytes of the manifests if some declare resources or leave files out.
  package init(_ files: [SourceText]) {
    let manifests = files.filter { isPackageManifest($0.path) }
    func says(_ label: String, _ manifest: SourceText) -> Bool {
      manifest.bytes.firstIndex(ofBytes: Array(label.utf8), from: 0) != nil
    }
    let leavesOut = manifests.contains { says("exclude:", $0) || says("sources:", $0) }
    let known = leavesOut ? Set(files.lazy.flatMap { foldersAbove($0.path) }) : []
    for file in manifests where leavesOut || says("resources:", file) {
      let package = String(file.path.dropLast("Package.swift".count))
      let targets = parsePackageManifest(file).targets
      for target in targets {
        let folders = folders(of: target, among: targets)
        for (resource, folder) in target.resources.flatMap({ path in folders.map { (path, $0) } }) {
          let parts = (folder + "/" + resource.value).split(separator: "/").filter { $0 != "." }
          guard !parts.contains("..") else { continue }
          let declared = package + parts.joined(separator: "/")
          resources.formUnion([declared, declared + "/"])
        }
        if leavesOut {
          let narrow = folders.filter { lastComponent(ofPath: $0) == target.name?.value }
          let hasOwn = narrow.contains { known.contains("\(package)\($0)/") }
          for folder in hasOwn ? narrow : folders {
            let built = TargetFolder(target, package + folder)
            self.targets[built.folder, default: []].append(built)
          }
        }
      }
    }
    guard targets.values.joined().contains(where: \.leavesOut) else {
      targets = [:]
      return
    }
    otherBuilds = files.compactMap { file in
      let kind = manifestKind(ofPath: file.path)
      guard kind == .xcodeProject || kind == .podspec else { return nil }
      let folder = foldersAbove(file.path).first ?? ""
      return (kind == .podspec ? folder : foldersAbove(String(folder.dropLast())).first ?? "", file)
    }
  }

  /// Returns why the Swift at a path is not compiled, as far as manifests say so.
  package func reason(ofPath path: String) -> Reason? {
    if isEmpty { return nil }
    if resources.contains(path) || foldersAbove(path).contains(where: resources.contains) {
      return .resource
    }
    let around = foldersAbove(path).flatMap { targets[$0] ?? [] }
    guard around.contains(where: { $0.leavesOut(path) }),
      !around.contains(where: { $0.builds(path) }),
      !otherBuilds.contains(where: { mayBuild(path, $0) })
    else { return nil }
    return .excluded
  }

  /// Whether a pod's specification stands above a file, or an Xcode project that names the file or a folder of it.
  private func mayBuild(_ path: String, _ build: (folder: String, source: SourceText)) -> Bool {
    guard path.hasPrefix(build.folder) else { return false }
    if manifestKind(ofPath: build.source.path) == .podspec { return true }
    return path.dropFirst(build.folder.count).split(separator: "/").contains { part in
      build.source.bytes.firstIndex(ofBytes: Array(part.utf8), from: 0) != nil
    }
  }
}

/// A folder in which Swift Package Manager looks for the sources of a target.
private struct TargetFolder: Sendable {
  /// Relative to the root of the tree, with a final `/`.
  let folder: String

  /// Relative to the root, without a final `/`.
  private let excluded: [String]
  private let sources: [String]?

  init(_ target: PackageTarget, _ folder: String) {
    let folder = normalized(folder)
    self.folder = folder.isEmpty ? "" : folder + "/"
    let isBuiltTwice = target.excluded.contains {
      filesOfOtherBuilds.contains(lastComponent(ofPath: $0.value))
    }
    excluded = isBuiltTwice ? [] : target.excluded.map { normalized(folder + "/" + $0.value) }
    sources =
      isBuiltTwice ? nil : target.sources.map { $0.map { normalized(folder + "/" + $0.value) } }
  }

  var leavesOut: Bool { !excluded.isEmpty || sources != nil }

  func builds(_ path: String) -> Bool { path.hasPrefix(folder) && !leavesOut(path) }

  /// Whether a file lies in the folder and is none of the target's.
  func leavesOut(_ path: String) -> Bool {
    guard path.hasPrefix(folder) else { return false }
    func lies(_ path: String, in place: String) -> Bool {
      place.isEmpty || path == place || path.hasPrefix(place + "/")
    }
    return excluded.contains { lies(path, in: $0) }
      || sources.map { !$0.contains { lies(path, in: $0) } } ?? false
  }
}

/// What other build systems call their files.
private let filesOfOtherBuilds: Set<String> = [
  "BUILD", "BUILD.bazel", "BUCK", "CMakeLists.txt", "meson.build", "Makefile",
]

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

/// A path without `.`, `..` and a final `/`.
private func normalized(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == "..", parts.last.map({ $0 != ".." }) ?? false {
      parts.removeLast()
    } else {
      parts.append(part)
    }
  }
  return parts.joined(separator: "/")
}

extension [ProjectText] {
  /// Returns the files of a whole tree but for the Swift that packages do not have compiled.
  ///
  /// - Complexity: O(*n*) in the files, and in the bytes of the manifests.
  func withoutUnbuilt() -> [ProjectText] {
    let unbuilt = UnbuiltSwift(map(\.source))
    return filter { $0.surface != .swift || unbuilt.reason(ofPath: $0.source.path) == nil }
  }
}
