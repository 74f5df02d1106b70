import MoultFindings
import MoultSource
import MoultSurfaces
import MoultSyntax

/// The parts of a project that can change an era alone, as no Swift of one imports a module of another.
///
/// A part is a folder with a manifest, or several of them. What lies outside all of them, such as a script that
/// generates for every package, may speak for each: where something is found in it, there is one part.
struct ProjectParts {
  private let layout: ProjectLayout

  /// The folder that stands for the part of each folder; those alone are left out.
  private var parents: [String: String] = [:]
  private var pathsOfPart: [String: Set<String>] = [:]

  /// - Complexity: O(*n*) in the files and their imports.
  init(_ files: [ProjectText], _ findings: [Finding], _ cache: TreeCache) {
    let paths = files.map(\.source.path)
    layout = ProjectLayout(files)
    let swift = files.filter { $0.surface == .swift }
    var homes: [String: Set<String>] = [:]
    for file in swift {
      let path = file.source.path
      homes[layout.module(ofPath: path), default: []].insert(layout.project(ofPath: path))
    }
    for file in swift {
      let own = layout.project(ofPath: file.source.path)
      for module in cache.tree(of: file.source).importedModules {
        for other in homes[module] ?? [] { join(own, other) }
      }
    }
    for finding in findings {
      let own = layout.project(ofPath: finding.path)
      for file in finding.fix?.files ?? [] { join(own, layout.project(ofPath: file.path)) }
    }
    let isOutside = !layout.hasManifest(inFolder: "")
    if isOutside, findings.contains(where: { layout.project(ofPath: $0.path).isEmpty }) {
      for folder in Set(paths.map(layout.project)) { join("", folder) }
    }
    for path in paths { pathsOfPart[part(ofPath: path), default: []].insert(path) }
  }

  /// What stands for the part that the file at a path belongs to.
  func part(ofPath path: String) -> String { root(of: layout.project(ofPath: path)) }

  /// The paths of all files of a part.
  func paths(of part: String) -> Set<String> { pathsOfPart[part] ?? [] }

  private func root(of folder: String) -> String {
    var current = folder
    while let next = parents[current] { current = next }
    return current
  }

  private mutating func join(_ first: String, _ second: String) {
    let (one, other) = (root(of: first), root(of: second))
    if one != other { parents[max(one, other)] = min(one, other) }
  }
}
