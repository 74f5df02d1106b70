/// Which module each Swift file of a project belongs to, judged by paths.
///
/// Below a folder with a `Package.swift`, `Sources/X/…`, `Source/X/…`, `src/X/…` and `Tests/X/…` belong to the module `X`.
/// Any other file belongs to one module per nearest folder above it that holds a `Package.swift`, a `Podfile`
/// or a podspec; the root counts as such a folder. An Xcode project's targets are not told apart.
package struct ProjectLayout: Sendable {
  /// Folders that hold a manifest, with a final `/`; the root is the empty text.
  private let projects: Set<String>
  private let packages: Set<String>

  /// - Parameter paths: of all files, relative to the root, with `/`.
  package init(paths: [String]) {
    var projects: Set<String> = [""]
    var packages: Set<String> = []
    for path in paths {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let folder = String(path.dropLast(name.count))
      let isPackage = name == "Package.swift"
      if isPackage { packages.insert(folder) }
      if isPackage || name == "Podfile" || name.hasSuffix(".podspec") { projects.insert(folder) }
    }
    self.projects = projects
    self.packages = packages
  }

  /// Returns the nearest folder above the file at `path` that holds a manifest, with a final `/`.
  package func project(ofPath path: String) -> String {
    var folder = path[...]
    while let slash = folder.dropLast().lastIndex(of: "/") {
      folder = folder[...slash]
      if projects.contains(String(folder)) { return String(folder) }
    }
    return ""
  }

  /// Returns the name of the module that the file at `path` belongs to.
  package func module(ofPath path: String) -> String {
    let project = project(ofPath: path)
    let rest = path.dropFirst(project.count).split(separator: "/")
    let sourceFolders: Set<Substring> = ["Sources", "Source", "src", "srcs", "Tests", "Plugins"]
    if packages.contains(project), rest.count > 2, sourceFolders.contains(rest[0]) {
      return String(rest[1])
    }
    let name = project.split(separator: "/").last.map(String.init)
    return name ?? "Project"
  }
}
