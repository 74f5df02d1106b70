import MoultMatching
import MoultSource
import MoultSyntax

/// Which of the types that rules about dependencies go by are written in the Swift files of a project.
///
/// Looked for when the first such rule asks.
struct TypesInCode: Sendable {
  /// The paths of files, by the type.
  private let known = Once<[String: [String]]>()
  private let find: @Sendable () -> [String: [String]]

  init(_ files: [ProjectText], rules: [SurfaceRule], cache: TreeCache) {
    find = {
      let options = rules.filter { $0.row.finder === dependencyFinder }.map(\.row.find.options)
      let names = Set(options.flatMap { [$0["written"], $0["unwritten"]].compactMap { $0 } })
      return Self.paths(of: files, writing: names.sorted(), cache)
    }
  }

  /// - Complexity: O(*n*) in the bytes of the Swift files, and in the nodes of those that mention a type.
  private static func paths(
    of files: [ProjectText], writing names: [String], _ cache: TreeCache
  ) -> [String: [String]] {
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
    return paths
  }

  /// Whether a file below the folder of a manifest writes the type.
  func has(_ name: String, below manifest: String) -> Bool {
    let own = folder(of: manifest)
    // That of an Xcode project stands in the project's own folder.
    let folder = own.hasSuffix(".xcodeproj/") ? folder(of: String(own.dropLast())) : own
    return known.value(find)[name]?.contains { $0.hasPrefix(folder) } ?? false
  }
}
