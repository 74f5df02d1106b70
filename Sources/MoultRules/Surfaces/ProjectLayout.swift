import MoultManifests
import MoultSource

/// Which module each Swift file of a project belongs to, judged by paths.
///
/// What lies in the folder that a manifest gives a target (`path: "Sources/Common"`) belongs to that target. Below a
/// folder with a `Package.swift`, `Sources/X/…`, `Source/X/…`, `src/X/…` and `Tests/X/…` belong to the module `X`.
/// Any other file belongs to one module per nearest folder above it that holds a `Package.swift`, a `Podfile`
/// or a podspec; the root counts as such a folder. An Xcode project's targets are not told apart. A module is called
/// as its target, with what C does not allow in a name replaced: `My-Kit` is the module `My_Kit`.
package struct ProjectLayout: Sendable {
  /// Folders that hold a manifest, with a final `/`; the root is the empty text.
  private let projects: Set<String>
  private let packages: Set<String>

  /// As `projects`, without the root if it holds no manifest.
  private let manifests: Set<String>

  /// The targets of the folders that manifests name, with a final `/`; the empty text where several share a folder.
  private var targets: [String: String] = [:]

  /// - Complexity: O(*n*) in the files, and in the bytes of the packages' manifests.
  package init(_ files: [ProjectText]) {
    self.init(paths: files.map(\.source.path))
    for file in files where isPackageManifest(file.source.path) {
      noteTargets(of: file.source)
    }
  }

  /// - Parameter paths: of all files, relative to the root, with `/`.
  package init(paths: [String]) {
    var projects: Set<String> = []
    var packages: Set<String> = []
    for path in paths {
      let end = path.utf8.lastIndex(of: slash).map(path.utf8.index(after:)) ?? path.startIndex
      let (folder, name) = (String(path[..<end]), path[end...])
      let isPackage = name == "Package.swift"
      if isPackage { packages.insert(folder) }
      if isPackage || name == "Podfile" || name.hasSuffix(".podspec") { projects.insert(folder) }
    }
    manifests = projects
    self.projects = projects.union([""])
    self.packages = packages
  }

  /// Returns the nearest folder above the file at `path` that holds a manifest, with a final `/`.
  package func project(ofPath path: String) -> String {
    var folder = path.utf8[...]
    while let end = folder.dropLast().lastIndex(of: slash) {
      folder = folder[...end]
      let name = String(Substring(folder))
      if projects.contains(name) { return name }
    }
    return ""
  }

  /// Whether a folder, written with a final `/`, or the root holds a manifest.
  package func hasManifest(inFolder folder: String) -> Bool { manifests.contains(folder) }

  /// Returns the name of the module that the file at `path` belongs to.
  package func module(ofPath path: String) -> String {
    if let target = target(ofPath: path) { return moduleName(ofTarget: target) }
    let name = project(ofPath: path).utf8.split(separator: slash).last.map { String(Substring($0)) }
    return name.map(moduleName) ?? "Project"
  }

  /// Returns the name of the package's target that the file at `path` belongs to, as its folder is called.
  package func target(ofPath path: String) -> String? {
    let project = project(ofPath: path)
    guard packages.contains(project) else { return nil }
    if let target = statedTarget(ofPath: path, in: project) { return target }
    // `Sources`, the module, and whatever stands below.
    let parts = path.utf8.dropFirst(project.utf8.count).split(separator: slash, maxSplits: 2)
    guard parts.count > 2, sourceFolders.contains(Substring(parts[0])) else { return nil }
    return String(Substring(parts[1]))
  }

  /// Returns the target whose folder a manifest states, if the file lies in it; the innermost folder counts.
  private func statedTarget(ofPath path: String, in project: String) -> String? {
    guard !targets.isEmpty, !isPackageManifest(path) else { return nil }
    var folder = path.utf8[...]
    while let end = folder.dropLast().lastIndex(of: slash), folder.count > project.utf8.count {
      folder = folder[...end]
      if let target = targets[String(Substring(folder))] { return target.isEmpty ? nil : target }
    }
    return targets[project].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Notes the folders of a package's targets if it states any.
  private mutating func noteTargets(of source: SourceText) {
    guard source.bytes.range(ofText: "path:", within: source.bytes.count) != nil else { return }
    let project = project(ofPath: source.path)
    let declared = parsePackageManifest(source).targets
    guard declared.contains(where: { $0.path != nil }) else { return }
    for target in declared {
      guard let name = target.name?.value else { continue }
      switch target.kind {
      case .binaryTarget, .plugin, .systemLibrary: continue
      case .target, .executableTarget, .testTarget, .macro: break
      }
      guard let path = target.path?.value else {
        // Elsewhere it may be a dependency that is written as a target is.
        for parent in sourceFolders {
          targets["\(project)\(parent)/\(name)/", default: name] = name
        }
        continue
      }
      let parts = path.split(separator: "/").filter { $0 != "." }
      guard !parts.contains("..") else { continue }
      let folder = project + parts.map { $0 + "/" }.joined()
      targets[folder] = targets[folder, default: name] == name ? name : ""
    }
  }
}

/// Returns the modules of the targets that the `Package.swift` files among some files declare, sorted.
package func modulesOfTargets(in files: [ProjectText]) -> [String] {
  var modules: Set<String> = []
  for file in files where isPackageManifest(file.source.path) {
    for target in parsePackageManifest(file.source).targets {
      if let name = target.name?.value { modules.insert(moduleName(ofTarget: name)) }
    }
  }
  return modules.sorted()
}

private func isPackageManifest(_ path: String) -> Bool {
  path == "Package.swift" || path.hasSuffix("/Package.swift")
}

/// Returns what Swift Package Manager calls the module of a target.
///
/// Whatever C99 does not allow in an identifier becomes `_`, a digit at the beginning too. Of other alphabets, all
/// letters and digits are taken for allowed, as C99 lists nearly all that were known in its time.
func moduleName(ofTarget name: String) -> String {
  var result = String.UnicodeScalarView()
  var isStart = true
  for scalar in name.unicodeScalars {
    let isDigit = scalar.properties.numericType == .decimal
    let isAllowed =
      scalar == "_" || scalar.properties.isAlphabetic || isDigit && !isStart
    result.append(isAllowed ? scalar : "_")
    if !isDigit { isStart = false }
  }
  return String(result)
}

private let slash = UInt8(ascii: "/")

private let sourceFolders: Set<Substring> = [
  "Sources", "Source", "src", "srcs", "Tests", "Plugins",
]
