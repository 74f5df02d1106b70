/// Homes of a tree that a program can be made of, whatever their code imports.
///
/// What ties homes of two clusters together does not exist: no manifest names a place in the other, and no import of one
/// can mean what the other makes. So a cluster is divided into programs without a look at the code of the others.
struct TreeCluster {
  /// As its program would be called, were it one.
  let name: String

  /// The files of each of its homes.
  let pathsOfHomes: [[String]]

  /// The files of all of them, in no order.
  var paths: [String] { pathsOfHomes.flatMap(\.self) }

  /// Whether imports decide which of the homes come together.
  let isDecidedByImports: Bool
}

extension ProgramMap {
  /// The clusters of the tree, of which each home is in one; sorted by name.
  ///
  /// It is the same whether imports of code were given or not.
  ///
  /// - Complexity: O(*n* log *n*) in the homes.
  var clusters: [TreeCluster] {
    var sets = DisjointSets<String>()
    let joined = Set(filesOfHome.keys).filter { !isOverarching($0) }
    for (home, others) in links where joined.contains(home) {
      for other in others where joined.contains(other) { sets.join(home, other) }
    }
    for home in joined where !code.contains(home) && !folders.isPlainRepository(home) {
      if let parent = folders.parent(of: home), code.contains(parent) { sets.join(home, parent) }
    }
    // What is left over above all that is built can import any of it, and be imported.
    let isLeftOverCode = code.contains("")
    var nearest: [String: String] = [:]
    for home in code {
      guard let outer = isLeftOverCode ? "" : folders.outermost(around: home) else { continue }
      sets.join(home, nearest[outer] ?? home)
      nearest[outer] = nearest[outer] ?? home
    }
    // What nobody can read may depend on anything in its repository.
    for home in unread {
      for other in code where folders.repository(around: other) == folders.repository(around: home)
      {
        sets.join(home, other)
      }
    }
    // So can what is left over of a repository, within it.
    for home in code {
      for above in foldersAbove(String(home.dropLast()))
      where folders.isPlainRepository(above) && code.contains(above) {
        sets.join(home, above)
      }
    }
    let groups = Dictionary(grouping: filesOfHome.keys, by: { sets.root(of: $0) })
    return groups.values.map { homes in
      let homes = Set(homes)
      return TreeCluster(
        name: name(of: homes),
        pathsOfHomes: homes.map { (filesOfHome[$0] ?? []).map { files[$0].path } },
        isDecidedByImports: homes.count { code.contains($0) } > 1)
    }.sorted { Program.name($0.name, precedes: $1.name) }
  }
}
