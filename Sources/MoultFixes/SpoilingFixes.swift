import MoultFindings
import MoultSource

/// The fixes after which a text has more syntax errors, or a comment less, than before.
struct SpoilingFixes {
  private struct NewText: Hashable {
    let path: String
    let digest: ContentDigest
  }

  private let texts: [String: [UInt8]]
  private let inspection: Inspection

  /// What is wrong with texts that fixes would make, each of which is looked at once.
  private var known: [NewText: [String]] = [:]

  /// - Parameter texts: by path, as they are before the fixes.
  init(in texts: [String: [UInt8]], _ inspection: Inspection) {
    self.texts = texts
    self.inspection = inspection
  }

  /// Returns those of some fixes that spoil a text, each alone if there are any; or else the first that does together with
  /// those before it.
  ///
  /// - Complexity: for each fix, O(*n*) in the bytes of the files that it edits.
  mutating func refused(among findings: [Finding]) -> [RefusedFix] {
    guard !defects(of: findings).isEmpty else { return [] }
    var alone: [RefusedFix] = []
    for finding in findings {
      guard let reason = defects(of: [finding]).first else { continue }
      alone.append(RefusedFix(finding: finding, reason: reason))
    }
    if !alone.isEmpty { return alone }
    for (count, finding) in findings.enumerated() {
      // The other files are as sound as without it.
      let paths = Set(finding.fix?.files.map(\.path) ?? [])
      let before = findings[..<count].filter { paths.contains(where: $0.edits) }
      if let reason = defects(of: before + [finding], in: paths).first {
        return [RefusedFix(finding: finding, reason: reason + " together with other fixes")]
      }
    }
    return []
  }

  /// - Parameter paths: the files that are asked about; nil for all.
  private mutating func defects(
    of findings: [Finding], in paths: Set<String>? = nil
  ) -> [String] {
    combinedEdits(of: findings, in: texts, inspection, for: paths).sorted { $0.key < $1.key }
      .flatMap { defects($0.key, $0.value.text) }
  }

  private mutating func defects(_ path: String, _ text: [UInt8]) -> [String] {
    guard let before = texts[path] else { return [] }
    var hasher = ContentHasher()
    hasher.add(text)
    let key = NewText(path: path, digest: hasher.digest())
    if let known = known[key] { return known }
    let found = inspection.defects(path, before, text)
    known[key] = found
    return found
  }
}
