import MoultManifests
import MoultSource
import Synchronization

/// Which module each Swift file of a project belongs to, judged by paths.
///
/// What lies in the folder that a manifest gives a target (`path: "Sources/Common"`) belongs to that target. Below a
/// folder with a `Package.swift`, `Sources/X/…`, `Source/X/…`, `src/X/…` and `Tests/X/…` belong to the module `X`; if it has
/// one target and no folder of its name, all of `Sources` is that target's, as SwiftPM has it since 5.9, and so for tests.
/// A package for tools of version 3 need not write targets: files that stand in `Sources` itself, or beside the manifest, are
/// those of a module that is called as the package.
/// Any other file belongs to one module per nearest folder above it that holds a `Package.swift`, a `Podfile`
/// or a podspec; the root counts as such a folder. The targets of an Xcode project are
/// no modules, as one file may belong to several; see `placesInXcode`. A module is called
/// as its target, with what C does not allow in a name replaced: `My-Kit` is the module `My_Kit`.
package struct ProjectLayout: Sendable {
  /// Folders that hold a manifest, with a final `/`; the root is the empty text.
  private let projects: Set<String>
  private let packages: Set<String>

  /// As `projects`, without the root if it holds no manifest.
  private let manifests: Set<String>

  /// The targets of the folders that manifests name, with a final `/`; the empty text where several share a folder.
  private var targets: [String: String] = [:]

  /// What was asked of folders: a folder's files, but its manifest, belong together.
  private let known = KnownFolders()

  /// - Complexity: O(*n*) in the files, and in the bytes of the packages' manifests.
  package init(_ files: [ProjectText]) {
    self.init(paths: files.map(\.source.path))
    let manifests = files.filter { isPackageManifest($0.source.path) }
    guard !manifests.isEmpty else { return }
    let folders = sourceFolders(of: files)
    var spelling = FolderSpelling(folders.direct)
    for file in manifests {
      noteTargets(of: file.source, folders, &spelling)
    }
  }

  /// The folders of Swift files that stand in packages, with a final `/`.
  private struct SourceFolders {
    /// Two levels below each package's own: `Sources/App/` has the value `Sources/`, and so does `Sources/` itself where files
    /// stand in it.
    var known: Set<String> = []

    /// Those in which files stand themselves.
    var direct: Set<Substring> = []
  }

  private func sourceFolders(of files: [ProjectText]) -> SourceFolders {
    var result = SourceFolders()
    for file in files where file.surface == .swift {
      let path = file.source.path
      guard !isPackageManifest(path), result.direct.insert(folder(ofPath: path)).inserted else {
        continue
      }
      let project = project(ofPath: path)
      guard packages.contains(project) else { continue }
      let parts = path.utf8.dropFirst(project.utf8.count).split(separator: slash, maxSplits: 2)
      guard parts.count > 1, knownSourceFolders.contains(Substring(parts[0])) else { continue }
      result.known.insert("\(project)\(Substring(parts[0]))/")
      if parts.count > 2 {
        result.known.insert("\(project)\(Substring(parts[0]))/\(Substring(parts[1]))/")
      }
    }
    return result
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
    known.project(of: folder(ofPath: path)) {
      var folder = path.utf8[...]
      while let end = folder.dropLast().lastIndex(of: slash) {
        folder = folder[...end]
        let name = String(Substring(folder))
        if projects.contains(name) { return name }
      }
      return ""
    }
  }

  /// Whether a folder, written with a final `/`, or the root holds a manifest.
  package func hasManifest(inFolder folder: String) -> Bool { manifests.contains(folder) }

  /// Returns the name of the module that the file at `path` belongs to.
  ///
  /// The code of each block of a Markdown file, which lies below a "folder" of the file's name, is a module of its own.
  package func module(ofPath path: String) -> String {
    // A manifest belongs to no target, whatever lies beside it.
    if isPackageManifest(path) { return ownModule(ofPath: path) }
    return known.module(of: folder(ofPath: path)) { ownModule(ofPath: path) }
  }

  private func ownModule(ofPath path: String) -> String {
    if let block = markdownBlock(ofPath: path) { return moduleName(ofTarget: block) }
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
    guard parts.count > 2, knownSourceFolders.contains(Substring(parts[0])) else {
      return nil
    }
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

  /// Notes the folders of a package's targets if it states any, or if a target has all of `Sources` or `Tests`.
  ///
  /// - Parameter folders: those of `sourceFolders(of:)`.
  private mutating func noteTargets(
    of source: SourceText, _ folders: SourceFolders, _ spelling: inout FolderSpelling
  ) {
    let project = project(ofPath: source.path)
    let manifest = parsePackageManifest(source)
    let declared = manifest.targets
    if declared.isEmpty, manifest.toolsVersion.map({ $0.text.hasPrefix("3") }) ?? true,
      let name = manifest.name?.value
    {
      noteModule(ofPackage: name, in: project, folders)
    }
    noteOnlyTarget(of: declared, in: project, folders.known)
    guard declared.contains(where: { $0.path != nil }) else { return }
    for target in declared {
      guard let name = target.name?.value else { continue }
      switch target.kind {
      case .binaryTarget, .plugin, .systemLibrary: continue
      case .target, .executableTarget, .testTarget, .macro: break
      }
      guard let path = target.path?.value else {
        // Elsewhere it may be a dependency that is written as a target is.
        for parent in knownSourceFolders {
          targets["\(project)\(parent)/\(name)/", default: name] = name
        }
        continue
      }
      let parts = path.split(separator: "/").filter { $0 != "." }
      guard !parts.contains("..") else { continue }
      let folder = spelling.spelled(project + parts.map { $0 + "/" }.joined())
      targets[folder] = targets[folder, default: name] == name ? name : ""
    }
  }
}

/// How folders are spelled that manifests name: on a Mac `Sources/grpc` is `Sources/Grpc`.
private struct FolderSpelling {
  private let direct: Set<Substring>

  /// The folders with Swift files below them, once somebody asks.
  private lazy var known = Set(direct.flatMap { foldersAbove(String($0)) })
  private lazy var byLowercase = Dictionary(
    known.sorted().map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

  /// - Parameter direct: the folders in which Swift files stand, with a final `/`.
  init(_ direct: Set<Substring>) { self.direct = direct }

  /// Returns the folder of the tree that is meant, or the same where there is none.
  ///
  /// - Complexity: O(*n*) in the folders for who asks first, and O(1) from then on.
  mutating func spelled(_ folder: String) -> String {
    // Most folders of targets hold files themselves.
    if direct.contains(Substring(folder)) || known.contains(folder) { return folder }
    return byLowercase[folder.lowercased()] ?? folder
  }
}

extension ProjectLayout {
  /// Notes the module of files that stand in no folder of a module, as tools of version 3 find it; that is called as the package.
  private mutating func noteModule(
    ofPackage name: String, in project: String, _ folders: SourceFolders
  ) {
    let parents = ["Sources", "Source", "src", "srcs"].map { "\(project)\($0)/" }
    if let parent = parents.first(where: folders.known.contains) {
      if folders.direct.contains(Substring(parent)) { targets[parent, default: name] = name }
    } else if folders.direct.contains(Substring(project)) {
      targets[project, default: name] = name
      for folder in folders.known where folder.hasPrefix("\(project)Tests/") {
        let test = folder.dropFirst("\(project)Tests/".count).dropLast()
        if !test.isEmpty { targets[folder, default: String(test)] = String(test) }
      }
    }
  }

  /// Notes the one target of its kind that has no folder of its own name.
  private mutating func noteOnlyTarget(
    of declared: [PackageTarget], in project: String, _ folders: Set<String>
  ) {
    let tests = declared.filter { $0.kind == .testTarget }
    let others = declared.filter { $0.kind != .testTarget && $0.kind != .plugin }
    for (group, parents) in [(others, ["Sources", "Source", "src", "srcs"]), (tests, ["Tests"])] {
      guard group.count == 1, let only = group.first, only.path == nil, let name = only.name?.value,
        only.kind != .binaryTarget, only.kind != .systemLibrary,
        let parent = parents.first(where: { folders.contains("\(project)\($0)/") }),
        !folders.contains("\(project)\(parent)/\(name)/")
      else { continue }
      targets["\(project)\(parent)/", default: name] = name
    }
  }
}

/// What is known of the folders of a tree, found out once for each.
///
/// A class because all who ask share it; a path with its final `/` is the key.
private final class KnownFolders: Sendable {
  private let projects = Mutex<[Substring: String]>([:])
  private let modules = Mutex<[Substring: String]>([:])

  func project(of folder: Substring, find: () -> String) -> String {
    answer(in: projects, to: folder, find)
  }

  func module(of folder: Substring, find: () -> String) -> String {
    answer(in: modules, to: folder, find)
  }

  private func answer(
    in known: borrowing Mutex<[Substring: String]>, to folder: Substring, _ find: () -> String
  ) -> String {
    if let answer = known.withLock({ $0[folder] }) { return answer }
    let answer = find()
    // A key of its own: the path of a file is not kept for it.
    known.withLock { $0[Substring(String(folder))] = answer }
    return answer
  }
}

/// Returns the folder of a file, with a final `/`; empty for the root.
private func folder(ofPath path: String) -> Substring {
  path.utf8.lastIndex(of: slash).map { path[...$0] } ?? ""
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

/// Whether a file is the manifest of a package of Swift.
package func isPackageManifest(_ path: String) -> Bool {
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

/// Returns the path of the folder that stands for a block of a Markdown file, if the file at `path` lies in one.
private func markdownBlock(ofPath path: String) -> String? {
  let bytes = path.utf8
  guard let end = bytes.lastIndex(of: slash), let start = bytes[..<end].lastIndex(of: slash),
    bytes[bytes.index(after: start)..<end].allSatisfy({
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    })
  else { return nil }
  let document = path[..<start]
  let isMarkdown = [".md", ".mdx", ".markdown"].contains { document.hasSuffix($0) }
  return isMarkdown ? String(path[..<end]) : nil
}

private let slash = UInt8(ascii: "/")

/// The folders of a package in which Swift Package Manager looks for those of targets.
package let knownSourceFolders: Set<Substring> = [
  "Sources", "Source", "src", "srcs", "Tests", "Plugins",
]
