import MoultFindings
import MoultSource

/// An entry of GitLab's Code Quality report; the property names are its schema.
struct GitLabEntry: Codable, Equatable {
  let description: String
  // The schema names it.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  let check_name: String
  let fingerprint: String
  let severity: String
  let location: Location

  struct Location: Codable, Equatable {
    let path: String
    let lines: Lines
  }

  struct Lines: Codable, Equatable {
    let begin: Int
    let end: Int
  }
}

extension Report {
  /// Returns the findings as GitLab's Code Quality report: an array, empty if nothing was found.
  package func gitlab() throws -> String {
    let entries = findings.map { finding in
      let range = lines(of: finding.range, in: finding.path, .utf8)
      let severity =
        switch finding.severity {
        case .note: "info"
        case .warning: "minor"
        case .error: "major"
        }
      return GitLabEntry(
        description: fullMessage(of: finding), check_name: finding.rule.rawValue,
        fingerprint: digest(of: finding), severity: severity,
        location: GitLabEntry.Location(
          path: finding.path,
          lines: GitLabEntry.Lines(
            begin: range?.lowerBound.line ?? 1, end: range?.upperBound.line ?? 1)))
    }
    return try jsonText(entries) + "\n"
  }
}
