import MoultFindings
import MoultSource

/// What became of a finding in one round.
enum Fate: Hashable {
  /// Its fix was applied, or another fix rewrote what it was found in.
  case fixed
  /// The same rule still reports it.
  case kept(Finding)
  /// Another finding stands where it stood.
  case anew(Finding)
  /// Nothing speaks of its place any more, although nothing was done about it.
  case lost
}

/// A round's fixes and what they made of the texts.
struct RoundResult {
  /// The texts before, by path.
  let texts: [String: [UInt8]]
  let applied: [Finding]

  /// By path; files that no fix touches are absent.
  let changes: [String: CombinedEdits]
  let before: Judgement
  let after: Judgement

  /// The files that import something else after the round.
  let changedImports: Set<String>

  /// The fixes after which a file with a lost finding lacks an import that it had.
  var fixesOfImports: Set<FindingIdentity> = []

  /// What became of each finding of before, in their order; see `fatesOfFindings()`.
  private(set) var fates: [Fate] = []

  init(
    texts: [String: [UInt8]], applied: [Finding], changes: [String: CombinedEdits],
    before: Judgement, after: Judgement, changedImports: Set<String>
  ) {
    self.texts = texts
    self.applied = applied
    self.changes = changes
    self.before = before
    self.after = after
    self.changedImports = changedImports
    fates = fatesOfFindings()
  }

  func text(before path: String) -> [UInt8] { texts[path] ?? [] }

  func text(after path: String) -> [UInt8] { changes[path]?.text ?? texts[path] ?? [] }

  /// All texts after the round, by path.
  var textsAfter: [String: [UInt8]] { texts.merging(changes.mapValues(\.text)) { $1 } }

  /// Returns where what stood in a range stands after the round.
  func image(of range: ByteRange, in path: String) -> ByteRange {
    changes[path]?.image(of: range) ?? range
  }

  /// Returns what became of each finding of before, in their order.
  ///
  /// A finding is accounted for, in this order, if
  /// - its own fix was applied;
  /// - its rule finds the moved range, or else (each finding serves once) something on the moved lines;
  /// - a fix of the round rewrote a byte of its range, of a place that it names as related, or, on its own lines, of what
  ///   its own fix would have rewritten: what it was found in, or because of, is no longer there;
  /// - something is found on the moved lines that was not found there before;
  /// - what it was found in is declared by the era that the file is in now, and was not before, or the file was in another
  ///   one: with its cause, such as the type of a value, the use is as it should be.
  ///
  /// An import that was rewritten is no such cause: it tells what the rest of the file means and does nothing about it.
  /// Neither is a declaration elsewhere, for the same reason, unless the finding names the place.
  ///
  /// - Complexity: O(*n* log *n*) in the findings, and O(*m*) in the bytes of the files with findings.
  private func fatesOfFindings() -> [Fate] {
    let places = FindingPlaces(after.findings) { text(after: $0) }
    let done = Set(applied.map(\.identity))
    var spent: Set<FindingIdentity> = []
    var fates = before.findings.map { finding -> Fate? in
      if done.contains(finding.identity) { return .fixed }
      let moved = image(of: finding.range, in: finding.path)
      guard let same = places.finding(of: finding.rule, at: moved, in: finding.path, besides: spent)
      else { return nil }
      spent.insert(same.identity)
      return .kept(same)
    }
    func open() -> [(index: Int, finding: Finding)] {
      before.findings.enumerated().filter { fates[$0.offset] == nil }
        .map { (index: $0.offset, finding: $0.element) }
    }
    func near(_ finding: Finding) -> [Finding] {
      places.findings(onLinesOf: image(of: finding.range, in: finding.path), in: finding.path)
        .filter { !spent.contains($0.identity) }
    }
    for (index, finding) in open() {
      guard let same = near(finding).first(where: { $0.rule == finding.rule }) else { continue }
      spent.insert(same.identity)
      fates[index] = .kept(same)
    }
    // What stays on the line and is accounted for by now says nothing of what went.
    for (index, finding) in open() {
      if isRewritten(finding) {
        fates[index] = .fixed
      } else if let other = near(finding).first {
        fates[index] = .anew(other)
      } else {
        let moved = image(of: finding.range, in: finding.path)
        let isSettled =
          after.isSettled(moved, finding.path)
          && (!before.isSettled(finding.range, finding.path)
            || changedImports.contains(finding.path))
        fates[index] = isSettled ? .fixed : .lost
      }
    }
    return fates.map { $0 ?? .lost }
  }

  /// The findings of before that nothing speaks of any more.
  func lost() -> [Finding] {
    zip(before.findings, fates).compactMap { $1 == .lost ? $0 : nil }
  }

  /// Returns the fixes of the round that the same rule would make once more, in the same words, within what they wrote.
  ///
  /// What a fix is about may rest on what the round leaves as it is, such as the type of a value.
  ///
  /// - Complexity: O(*n*) in the findings, and O(*m*) more for each fix in those of its rule in its file.
  func madeAgain() -> [Finding] {
    var known: Set<FindingIdentity> = []
    for case .kept(let finding) in fates { known.insert(finding.identity) }
    let found = Dictionary(
      grouping: after.findings.filter { $0.fix != nil && !known.contains($0.identity) }
    ) { RuleInFile(rule: $0.rule, path: $0.path) }
    return applied.filter { fix in
      guard let same = found[RuleInFile(rule: fix.rule, path: fix.path)],
        let written = WrittenFix(fix)
      else { return false }
      let moved = image(of: fix.range, in: fix.path)
      return same.contains { finding in
        finding.message == fix.message && finding.range.lowerBound >= moved.lowerBound
          && finding.range.upperBound <= moved.upperBound && WrittenFix(finding) == written
      }
    }
  }

  private func isRewritten(_ finding: Finding) -> Bool {
    let places =
      [(finding.path, finding.range)] + finding.related.map { ($0.path, $0.range) }
    let isGone = places.contains { path, range in
      guard let change = changes[path], let text = texts[path] else { return false }
      return change.rewrites(range, in: text)
    }
    return isGone || isDoneByAnother(finding)
  }

  /// Whether another fix edits, on the finding's lines, what the finding's own fix would have edited.
  private func isDoneByAnother(_ finding: Finding) -> Bool {
    guard let own = finding.fix?.files.first(where: { $0.path == finding.path }),
      let change = changes[finding.path], let text = texts[finding.path]
    else { return false }
    let index = LineIndex(text)
    let lines = index.lines(of: finding.range)
    return own.edits.contains { edit in
      lines.overlaps(index.lines(of: edit.range))
        && (change.edits.contains { $0.range == edit.range }
          || change.rewrites(edit.range, in: text))
    }
  }
}

private struct RuleInFile: Hashable {
  let rule: RuleID
  let path: String
}
