import MoultMatching
import MoultSource
import MoultSyntax

/// Which of the types and names that rules about dependencies go by are written in the Swift files of a project.
///
/// Looked for when the first such rule asks.
struct TypesInCode: Sendable {
  private struct Word: Hashable {
    let name: String
    let isType: Bool
  }

  /// The paths of the files that write a word.
  private let known = Once<[Word: Set<String>]>()
  private let find: @Sendable () -> [Word: Set<String>]

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
  ) -> [Word: Set<String>] {
    let words = names.filter { $0.first?.isLetter == true }
    let operators = Set(names).subtracting(words)
    let scanner = AnchorScanner(anchors: words)
    var paths: [Word: Set<String>] = [:]
    for file in files where file.surface == .swift {
      let mentioned = Set(scanner.anchors(in: file.source.bytes).map { words[$0] })
      guard !mentioned.isEmpty || !operators.isEmpty else { continue }
      for node in cache.tree(of: file.source).root.descendants {
        let wanted = node.kind == .prefixOperator ? operators : mentioned
        guard !wanted.isEmpty, wanted.contains(node.name) else { continue }
        let word = Word(name: node.name, isType: node.kind == .identifierType)
        paths[word, default: []].insert(file.source.path)
      }
    }
    return paths
  }

  /// Whether a file below the folder of a manifest writes the name, as a type or otherwise.
  func uses(_ name: String, below manifest: String) -> Bool {
    has(name, below: manifest) || has(Word(name: name, isType: false), below: manifest)
  }

  /// Whether a file below the folder of a manifest writes the type.
  func has(_ type: String, below manifest: String) -> Bool {
    has(Word(name: type, isType: true), below: manifest)
  }

  private func has(_ word: Word, below manifest: String) -> Bool {
    let own = folder(of: manifest)
    // That of an Xcode project stands in the project's own folder.
    let folder = own.hasSuffix(".xcodeproj/") ? folder(of: String(own.dropLast())) : own
    return known.value(find)[word]?.contains { $0.hasPrefix(folder) } ?? false
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
