import Foundation

/// Who owns which file of a repository, by its `CODEOWNERS`.
///
/// The last pattern that matches decides, as on GitHub; a pattern without an owner takes the owner away. GitLab's
/// sections are read over, and its approvers' numbers are no owners.
///
/// Source: GitHub's and GitLab's documentation of code owners.
struct CodeOwners: Sendable {
  /// In the order of the file.
  private let rows: [(pattern: IgnorePattern, owners: String?)]

  /// The name of a file's owner if nobody owns it.
  static let nobody = "unowned"

  /// The places that GitHub and GitLab look at, first to last.
  static let places = [
    ".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS",
  ]

  init(_ text: String) {
    var rows: [(pattern: IgnorePattern, owners: String?)] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let content = line.prefix { $0 != "#" }
      // A blank in a path is written with a backslash.
      let words = content.replacing("\\ ", with: "\u{0}").split(whereSeparator: \.isWhitespace)
        .map { $0.replacing("\u{0}", with: "\\ ") }
      guard let first = words.first, !first.hasPrefix("["), !first.hasPrefix("^["),
        let pattern = IgnorePattern(line: first.utf8)
      else { continue }
      let owners = words.dropFirst().filter { $0.contains("@") }
      rows.append((pattern, owners.isEmpty ? nil : owners.joined(separator: " ")))
    }
    self.rows = rows
  }

  /// Returns who owns the file at a path relative to the repository, several owners with blanks between.
  func owner(of path: String) -> String {
    let parts = components(of: path)
    let row = rows.last { row in
      row.pattern.matches(parts[...], isFolder: false)
        || (1..<parts.count).contains { row.pattern.matches(parts[..<$0], isFolder: true) }
    }
    return row?.owners ?? Self.nobody
  }
}
