/// One line of a `.gitignore`, with git's meaning.
struct IgnorePattern: Equatable, Sendable {
  /// Whether a match takes back what an earlier pattern left out.
  let isNegated: Bool
  private let matchesFoldersOnly: Bool
  /// Whether the pattern is held against the whole path below its folder, or against the last component.
  private let isAnchored: Bool
  private let segments: [Segment]

  private enum Segment: Equatable, Sendable {
    /// `**`: any number of components.
    case anyFolders
    case literal([UInt8])
    case glob(Glob)
  }

  /// - Parameter line: without its line ending.
  /// - Returns: nil for blank lines, comments, and patterns that never match.
  init?(line: some Sequence<UInt8>) {
    var bytes = Array(line)
    if bytes.last == 0x0D { bytes.removeLast() }
    Self.trimTrailingSpaces(&bytes)
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return nil }
    isNegated = first == UInt8(ascii: "!")
    if isNegated { bytes.removeFirst() }
    matchesFoldersOnly = bytes.last == UInt8(ascii: "/")
    if matchesFoldersOnly { bytes.removeLast() }
    isAnchored = bytes.contains(UInt8(ascii: "/"))
    if bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    guard !bytes.isEmpty else { return nil }

    var segments: [Segment] = []
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if isAnchored, part.elementsEqual("**".utf8) {
        if segments.last != .anyFolders { segments.append(.anyFolders) }
      } else if part.contains(where: Glob.isSpecial) {
        guard let glob = Glob(part) else { return nil }
        segments.append(.glob(glob))
      } else {
        segments.append(.literal(Array(part)))
      }
    }
    self.segments = segments
  }

  /// Returns whether the pattern matches a path.
  ///
  /// - Parameter components: the path below the folder of the pattern's file; not empty.
  /// - Complexity: O(components × segments) glob matches, each O(name × pattern).
  func matches(_ components: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool {
    if matchesFoldersOnly, !isFolder { return false }
    guard isAnchored else {
      guard let name = components.last, let segment = segments.first else { return false }
      return Self.matches(segment, name)
    }
    // Only the last `**` ever needs another try, so the search is no deeper than one loop.
    var (segment, component) = (0, components.startIndex)
    var retry: (segment: Int, component: Int)?
    while component < components.endIndex {
      if segment < segments.count, segments[segment] == .anyFolders {
        // `a/**` matches what is inside `a`, and `a` itself is not.
        if segment == segments.count - 1 { return true }
        retry = (segment + 1, component)
        segment += 1
      } else if segment < segments.count, Self.matches(segments[segment], components[component]) {
        segment += 1
        component += 1
      } else if let again = retry {
        (segment, component) = (again.segment, again.component + 1)
        retry = (again.segment, again.component + 1)
      } else {
        return false
      }
    }
    return segment == segments.count
  }

  private static func matches(_ segment: Segment, _ name: [UInt8]) -> Bool {
    switch segment {
    case .anyFolders: true
    case .literal(let literal): literal == name
    case .glob(let glob): glob.matches(name)
    }
  }

  /// Removes spaces at the end that no backslash protects.
  private static func trimTrailingSpaces(_ bytes: inout [UInt8]) {
    while bytes.last == 0x20 {
      let backslashes = bytes.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      if !backslashes.isMultiple(of: 2) { return }
      bytes.removeLast()
    }
  }
}
