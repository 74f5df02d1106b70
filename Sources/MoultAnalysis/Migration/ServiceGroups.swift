import MoultFindings
import MoultSource
import MoultSurfaces
import MoultSyntax

/// Divides the files that change together by the services whose clients and servers they hold.
///
/// Files stay together if they name one service, if a fix edits both, or if one mentions a name whose declaration a fix
/// changes in the other: a type, a signature, the type of a property. What a fix changes in the body of a function is seen
/// by nobody else.
struct ServiceGroups {
  private let files: [String: ProjectText]
  private let services: ServiceNames
  private let cache: TreeCache

  struct Group {
    /// In order of their names; none of what no service is named in.
    let services: [String]
    let paths: Set<String>
    let findings: [Finding]
  }

  init(_ files: [ProjectText], _ cache: TreeCache) {
    self.files = Dictionary(files.map { ($0.source.path, $0) }, uniquingKeysWith: { $1 })
    services = ServiceNames(declaredServices(in: files, cache), files, cache)
    self.cache = cache
  }

  /// Returns the groups of what was found, what names no service first, then in order of services.
  ///
  /// - Returns: none where all services of the project go together, or where anything but handwritten Swift is found or edited: what a
  ///   manifest or a header says holds for all.
  /// - Complexity: O(*n*) in the tokens of the files.
  func groups(of findings: [Finding]) -> [Group] {
    let edited = findings.map { finding in
      [finding.path] + (finding.fix?.files.map(\.path) ?? [])
    }
    let paths = Set(edited.joined()).sorted()
    let texts = paths.compactMap { files[$0] }
    guard services.count > 1, texts.count == paths.count,
      texts.allSatisfy({ $0.surface == .swift && !$0.isGenerated })
    else { return [] }
    var sets = DisjointSets(paths.count)
    let places = Dictionary(uniqueKeysWithValues: zip(paths, paths.indices))
    for paths in edited {
      for path in paths { sets.join(places[paths[0]] ?? 0, places[path] ?? 0) }
    }
    let named = texts.map { Set(services.mentions(in: $0).map(\.service)) }
    let trees = texts.map { cache.tree(of: $0.source) }
    var edits = [[Edit]](repeating: [], count: paths.count)
    for file in findings.flatMap({ $0.fix?.files ?? [] }) {
      if let place = places[file.path] { edits[place] += file.edits }
    }
    // What stands for each service and each changed name is the first file that has it.
    var first: [String: Int] = [:]
    var changed: [String: Int] = [:]
    for (index, tree) in trees.enumerated() {
      for service in named[index] {
        sets.join(index, first[service] ?? index)
        if first[service] == nil { first[service] = index }
      }
      for name in tree.names(whoseDeclarationsChangeBy: edits[index]) {
        sets.join(index, changed[name] ?? index)
        if changed[name] == nil { changed[name] = index }
      }
    }
    for (index, tree) in trees.enumerated() where !changed.isEmpty {
      for word in tree.identifiers {
        if let other = changed[word] { sets.join(index, other) }
      }
    }
    return divided(findings, by: &sets, places, named)
  }

  private func divided(
    _ findings: [Finding], by sets: inout DisjointSets, _ places: [String: Int],
    _ named: [Set<String>]
  ) -> [Group] {
    var servicesOfRoot: [Int: Set<String>] = [:]
    for (index, names) in named.enumerated() {
      servicesOfRoot[sets.root(of: index), default: []].formUnion(names)
    }
    // The last one of several that stand apart has its name as well.
    guard servicesOfRoot.values.contains(where: { !$0.isEmpty && $0.count < services.count })
    else { return [] }
    // What names no service goes together, whatever it is.
    let keys = servicesOfRoot.mapValues { $0.sorted() }
    var paths: [[String]: Set<String>] = [:]
    for (path, place) in places {
      paths[keys[sets.root(of: place)] ?? [], default: []].insert(path)
    }
    return paths.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { services, paths in
      Group(
        services: services, paths: paths, findings: findings.filter { paths.contains($0.path) })
    }
  }
}

/// Numbers that are joined to sets.
private struct DisjointSets {
  private var parents: [Int]

  init(_ count: Int) { parents = Array(0..<count) }

  mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  mutating func join(_ first: Int, _ second: Int) {
    let (one, other) = (root(of: first), root(of: second))
    if one != other { parents[max(one, other)] = min(one, other) }
  }
}

extension SyntaxTree {
  /// Returns the names by which other files mention what some edits change outside of bodies.
  fileprivate func names(whoseDeclarationsChangeBy edits: [Edit]) -> Set<String> {
    edits.reduce(into: []) { names, edit in
      // An insertion between two nodes belongs to both.
      let (start, end) = (edit.range.lowerBound.index, edit.range.upperBound.index)
      for index in Set([max(start - 1, 0), start, end]) where index < source.bytes.count {
        names.formUnion(innermostNode(at: ByteOffset(index)).namesOfDeclarationAround)
      }
    }
  }
}
