/// Which shard judges what of a tree.
///
/// The programs stand in the order of their names, each as long as its files have bytes, and the line is cut into pieces
/// of one length: a program falls to the piece in which its middle lies. So every machine divides one tree in the same
/// way, no shard has more than its share and the halves of two pieces, and a program that grows moves no others than those
/// whose middle lies within its growth of a cut. What reports on shared code is one piece: programs of which one sees
/// files of another. A cluster is one piece as well, unless what it has beside its largest home is more than half a
/// share: nobody but its own shard has to look at its code then, and to divide it would gain little.
package struct ShardDivision: Sendable {
  /// By path; one-based.
  private let shards: [String: Int]

  /// What was asked about imports, by path.
  package let imports: [String: [String]]

  /// Divides a tree.
  ///
  /// - Parameters:
  ///   - files: all of it; those of code without what they import.
  ///   - repositories: as of `Programs`.
  ///   - sizes: in bytes, by path.
  ///   - count: of the shards, at least one.
  ///   - imports: returns what files of code at some paths import, by path.
  package init(
    _ files: [TreeFile], repositories: Set<String> = [], sizes: [String: Int], count: Int,
    imports: ([String]) async -> [String: [String]]
  ) async {
    let clusters = ProgramMap(files, repositories: repositories).clusters
    let half = sizes.values.reduce(0, +) / (2 * count)
    func weight(_ paths: some Sequence<String>) -> Int {
      paths.reduce(0) { $0 + (sizes[$1] ?? 0) }
    }
    func isDivided(_ cluster: TreeCluster) -> Bool {
      guard cluster.isDecidedByImports else { return false }
      let weights = cluster.pathsOfHomes.map { weight($0) }
      return weights.reduce(0, +) - (weights.max() ?? 0) > half
    }
    let large = clusters.filter(isDivided)
    let small = clusters.filter { !isDivided($0) }
    let code = Set(files.lazy.filter(\.isCode).map(\.path))
    let known = large.isEmpty ? [:] : await imports(large.flatMap(\.paths).filter(code.contains))
    var pieces = small.map { Piece(name: $0.name, paths: $0.paths) }
    if !large.isEmpty {
      let inLarge = Set(large.flatMap(\.paths))
      let programs = Programs(
        files.map { file in known[file.path].map(file.importing) ?? file },
        repositories: repositories)
      pieces += programs.piecesOfSharedCode.filter { $0.paths.contains(where: inLarge.contains) }
    }
    pieces.sort { Program.name($0.name, precedes: $1.name) }
    self.imports = known
    shards = Self.cut(pieces, weight: { weight($0.paths) }, count: count)
  }

  /// Returns the shard that says what there is to say about the file at a path, one-based: the first where nothing is
  /// known of it.
  package func shard(ofPath path: String) -> Int { shards[path] ?? 1 }

  /// Returns the programs that fall to a shard, as indices.
  ///
  /// - Parameter programs: of the same tree, with the imports of that shard's code.
  package func programs(of shard: Int, among programs: Programs) -> Set<Int> {
    Set(
      programs.all.indices.filter { index in
        let program = programs.all[index]
        // What a program owns and sees falls to one shard.
        return (program.own.first ?? program.seen.first).map { self.shard(ofPath: $0) } == shard
      })
  }

  /// Files that go to one shard.
  fileprivate struct Piece {
    let name: String
    let paths: [String]
  }

  private static func cut(
    _ pieces: [Piece], weight: (Piece) -> Int, count: Int
  ) -> [String: Int] {
    let weights = pieces.map(weight)
    let total = weights.reduce(0, +)
    var shards: [String: Int] = [:]
    var before = 0
    for (piece, weight) in zip(pieces, weights) {
      let middle = 2 * before + weight
      let shard = total == 0 ? 1 : min(count, 1 + middle * count / (2 * total))
      for path in piece.paths { shards[path] = shard }
      before += weight
    }
    return shards
  }
}

extension TreeFile {
  fileprivate func importing(_ imports: [String]) -> TreeFile {
    TreeFile(path: path, surface: surface, imports: imports, source: source)
  }
}

extension Programs {
  /// The files of programs that see code of each other, which come together; in no order.
  fileprivate var piecesOfSharedCode: [ShardDivision.Piece] {
    var sets = DisjointSets<Int>()
    var owners: [String: Int] = [:]
    for (index, program) in all.enumerated() {
      for path in program.own.union(program.seen) {
        if let owner = owners[path] { sets.join(owner, index) } else { owners[path] = index }
      }
    }
    return Dictionary(grouping: all.indices, by: { sets.root(of: $0) }).values.map { indices in
      let programs = indices.map { all[$0] }
      return ShardDivision.Piece(
        name: programs.min()?.name ?? ".",
        paths: programs.flatMap { $0.own.union($0.seen) })
    }
  }
}
