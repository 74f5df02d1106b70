import Foundation
import MoultFindings
import MoultSource
import MoultSurfaces

/// A tree of which one shard is looked at.
struct ShardedTree: Sendable {
  /// The code of other shards.
  let codeElsewhere: [FoundFile]

  /// The same for the same files of the same sizes.
  let digest: String

  fileprivate let shard: Shard
  fileprivate let division: ShardDivision
  private let repositories: Set<String>

  /// Divides a tree, for which code is read only where its imports decide.
  ///
  /// - Parameters:
  ///   - found: all of the tree.
  ///   - repositories: as of `Programs`.
  ///   - texts: what of it is no code.
  init(
    _ shard: Shard, _ found: [FoundFile], repositories: Set<String>, texts: [TreeFile], jobs: Int
  ) async {
    let sizes = await parallelMap(found, jobs: jobs) { size(ofFile: $0.absolutePath) }
    let sizeOfPath = Dictionary(zip(found.map(\.path), sizes)) { first, _ in first }
    let code = Dictionary(
      found.filter(\.isCode).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let division = await ShardDivision(
      texts + code.values.compactMap { TreeFile(unread: $0) }, repositories: repositories,
      sizes: sizeOfPath, count: shard.count
    ) { paths in
      let files = paths.compactMap { code[$0] }
      let imported = await parallelMap(files, jobs: jobs) { imports(of: $0) }
      return Dictionary(zip(files.map(\.path), imported)) { first, _ in first }
    }
    codeElsewhere = code.values.filter { division.shard(ofPath: $0.path) != shard.index }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let list = sizeOfPath.map { "\($0.key)\u{0}\($0.value)\n" }.sorted().joined()
    digest = hexadecimal(stableHash(list.utf8))
    self.shard = shard
    self.repositories = repositories
    self.division = division
  }

  /// Returns whether the shard says what there is to say about the file at a path.
  func isOwn(_ path: String) -> Bool { division.shard(ofPath: path) == shard.index }

  /// Returns the programs that fall to the shard.
  ///
  /// - Parameter read: all of the tree but the code of other shards.
  func programs(of read: [TreeFile]) -> Programs {
    let unread = codeElsewhere.compactMap {
      TreeFile(unread: $0, imports: division.imports[$0.path] ?? [])
    }
    let programs = Programs(read + unread, repositories: repositories)
    return programs.limited(to: division.programs(of: shard.index, among: programs))
  }
}

/// What of a tree falls to other shards.
struct WorkspaceElsewhere: Sendable {
  /// What is no code, and no program of this shard sees.
  let texts: [WorkspaceFile]
  let code: [FoundFile]

  let shard: Shard
  fileprivate let division: ShardDivision

  /// The same in all shards that divide the same tree.
  let treeDigest: String

  /// Whether the tree has nothing to look at, for whichever shard.
  let isEmptyTree: Bool

  /// - Parameters:
  ///   - texts: what is no code, and no program of the shard sees.
  ///   - isEmptyTree: whether there is nothing to look at.
  init(_ tree: ShardedTree, texts: [WorkspaceFile], isEmptyTree: Bool) {
    self.texts = texts
    code = tree.codeElsewhere
    shard = tree.shard
    division = tree.division
    treeDigest = tree.digest
    self.isEmptyTree = isEmptyTree
  }

  /// Returns whether another shard says what there is to say about the file at a path.
  func has(_ path: String) -> Bool { division.shard(ofPath: path) != shard.index }

  /// Returns which of some modules handwritten Swift of the other shards imports.
  ///
  /// - Complexity: O(*n*) in the bytes of that, which are read.
  func imported(among modules: Set<String>, jobs: Int) async -> Set<String> {
    let found = await parallelMap(code.filter { $0.surface == .swift }, jobs: jobs) { file in
      let imported = modules.intersection(imports(of: file))
      // Most import none of them, and only those that do have to be told from what generators write.
      guard !imported.isEmpty,
        let kept = load(file, isInScope: false, nil, [:]).file, !kept.isGenerated
      else { return Set<String>() }
      return imported
    }
    return found.reduce(into: []) { $0.formUnion($1) }
  }
}

extension TreeFile {
  /// A file of code into which nobody looks.
  fileprivate init?(unread found: FoundFile, imports: [String] = []) {
    guard let surface = found.surface else { return nil }
    self.init(path: found.path, surface: surface, imports: imports, source: nil)
  }
}

/// Returns the size of a file in bytes; 0 where nobody can tell.
private func size(ofFile path: String) -> Int {
  var status = stat()
  return lstat(path, &status) == 0 ? Int(status.st_size) : 0
}
