import MoultSource

/// The files that git tracks in a repository, as its index has them.
///
/// What is tracked belongs to the project although a pattern of `.gitignore` fits it: git asks its patterns about other files alone.
struct TrackedFiles {
  /// Paths below the root of the repository, in the order of their bytes.
  private let paths: [ArraySlice<UInt8>]

  /// How many components of a path lead to the root of the repository.
  private let depth: Int

  /// The file that they were read from, absolute; nil if there is none.
  let index: String?

  /// - Parameter repository: the folder that has a `.git`. Nothing is tracked where its index cannot be read.
  init(in repository: String) {
    depth = components(of: repository).count
    index = indexPath(of: repository)
    paths = index.flatMap { try? readFile($0, below: 1 << 28) }.map(pathsOfIndex) ?? []
  }

  /// Returns whether the file is tracked, or a file below the folder.
  ///
  /// - Complexity: O(log *n*) in the number of tracked files.
  func contains(_ path: [[UInt8]], isFolder: Bool) -> Bool {
    guard path.count > depth, !paths.isEmpty else { return false }
    var wanted = Array(path[depth...].joined(separator: [slash]))
    if isFolder { wanted.append(slash) }
    let place = paths.partitioningIndex { !$0.lexicographicallyPrecedes(wanted) }
    guard place < paths.count else { return false }
    return isFolder ? paths[place].starts(with: wanted) : paths[place].elementsEqual(wanted)
  }
}

private let slash = UInt8(ascii: "/")

/// The index of a repository; of a worktree or submodule, whose `.git` is a file, that of the folder it names.
private func indexPath(of repository: String) -> String? {
  let git = joined(repository, ".git")
  let inside = joined(git, "index")
  guard let bytes = try? readFile(git, below: 1 << 12) else { return inside }
  let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? ""
  guard line.hasPrefix("gitdir: ") else { return nil }
  let folder = String(line.dropFirst(8))
  return joined(folder.hasPrefix("/") ? folder : joined(repository, folder), "index")
}

/// Reads the names of an index of version 2, 3 or 4 with hashes of 20 bytes; empty for what is none.
///
/// Names of version 4 begin as the one before, so that few bytes could stand for any number: what comes to more than eight
/// times the index is none.
private func pathsOfIndex(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  guard bytes.count > 12, bytes.starts(with: "DIRC".utf8) else { return [] }
  func number(_ place: Int, _ count: Int) -> Int {
    bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }
  let version = number(4, 4)
  guard (2...4).contains(version) else { return [] }
  var paths: [ArraySlice<UInt8>] = []
  var (position, length) = (12, 0)
  for _ in 0..<number(8, 4) {
    let start = position
    // What the file system says of the file, its hash, and flags, of which one says that there are more.
    guard start + 62 < bytes.count else { return [] }
    position += number(start + 60, 2) & 0x4000 == 0 ? 62 : 64
    var path = ArraySlice<UInt8>()
    if version == 4 {
      guard let removed = variableNumber(in: bytes, &position),
        removed <= (paths.last?.count ?? 0)
      else { return [] }
      path = paths.last?.dropLast(removed) ?? []
    }
    guard position <= bytes.count, let end = bytes[position...].firstIndex(of: 0) else {
      return []
    }
    path = version == 4 ? path + bytes[position..<end] : bytes[position..<end]
    length += path.count
    guard length <= 8 * bytes.count else { return [] }
    paths.append(path)
    position = version == 4 ? end + 1 : start + (end - start + 8) / 8 * 8
  }
  return paths
}

/// Reads a number as packs have them: seven bits a byte, the highest first, each longer form beginning where shorter ones end.
private func variableNumber(in bytes: [UInt8], _ position: inout Int) -> Int? {
  var value = -1
  repeat {
    guard position < bytes.count, value < 1 << 40 else { return nil }
    value = (value + 1) << 7 | Int(bytes[position] & 0x7F)
    position += 1
  } while bytes[position - 1] & 0x80 != 0
  return value
}
