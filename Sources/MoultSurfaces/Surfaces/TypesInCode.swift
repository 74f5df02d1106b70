import MoultMatching
import MoultSource
import MoultSyntax

/// Which of the types that rules about dependencies go by are written in the Swift files of a project.
struct TypesInCode: Sendable {
  /// The paths of files, by the type.
  private let paths: [String: [String]]

  /// - Complexity: O(*n*) in the bytes of the Swift files, and in the nodes of those that mention a type; nothing where no rule
  ///   goes by one.
  init(_ files: [ProjectText], rules: [SurfaceRule], cache: TreeCache) {
    let options = rules.filter { $0.row.finder === dependencyFinder }.map(\.row.find.options)
    let names = Set(options.flatMap { [$0["written"], $0["unwritten"]].compactMap { $0 } }).sorted()
    guard !names.isEmpty else {
      paths = [:]
      return
    }
    let scanner = AnchorScanner(anchors: names)
    var paths: [String: [String]] = [:]
    for file in files where file.surface == .swift {
      let mentioned = scanner.anchors(in: file.source.bytes).map { names[$0] }
      guard !mentioned.isEmpty else { continue }
      for node in cache.tree(of: file.source).root.descendants
      where node.kind == .identifierType && mentioned.contains(node.name) {
        paths[node.name, default: []].append(file.source.path)
      }
    }
    self.paths = paths
  }

  /// Whether a file below the folder of a manifest writes the type.
  func has(_ name: String, below manifest: String) -> Bool {
    let folder = folderOfProject(manifest)
    return paths[name]?.contains { $0.hasPrefix(folder) } ?? false
  }
}

/// The folder of a manifest, or the one in which an Xcode project stands, with a final `/`; empty for the root.
private func folderOfProject(_ manifest: String) -> Substring {
  func folder(of path: Substring) -> Substring { path.lastIndex(of: "/").map { path[...$0] } ?? "" }
  let own = folder(of: manifest[...])
  return own.hasSuffix(".xcodeproj/") ? folder(of: own.dropLast()) : own
}
