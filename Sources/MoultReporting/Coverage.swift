package import MoultSource

/// A file or folder that was not, or not wholly, looked at, and why.
package struct Gap: Hashable, Comparable, Sendable {
  /// Why it was not, or not wholly, looked at; the raw values are those of the JSON report.
  package enum Kind: String, CaseIterable, Sendable {
    /// Left out on purpose; says nothing against the verdict.
    case skipped
    /// Looked at, with parts that made no sense.
    case partlyUnderstood = "partly-understood"
    /// Looked at in vain; there may be findings that nobody sees.
    case notUnderstood = "not-understood"
    /// Could not be opened or read.
    case unreadable
  }

  package let path: String
  package let kind: Kind

  /// A phrase without a final period: `binary`, `not UTF-8 at byte 17`.
  package let reason: String

  package init(path: String, kind: Kind, reason: String) {
    self.path = path
    self.kind = kind
    self.reason = reason
  }

  /// How the reason begins of a file that code is made of; such files are counted apart.
  package static let templateReason = "a template, of which the code is not looked at"

  package static func < (lhs: Gap, rhs: Gap) -> Bool {
    if lhs.path != rhs.path { return lhs.path.utf8.lexicographicallyPrecedes(rhs.path.utf8) }
    if lhs.kind != rhs.kind { return lhs.kind.rawValue < rhs.kind.rawValue }
    return lhs.reason < rhs.reason
  }
}

/// What a run saw, skipped, and did not understand.
package struct Coverage: Hashable, Sendable {
  /// The number of files that were read, by surface.
  package var seen: [Surface: Int]

  /// The paths of the files among `seen` that a generator wrote, sorted.
  package var generated: [String]

  /// The number of files that were read for what they say about the others, and not for findings.
  package var context: Int

  /// The number of files that show no surface and were not opened.
  package var unrelated: Int

  /// The number of files and folders that `.gitignore` or the configuration left out.
  package var excluded: Int

  /// What was not looked at, sorted.
  package var gaps: [Gap]

  /// Where something old may be, and nobody can say, as a type is not known; sorted; nil where nobody has looked.
  package var unknown: [UnknownType]?

  package init(
    seen: [Surface: Int] = [:], generated: [String] = [], context: Int = 0, unrelated: Int = 0,
    excluded: Int = 0, gaps: [Gap] = [], unknown: [UnknownType]? = nil
  ) {
    self.seen = seen
    self.generated = generated.sorted()
    self.context = context
    self.unrelated = unrelated
    self.excluded = excluded
    self.gaps = gaps.sorted()
    self.unknown = unknown
  }

  /// Counts files without a surface that were read for the code in them; they are among the scripts, as a README is.
  package mutating func addDocuments(_ count: Int) {
    guard count > 0 else { return }
    seen[.script, default: 0] += count
    unrelated = max(0, unrelated - count)
  }

  /// Adds what a later step could not understand.
  package mutating func add(_ more: [Gap]) { gaps = (gaps + more).sorted() }

  /// Whether something was missed that might hold a finding.
  package var isIncomplete: Bool {
    gaps.contains { gap in
      switch gap.kind {
      case .skipped, .partlyUnderstood: false
      case .notUnderstood, .unreadable: true
      }
    }
  }
}
