import MoultSource

/// The folders of a tree that something builds: those with a `Package.swift`, a `Podfile`, a podspec, an Xcode project
/// or workspace, or what an Xcode project is generated from; packages of Bazel that lie in none of these; and those that are
/// repositories of their own, whose files are nobody else's.
struct BuildFolders: Sendable {
  /// With a final `/`; the root is the empty text.
  let folders: Set<String>

  /// Those that something builds.
  private let built: Set<String>

  /// Those that are repositories of their own.
  private let repositories: Set<String>

  /// Those in which what is built is said by a program that nobody reads.
  private let generated: Set<String>

  /// Those that Bazel builds alone.
  let bazel: BazelPackages

  /// The names that Xcode projects and podspecs give what they build, by folder.
  let names: [String: Set<String>]

  /// - Parameter repositories: as `folders`.
  init(_ files: [TreeFile], repositories: Set<String> = []) {
    var folders: Set<String> = []
    var names: [String: Set<String>] = [:]
    var generated: Set<String> = []
    for path in files.lazy.map(\.path) {
      guard let mark = buildMark(path) else { continue }
      folders.insert(mark.folder)
      if lastComponent(ofPath: path) == "Project.swift" { generated.insert(mark.folder) }
      if let name = mark.name { names[mark.folder, default: []].insert(moduleName(ofTarget: name)) }
    }
    bazel = BazelPackages(files, besides: folders, repositories: repositories)
    built = folders.union(bazel.folders)
    self.repositories = repositories
    self.generated = generated
    self.folders = built.union(repositories)
    self.names = names
  }

  /// Whether something builds a folder.
  func isBuilt(_ folder: String) -> Bool { built.contains(folder) }

  /// Whether a folder is a repository that nothing builds as a whole.
  func isPlainRepository(_ folder: String) -> Bool {
    folders.contains(folder) && !built.contains(folder)
  }

  /// Whether a program that nobody reads says what is built in a folder.
  func isGenerated(_ folder: String) -> Bool { generated.contains(folder) }

  /// Returns the repository that a folder lies in, with a final `/`; the root where it is in none of its own.
  func repository(around folder: String) -> String {
    foldersAbove(folder).first(where: repositories.contains) ?? ""
  }

  /// Returns the nearest of the folders above a file; the root where there is none.
  func home(ofPath path: String) -> String {
    foldersAbove(path).first(where: folders.contains) ?? ""
  }

  /// Returns the next such folder above one; nil for the root.
  func parent(of folder: String) -> String? {
    folder.isEmpty ? nil : home(ofPath: String(folder.dropLast()))
  }

  /// Returns the outermost folder that is built around a folder or is itself built; nil where there is none.
  func outermost(around folder: String) -> String? {
    (foldersAbove(folder) + [""]).last(where: built.contains)
  }
}

/// The folders that a path names, innermost first, each with a final `/`; the root comes last, as the empty text.
package func foldersAbove(_ path: String) -> [String] {
  var folders: [String] = []
  var rest = path.utf8[...]
  while let end = rest.lastIndex(of: UInt8(ascii: "/")) {
    folders.append(String(Substring(rest[...end])))
    rest = rest[..<end]
  }
  return folders + [""]
}

/// The folder that a file shows to be built, and the name of what is built.
private func buildMark(_ path: String) -> (folder: String, name: String?)? {
  // Hardly any file shows anything, and the others need not be taken apart.
  guard canBeMark(path) else { return nil }
  let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  guard let file = parts.last else { return nil }
  func folder(_ count: Int) -> String { parts.prefix(count).map { $0 + "/" }.joined() }
  let above = parts.count - 1
  switch file {
  case "Package.swift", "Podfile", "project.yml", "Project.swift": return (folder(above), nil)
  case "project.pbxproj":
    guard above > 0, let name = parts[above - 1].without(ending: ".xcodeproj") else { return nil }
    return (folder(above - 1), name)
  default:
    if let name = file.without(ending: ".podspec") ?? file.without(ending: ".podspec.json") {
      return (folder(above), name)
    }
    // What lies in a workspace, such as its lock; that of a project is no workspace of its own.
    guard
      let place = parts.firstIndex(where: { $0.hasSuffix(".xcworkspace") }),
      parts[place] != "project.xcworkspace"
    else { return nil }
    return (folder(place), nil)
  }
}

private func canBeMark(_ path: String) -> Bool {
  let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:))
  switch path[(start ?? path.startIndex)...] {
  case "Package.swift", "Podfile", "project.yml", "Project.swift", "project.pbxproj": return true
  case let name where name.hasSuffix(".podspec") || name.hasSuffix(".podspec.json"): return true
  default: break
  }
  var rest = path.utf8[...]
  while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
    if rest[dot...].starts(with: ".xcworkspace".utf8) { return true }
    rest = rest[rest.index(after: dot)...]
  }
  return false
}

extension String {
  fileprivate func without(ending: String) -> String? {
    hasSuffix(ending) ? String(dropLast(ending.count)) : nil
  }
}
