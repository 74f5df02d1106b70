import Foundation
import MoultManifests
import MoultSource

/// The sources of a dependency, where a package manager has put them.
struct Checkout: Equatable {
  /// As the package manager calls it, in lower case: `swift-nio`.
  let name: String

  /// Absolute.
  let folder: String

  /// What the lock file beside it names; nil for a branch, a path or a lock that is not there.
  let version: String?

  /// How its files are divided into modules.
  let layout: Layout

  enum Layout {
    /// As its `Package.swift` says.
    case package
    /// All files are one module of the folder's name.
    case pod
  }
}

/// Returns the sources of the dependencies of the projects around and below a folder, the nearest first, one for each name.
///
/// Looks where package managers put them: `.build/checkouts`, `SourcePackages/checkouts`, `Carthage/Checkouts`, `Pods`, and
/// folders outside the tree that a `Package.swift` names by their path.
///
/// - Parameter start: absolute.
func checkouts(around start: String) -> [Checkout] {
  let limit = searchLimit(above: start)
  let above = ancestors(of: start).filter { isInside($0, limit) }
  var found: [Checkout] = []
  var names: Set<String> = []
  for folder in above + projectFolders(below: start, depth: 3) {
    for checkout in checkouts(ofProjectIn: folder, outside: start)
    where names.insert(checkout.name).inserted {
      found.append(checkout)
    }
  }
  return found
}

/// The folders below one that hold a project; what is hidden or brought in is passed over.
private func projectFolders(below folder: String, depth: Int) -> [String] {
  guard depth > 0, let entries = try? entries(ofFolder: folder) else { return [] }
  return entries.filter { entry in
    entry.kind == .folder && !entry.name.hasPrefix(".") && !broughtIn.contains(entry.name)
  }.flatMap { entry in
    let path = joined(folder, entry.name)
    let isProject = projectMarks.contains { access(joined(path, $0), F_OK) == 0 }
    return (isProject ? [path] : []) + projectFolders(below: path, depth: depth - 1)
  }
}

private let broughtIn: Set<String> = [
  "Pods", "Carthage", "SourcePackages", "DerivedData", "Sources", "Tests", "node_modules",
]

private func checkouts(ofProjectIn folder: String, outside start: String) -> [Checkout] {
  let places: [(path: String, layout: Checkout.Layout)] = [
    (".build/checkouts", .package), ("SourcePackages/checkouts", .package),
    ("Carthage/Checkouts", .package), ("Pods", .pod),
  ]
  var found: [Checkout] = []
  var versions: [String: String]?
  for (path, layout) in places {
    let place = joined(folder, path)
    guard let entries = try? entries(ofFolder: place) else { continue }
    let known = versions ?? lockedVersions(in: folder)
    versions = known
    for entry in entries
    where entry.kind == .folder || entry.kind == .link && leadsToFolder(joined(place, entry.name)) {
      if layout == .pod, ["Headers", "Local Podspecs", "Target Support Files"].contains(entry.name)
      {
        continue
      }
      guard let real = resolvedPath(joined(place, entry.name)) else { continue }
      let name = entry.name.lowercased()
      found.append(Checkout(name: name, folder: real, version: known[name], layout: layout))
    }
  }
  return found + pathDependencies(ofProjectIn: folder, outside: start)
}

/// The packages that a manifest names by a path, but for those that are looked at themselves.
private func pathDependencies(ofProjectIn folder: String, outside start: String) -> [Checkout] {
  let path = joined(folder, "Package.swift")
  guard let bytes = try? readFile(path, below: 1 << 24) else { return [] }
  let manifest = parsePackageManifest(SourceText(path: path, bytes: bytes))
  return manifest.dependencies.compactMap { dependency in
    guard case .path(let written) = dependency.location,
      let real = resolvedPath(
        written.value.hasPrefix("/") ? written.value : joined(folder, written.value)),
      !isInside(real, start), let name = real.split(separator: "/").last
    else { return nil }
    return Checkout(name: name.lowercased(), folder: real, version: nil, layout: .package)
  }
}

/// The versions that the lock files of a project name, by name in lower case.
private func lockedVersions(in folder: String) -> [String: String] {
  var versions: [String: String] = [:]
  for name in ["Package.resolved", "Podfile.lock", "Cartfile.resolved"] {
    guard let bytes = try? readFile(joined(folder, name), below: 1 << 24) else { continue }
    for entry in resolvedDependencies(in: SourceText(path: name, bytes: bytes)) {
      let last = entry.name.split(separator: "/").last.map(String.init) ?? entry.name
      versions[last.lowercased()] = entry.version
    }
  }
  return versions
}
