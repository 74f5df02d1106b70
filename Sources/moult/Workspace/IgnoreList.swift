/// The patterns of one file, which speak about what lies below one folder.
struct IgnoreList: Sendable {
  private let patterns: [IgnorePattern]
  /// How many components of a path belong to the folder of the list.
  private let depth: Int

  /// - Parameters:
  ///   - bytes: the content of a `.gitignore`.
  ///   - depth: the number of components of the folder, counted from where paths begin.
  init(_ bytes: [UInt8], depth: Int) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    patterns = text.split(separator: 0x0A).compactMap { IgnorePattern(line: $0) }
    self.depth = depth
  }

  /// Returns whether the list leaves the path out (true), takes it back (false), or says nothing.
  func verdict(_ path: [[UInt8]], isFolder: Bool) -> Bool? {
    guard path.count > depth else { return nil }
    let below = path[depth...]
    return patterns.last { $0.matches(below, isFolder: isFolder) }.map { !$0.isNegated }
  }
}

/// Lists from the outermost folder to the innermost, whose later members decide.
struct IgnoreStack: Sendable {
  private var lists: [IgnoreList] = []

  mutating func push(_ list: IgnoreList) { lists.append(list) }

  /// Returns whether a path is left out, given that none of its parents is.
  func leavesOut(_ path: [[UInt8]], isFolder: Bool) -> Bool {
    for list in lists.reversed() {
      if let verdict = list.verdict(path, isFolder: isFolder) { return verdict }
    }
    return false
  }
}
