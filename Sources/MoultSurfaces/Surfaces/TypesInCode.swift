import MoultMatching
import MoultSource
import MoultSyntax

/// Which of the types and names that rules about dependencies go by are written in the Swift files of a project.
///
/// Looked for when the first such rule asks.
struct TypesInCode: Sendable {
  /// The paths of files, by the name; types and other names apart.
  private let known = Once<[String: [String]]>()
  private let find: @Sendable () -> [String: [String]]

  init(_ files: [ProjectText], rules: [SurfaceRule], cache: TreeCache) {
    find = {
      let options = rules.filter { $0.row.finder === dependencyFinder }.map(\.row.find.options)
      let names = Set(
        options.flatMap {
          [$0["written"], $0["unwritten"]].compactMap(\.self) + namesUsed(by: $0).joined()
        })
      return Self.paths(of: files, writing: names.sorted(), cache)
    }
  }

  /// - Complexity: O(*n*) in the bytes of the Swift files, and in the nodes of those that mention a name; an operator may
  ///   stand anywhere.
  private static func paths(
    of files: [ProjectText], writing names: [String], _ cache: TreeCache
  ) -> [String: [String]] {
    let words = names.filter { $0.first?.isLetter == true }
    let operators = names.filter { !words.contains($0) }
    let scanner = AnchorScanner(anchors: words)
    var paths: [String: [String]] = [:]
    for file in files where file.surface == .swift {
      let mentioned = scanner.anchors(in: file.source.bytes).map { words[$0] } + operators
      guard !mentioned.isEmpty else { continue }
      for node in cache.tree(of: file.source).root.descendants
      where mentioned.contains(node.name) {
        let key = node.kind == .identifierType ? node.name : other(node.name)
        guard node.kind == .prefixOperator || !operators.contains(node.name) else { continue }
        paths[key, default: []].append(file.source.path)
      }
    }
    return paths
  }

  private static func other(_ name: String) -> String { name + "()" }

  /// Whether a file below the folder of a manifest writes the name, as a type or otherwise.
  func uses(_ name: String, below manifest: String) -> Bool {
    has(name, below: manifest) || has(Self.other(name), below: manifest)
  }

  /// Whether a file below the folder of a manifest writes the type.
  func has(_ name: String, below manifest: String) -> Bool {
    let own = folder(of: manifest)
    // That of an Xcode project stands in the project's own folder.
    let folder = own.hasSuffix(".xcodeproj/") ? folder(of: String(own.dropLast())) : own
    return known.value(find)[name]?.contains { $0.hasPrefix(folder) } ?? false
  }
}

/// The names of which Swift below the manifest's folder has to write some; none where it need not.
///
/// Blanks stand between those of which one will do, and a `+` between those of which each is needed; a prefix operator is a name.
func namesUsed(by options: [String: String]) -> [[String]] {
  (options["used"]?.split(separator: " ") ?? []).map {
    $0.split(separator: "+").map(String.init)
  }
}
