import MoultFindings
import MoultFixes
import MoultSource
import Testing

/// A finding in `a.txt`, or elsewhere, with an edit of its range if `replacement` is given.
func judged(
  _ rule: String, at range: Range<Int>, in path: String = "a.txt", put replacement: String? = nil,
  related: [RelatedPlace] = [], evidence: [Evidence] = []
) -> Finding {
  let fix = replacement.map { text in
    Fix(
      title: "change", safety: .safe,
      files: [FileEdits(path: path, edits: [Edit(ByteRange(indices: range), text)])])
  }
  return Finding(
    rule: RuleID(rule), severity: .error, path: path, range: ByteRange(indices: range),
    message: rule, evidence: evidence, related: related, fix: fix)
}

/// An error on a stretch of `a.txt`.
func refusal(
  _ message: String, at range: Range<Int>, missingImport: String? = nil
) -> DefiniteError {
  DefiniteError(
    kind: .unknownName, path: "a.txt", range: ByteRange(indices: range), message: message,
    missingImport: missingImport)
}

/// How many states of a project were analysed; a class because the analysis is a closure.
final class Count {
  private(set) var value = 0
  private var latest: [String: [UInt8]] = [:]

  /// Counts an analysis, unless of other files of the state that was analysed last.
  func note(_ texts: [String: [UInt8]]) {
    if texts != latest { value += 1 }
    latest = texts
  }
}

/// What a made-up analysis says of the text of `a.txt`.
typealias Said = (_ text: String) -> (findings: [Finding], errors: [DefiniteError])

/// Runs a session on one file of plain text.
func session(
  _ text: String, allowing allowed: Set<Safety> = [.safe],
  counting count: Count = Count(), isAsked: @escaping @Sendable (Finding) -> Bool = { _ in true },
  _ said: Said
) async throws(FixFailure) -> FixOutcome {
  let plain = Inspection(
    errorCount: { _, _ in 0 }, comments: { _, _ in [] },
    importEdits: { _, bytes, modules in
      let missing = modules.map { "import \($0)\n" }.sorted().filter { line in
        !String(decoding: bytes, as: UTF8.self).contains(line)
      }
      return missing.isEmpty ? [] : [Edit(ByteRange(indices: 0..<0), missing.joined())]
    },
    names: { _, bytes in
      Set(String(decoding: bytes, as: UTF8.self).split { !$0.isLetter }.map(String.init))
    })
  let policy = FixPolicy(allowed: allowed, isAsked: isAsked)
  return try await fix(["a.txt": Array(text.utf8)], policy, inspection: plain) { texts, _ in
    count.note(texts)
    let result = said(String(decoding: texts["a.txt"] ?? [], as: UTF8.self))
    let (findings, errors) = (result.findings.sorted(), result.errors)
    return Judgement(findings: findings) { paths in errors.filter { paths.contains($0.path) } }
  }
}

extension FixOutcome {
  var text: String? { changed["a.txt"].map { String(decoding: $0, as: UTF8.self) } }

  var refusals: [String] { refused.map { "\($0.finding.rule): \($0.reason)" } }
}

/// Where each of some words stands in a text, by the word.
func places(_ words: String..., in text: String) -> [String: Range<Int>] {
  var result: [String: Range<Int>] = [:]
  for word in words {
    guard let range = text.firstRange(of: word) else { continue }
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    result[word] = start..<start + word.utf8.count
  }
  return result
}
