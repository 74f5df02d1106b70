package import MoultFindings
import MoultMatching
import MoultSource
package import MoultSurfaces

/// Holds findings against the versions that a project takes.
///
/// What the newer API replaced is not old before the release that deprecated it, and what a fix writes must exist in
/// the release that the file is built with.
package struct VersionJudge: Sendable {
  private let versions: SymbolVersions
  private let taken: TakenVersions
  private let raises: RaisedRequirements

  private let deprecations: [RuleID: SymbolRelease]
  private let needs: NeededReleases
  private let least: LeastReleases

  /// - Parameters:
  ///   - requirements: what the run makes of manifests.
  ///   - before: what files take as the manifests are.
  package init(
    _ catalogue: Catalogue, _ requirements: ResolvableRequirements, before: TakenVersions
  ) {
    versions = catalogue.versions
    taken = requirements.taken
    raises = RaisedRequirements(requirements.made, before: before, after: requirements.taken)
    deprecations = catalogue.deprecations
    needs = NeededReleases(catalogue)
    least = LeastReleases(catalogue)
  }

  /// Returns the finding as the versions want it: as it is, without its fix, or nil for what is not old yet.
  ///
  /// What is old in some of the releases that are allowed is a note: who has no lock builds with the newest.
  package func judged(_ finding: Finding) -> Finding? {
    guard !taken.isEmpty else { return finding }
    var result = finding
    if let old = deprecations[finding.rule],
      let version = taken.version(of: old.package, at: finding.path)
    {
      guard !version.isBelow(old.since) else {
        return version.mayBe(old.since) ? result.waiting(for: old, version) : nil
      }
      result = result.because(of: Evidence(version.evidence))
    }
    guard let fix = result.fix else { return result }
    if let unmet = needs.unmet(of: result, with: taken).first {
      return result.waiting(for: unmet.need, unmet.known)
    }
    var fixes: [FileEdits] = []
    var substituted: Missing?
    for file in fix.files {
      var edits = file.edits
      for missing in missing(in: fix, file, with: taken)
      where !least.cover(missing.release, behind: finding.rule) {
        guard let changed = substituting(missing, in: edits) else {
          return result.waiting(for: missing)
        }
        edits = changed
        substituted = substituted ?? missing
      }
      fixes.append(FileEdits(path: file.path, edits: edits))
    }
    guard let substituted else { return lockedCommit(behind: fix).map(result.doubting) ?? result }
    return result.writing(fixes, insteadOf: substituted)
  }

  /// Returns the findings in manifests without whose fixes the finding would have no fix, or not be one.
  ///
  /// A run counts on the requirements that it raises. Where one of them stays, so does all that is of the release.
  package func raises(behind finding: Finding) -> [Finding] {
    guard !raises.isEmpty, let fix = finding.fix else { return [] }
    let before = raises.before
    var lacking: [(package: String, path: String)] = []
    if let old = deprecations[finding.rule],
      before.version(of: old.package, at: finding.path)?.isBelow(old.since) ?? false
    {
      lacking.append((old.package, finding.path))
    }
    lacking += needs.unmet(of: finding, with: before).map { ($0.need.package, $0.path) }
    for file in fix.files {
      for missing in missing(in: fix, file, with: before) {
        lacking.append((missing.release.package, file.path))
      }
    }
    return raises.raising(lacking).filter { $0 != finding }
  }

  /// What of a release the fix writes where a lock has a commit, of which nobody knows whether it has that.
  private func lockedCommit(behind fix: Fix) -> String? {
    for file in fix.files where mayMiss(file) {
      for word in writtenWords(fix, file) {
        for release in versions.releases(ofWord: word)
        where taken.version(of: release.package, at: file.path) == nil {
          guard let commit = taken.lockedCommit(of: release.package, at: file.path)
          else { continue }
          let needed = "'\(word)' needs \(release.package) \(release.since.text)"
          return "\(needed), and the lock has \(commit): update it first where that is older"
        }
      }
    }
    return nil
  }

  private func mayMiss(_ file: FileEdits) -> Bool {
    file.path.hasSuffix(".swift") && !file.path.hasSuffix("Package.swift")
  }

  /// The words that a fix writes into a file, or imports there, in order.
  private func writtenWords(_ fix: Fix, _ file: FileEdits) -> [String] {
    var words = fix.imports.add
    for edit in file.edits { words.formUnion(MoultRules.writtenWords(edit.replacement)) }
    return words.sorted()
  }

  /// What the fix writes into a file, or imports there, that the file's releases lack, the newest first; what an older
  /// release has nothing for comes before what it has.
  private func missing(
    in fix: Fix, _ file: FileEdits, with taken: TakenVersions
  ) -> [Missing] {
    guard mayMiss(file) else { return [] }
    // A symbol shows by several words, of which the longest says most: `Group.singleton` and `singleton`.
    var found: [String: Missing] = [:]
    for word in writtenWords(fix, file) {
      for release in versions.releases(ofWord: word) {
        guard let version = taken.version(of: release.package, at: file.path),
          version.isBelow(release.since),
          !versions.isOfAnotherModule(version.release.version, of: release.package),
          found[release.symbol].map({ $0.word.utf8.count < word.utf8.count }) ?? true
        else { continue }
        found[release.symbol] = Missing(word: word, release: release, version: version)
      }
    }
    return found.values.sorted { a, b in
      let (hasA, hasB) = (hasSubstitute(a), hasSubstitute(b))
      if hasA != hasB { return !hasA }
      if a.release.since.version != b.release.since.version {
        return b.release.since.version < a.release.since.version
      }
      return a.release.symbol < b.release.symbol
    }
  }

  private func hasSubstitute(_ missing: Missing) -> Bool {
    versions.substitute(for: missing.word, ofSymbol: missing.release.symbol) != nil
  }

  /// Returns the edits with what older releases have in place of what is missing, or nil if there is no such text.
  private func substituting(_ missing: Missing, in edits: [Edit]) -> [Edit]? {
    let symbol = missing.release.symbol
    guard let text = versions.substitute(for: missing.word, ofSymbol: symbol) else { return nil }
    return edits.map { edit in
      Edit(
        range: edit.range,
        replacement: replacing(missing.word, with: text, in: edit.replacement))
    }
  }
}

/// What new code needs and the project's release lacks.
struct Missing {
  /// As it is written.
  let word: String
  let release: SymbolRelease
  let version: TakenVersion
}

extension Finding {
  /// As a note without its fix, as an older release that is allowed as well has not deprecated it.
  fileprivate func waiting(for old: SymbolRelease, _ version: TakenVersion) -> Finding {
    waiting(
      "require \(old.package) \(old.since.text) or newer first; an older one that is allowed does not have what takes its place",
      Evidence(version.evidence), as: .note)
  }

  /// Without its fix, whose text needs a newer release.
  fileprivate func waiting(for missing: Missing) -> Finding {
    let release = missing.release
    return waiting(
      "update to \(release.package) \(release.since.text) or newer first; '\(missing.word)' was added then",
      Evidence(missing.version.evidence))
  }

  /// Without its fix, which an older release of the package does not go with.
  fileprivate func waiting(for need: NeededRelease, _ known: Evidence) -> Finding {
    waiting(
      "update to \(need.package) \(need.from.text) or newer first; what takes its place does not go with an older one",
      known)
  }

  private func waiting(
    _ nextStep: String, _ known: Evidence, as severity: Severity? = nil
  ) -> Finding {
    Finding(
      rule: rule, severity: severity ?? self.severity, path: path, range: range,
      construct: construct, message: message, nextStep: nextStep, evidence: evidence + [known],
      related: related)
  }

  /// With a fix to look at first.
  fileprivate func doubting(because reason: String) -> Finding {
    guard let fix, fix.safety < .review else { return self }
    return Finding(
      rule: rule, severity: severity, path: path, range: range, construct: construct,
      message: message, nextStep: nextStep, evidence: evidence + [Evidence(reason)],
      related: related,
      fix: Fix(title: fix.title, safety: .review, files: fix.files, imports: fix.imports))
  }

  fileprivate func writing(_ files: [FileEdits], insteadOf missing: Missing) -> Finding {
    Finding(
      rule: rule, severity: severity, path: path, range: range, construct: construct,
      message: message,
      nextStep: nextStep,
      evidence: evidence + [
        Evidence(
          "'\(missing.word)' needs \(missing.release.package) \(missing.release.since.text)"),
        Evidence(missing.version.evidence),
      ], related: related,
      fix: fix.map {
        Fix(
          title: $0.title, safety: max($0.safety, .review), files: files, imports: $0.imports)
      })
  }
}

extension Catalogue {
  fileprivate var deprecations: [RuleID: SymbolRelease] {
    knownDeprecations.value(readDeprecations)
  }

  /// For rules all of whose rows look for symbols that a release deprecated: the first of these releases.
  fileprivate func readDeprecations() -> [RuleID: SymbolRelease] {
    var result: [RuleID: SymbolRelease] = [:]
    for page in pages {
      var first: SymbolRelease?
      for row in page.rows {
        guard let symbol = row.finder.terms.symbol(row.find),
          let file = versions.files.first(where: { $0.lives[symbol]?.deprecated != nil }),
          let release = file.lives[symbol]?.deprecated
        else {
          first = nil
          break
        }
        if let known = first, known.since.version <= release.version { continue }
        first = SymbolRelease(symbol: symbol, package: file.package, since: release)
      }
      if let first { result[page.id] = first }
    }
    return result
  }
}

/// The names in a piece of code, and each behind a dot also with what stands before the dot.
func writtenWords(_ bytes: [UInt8]) -> Set<String> {
  var words: Set<String> = []
  var previous = ""
  var index = 0
  while index < bytes.count {
    let start = index
    while index < bytes.count, bytes[index].isOfName { index += 1 }
    guard index > start else {
      if bytes[index] != UInt8(ascii: ".") { previous = "" }
      index += 1
      continue
    }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    words.insert(word)
    if !previous.isEmpty { words.insert("\(previous).\(word)") }
    previous = word
  }
  return words
}

/// Returns the code with `text` for each `word` that is no part of a longer name.
private func replacing(_ word: String, with text: String, in code: [UInt8]) -> [UInt8] {
  let word = Array(word.utf8)
  var result: [UInt8] = []
  var index = 0
  while index < code.count {
    let end = index + word.count
    let isWhole =
      end <= code.count && code[index..<end].elementsEqual(word)
      && (index == 0 || !code[index - 1].isOfName)
      && (end == code.count || !code[end].isOfName)
    if isWhole {
      result += text.utf8
      index = end
    } else {
      result.append(code[index])
      index += 1
    }
  }
  return result
}
