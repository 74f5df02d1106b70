import MoultSource
import MoultSyntax

/// Which modules the Swift files of a project import.
package struct ImportedModules: Sendable {
  /// By folder of the project (with a final `/`, or empty) and module.
  private let byTarget: [Target: Set<String>]
  private let all: Set<String>
  private let byProject: [String: Set<String>]
  let layout: ProjectLayout

  private struct Target: Hashable {
    let project: String
    let module: String
  }

  init(_ files: [ProjectText], cache: TreeCache) {
    let swift = files.filter { $0.surface == .swift }
    let layout = ProjectLayout(files)
    var byTarget: [Target: Set<String>] = [:]
    var all: Set<String> = []
    var byProject: [String: Set<String>] = [:]
    for file in swift {
      let imported = cache.tree(of: file.source).importedModules
      all.formUnion(imported)
      let path = file.source.path
      let target = Target(
        project: layout.project(ofPath: path), module: layout.module(ofPath: path))
      byTarget[target, default: []].formUnion(imported)
      byProject[target.project, default: []].formUnion(imported)
    }
    self.byTarget = byTarget
    self.byProject = byProject
    self.layout = layout
    self.all = all
  }

  /// Whether the file at `path` belongs to a module of that name.
  func isOf(_ module: String, _ path: String) -> Bool { layout.module(ofPath: path) == module }

  /// Whether any file imports the module, generated ones included.
  func shows(_ module: String) -> Bool { all.contains(module) }

  /// Whether files import `module` and none imports `other`, generated ones included.
  ///
  /// - Parameter path: of a file; where the project around it imports one of the two, others do not count.
  func show(_ module: String, without other: String, near path: String) -> Bool {
    let near = byProject[layout.project(ofPath: path)] ?? []
    let modules = near.contains(module) || near.contains(other) ? near : all
    return modules.contains(module) && !modules.contains(other)
  }

  /// Returns what the files of a target import, generated ones included.
  ///
  /// - Parameter project: the folder of the manifest, with a final `/`; empty for the root.
  func modules(importedBy target: String, in project: String) -> Set<String> {
    byTarget[Target(project: project, module: target)] ?? []
  }
}
