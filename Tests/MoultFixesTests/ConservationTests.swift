import MoultFindings
import MoultFixes
import MoultSource
import Synchronization
import Testing

/// Finds each word by a rule of its name; words with a replacement have a fix.
private func finding(
  _ words: [String: String?], in text: String, unless isGone: (String) -> Bool = { _ in false }
) -> [Finding] {
  words.compactMap { word, replacement in
    guard !isGone(word), let place = places(word, in: text)[word] else { return nil }
    return judged("t." + word, at: place, put: replacement)
  }
}

@Suite struct ConservationTests {
  @Test func `a fix after which a finding elsewhere would vanish is taken back and named`()
    async throws
  {
    let outcome = try await session("old\nstart\nother") { text in
      (
        finding(["old": "new", "start": nil, "other": "fine"], in: text) {
          $0 == "start" && text.contains("new")
        }, []
      )
    }
    #expect(outcome.text == "old\nstart\nfine")
    #expect(
      outcome.refusals == ["t.old: after its fix 't.start' in line 2 would no longer be reported"])
    #expect(outcome.remaining.map(\.rule.rawValue) == ["t.old", "t.start"])
    // What is left is a person's, with the reason.
    #expect(outcome.remaining.map(\.safety) == [.manual, .manual])
    #expect(outcome.remaining.first?.nextStep?.contains("'t.start' in line 2") == true)
    #expect(
      outcome.accounts
        == FixAccounts(before: 3, fixed: 1, kept: 2, anew: 0, lost: 0, introduced: 0))
  }

  @Test func `a finding that its rule reports where it moved to is kept`() async throws {
    let outcome = try await session("old\nstart") { text in
      (finding(["old": "much\nlonger", "start": nil], in: text), [])
    }
    #expect(outcome.text == "much\nlonger\nstart")
    #expect(outcome.refused == [])
    #expect(outcome.accounts.kept == 1)
  }

  @Test func `a finding on a line that was edited in part is the rule's other one on that line`()
    async throws
  {
    let outcome = try await session("old start") { text in
      let word = text.contains("old") ? "start" : "new start"
      return (
        finding(["old": "new"], in: text) + [
          judged("t.start", at: places(word, in: text)[word] ?? 0..<1)
        ], []
      )
    }
    #expect(outcome.text == "new start")
    #expect(outcome.accounts.kept == 1)
  }

  @Test func `one finding does not stand for two`() async throws {
    let outcome = try await session("old\na a") { text in
      let shift = text.utf8.count - 3
      var both = [judged("t.a", at: shift..<shift + 1), judged("t.a", at: shift + 2..<shift + 3)]
      if !text.contains("old") { both.removeLast() }
      return (finding(["old": "new"], in: text) + both, [])
    }
    #expect(outcome.changed.isEmpty)
    #expect(outcome.refusals.count == 1)
    #expect(
      outcome.accounts
        == FixAccounts(before: 3, fixed: 0, kept: 3, anew: 0, lost: 0, introduced: 0))
  }

  @Test func `a neighbour that stays is no proof for what vanishes`() async throws {
    let outcome = try await session("old\nstart other") { text in
      (
        finding(["old": "new", "start": nil, "other": nil], in: text) {
          $0 == "start" && text.contains("new")
        }, []
      )
    }
    #expect(outcome.changed.isEmpty)
    #expect(
      outcome.refusals == ["t.old: after its fix 't.start' in line 2 would no longer be reported"])
  }

  @Test func `what another rule finds in a finding's place is the finding anew`() async throws {
    let outcome = try await session("old\nstart\nmore") { text in
      let isNew = text.contains("new")
      let place = places("start", in: text)["start"] ?? 0..<1
      let end = text.utf8.count
      return (
        finding(["old": "new"], in: text)
          + [judged(isNew ? "t.unknown" : "t.start", at: place)]
          + (isNew ? [judged("t.late", at: end - 4..<end)] : []), []
      )
    }
    #expect(outcome.text == "new\nstart\nmore")
    #expect(
      outcome.accounts
        == FixAccounts(before: 2, fixed: 1, kept: 0, anew: 1, lost: 0, introduced: 1))
  }

  @Test func `a finding goes with the code that a fix replaces, and with the place it names`()
    async throws
  {
    let text = "old\nwhole line\nfar"
    let outcome = try await session(text) { text in
      guard text.contains("old") else { return ([], []) }
      let place = places("old", "line", in: text)
      let related = RelatedPlace(
        path: "a.txt", range: ByteRange(indices: place["old"] ?? 0..<1), message: "m")
      return (
        finding(["old": "new", "whole line": "one"], in: text)
          + [
            judged("t.inner", at: place["line"] ?? 0..<1),
            judged("t.far", at: text.utf8.count - 3..<text.utf8.count, related: [related]),
          ], []
      )
    }
    #expect(outcome.text == "new\none\nfar")
    #expect(outcome.accounts.fixed == 4)
    #expect(outcome.refused == [])
  }

  @Test func `what an edit writes back as it was is not replaced by it`() async throws {
    let outcome = try await session("old start") { text in
      (
        finding(["old start": "new start"], in: text)
          + (text.contains("old") ? finding(["start": nil], in: text) : []), []
      )
    }
    #expect(outcome.changed.isEmpty)
    #expect(outcome.refused.count == 1)
  }

  @Test func `a fix that would hide what is about to be fixed itself waits for it`() async throws {
    let outcome = try await session("import old\nab") { text in
      let start = text.utf8.count - 2
      // Both want to change the 'b'; without the old import nobody finds the later one.
      let inside: [Finding] =
        text.hasSuffix("ab") ? [judged("t.first", at: start..<start + 2, put: "xb")] : []
      let late: [Finding] =
        text.contains("old") && text.hasSuffix("b")
        ? [judged("t.late", at: start + 1..<start + 2, put: "y")] : []
      return (finding(["old": "new"], in: text) + inside + late, [])
    }
    #expect(outcome.text == "import new\nxy", "\(outcome.refusals)")
    #expect(outcome.refused == [])
    #expect(outcome.accounts.fixed == 3)
  }

  @Test func `nobody needs to have asked about a finding for it to be kept`() async throws {
    let isAsked: @Sendable (Finding) -> Bool = { $0.rule == RuleID("t.old") }
    func said(_ text: String) -> (findings: [Finding], errors: [DefiniteError]) {
      (finding(["old": "new", "start": nil], in: text) { _ in text.contains("new") }, [])
    }
    let outcome = try await session("old\nstart", isAsked: isAsked, said)
    #expect(outcome.changed.isEmpty)
    #expect(outcome.remaining.map(\.rule.rawValue) == ["t.old"])
    #expect(outcome.accounts.before == 1)
  }

  @Test func `rules that undo each other are found all the same`() async {
    await #expect(throws: FixFailure.oscillation(paths: ["a.txt"], rules: [RuleID("t.b")])) {
      try await session("a") { text in
        ([judged(text == "a" ? "t.a" : "t.b", at: 0..<1, put: text == "a" ? "b" : "a")], [])
      }
    }
  }
}

@Suite struct GuiltTests {
  /// Ten words to change on lines of their own, far from a finding that vanishes as `isGone` says.
  private func run(
    counting count: Count = Count(), _ isGone: @escaping (String) -> Bool
  ) async throws -> FixOutcome {
    let words = (0..<10).map { "w\($0)" }
    let text = words.map { $0 + String(repeating: " ", count: 200) }.joined(separator: "\n")
    return try await session(text + "\nstart", counting: count) { text in
      (
        finding(
          Dictionary(uniqueKeysWithValues: words.map { ($0, $0.uppercased()) }), in: text)
          + (isGone(text) ? [] : finding(["start": nil], in: text)), []
      )
    }
  }

  @Test(arguments: 0..<10) func `one guilty fix among many is found`(guilty: Int) async throws {
    let count = Count()
    let outcome = try await run(counting: count) { $0.contains("W\(guilty)") }
    #expect(outcome.refused.map(\.finding.rule.rawValue) == ["t.w\(guilty)"])
    #expect(outcome.applied.count == 9)
    // Before, the round, what is searched, and the round without it.
    #expect(count.value <= 3 + 7, "\(count.value) analyses")
  }

  @Test func `of two that are guilty together one goes`() async throws {
    let outcome = try await run { $0.contains("W2") && $0.contains("W7") }
    #expect(outcome.refused.count == 1)
    #expect(["t.w2", "t.w7"].contains(outcome.refused.first?.finding.rule.rawValue))
    #expect(outcome.applied.count == 9)
  }

  @Test func `of two that are guilty each both go`() async throws {
    let outcome = try await run { $0.contains("W2") || $0.contains("W7") }
    #expect(Set(outcome.refused.map(\.finding.rule.rawValue)) == ["t.w2", "t.w7"])
    #expect(outcome.applied.count == 8)
  }

  @Test func `nothing is lost where every fix is guilty`() async throws {
    let outcome = try await run { $0.contains("W") }
    #expect(outcome.changed.isEmpty)
    #expect(outcome.refused.count == 10)
    #expect(outcome.accounts.kept == 11)
  }
}

@Suite struct NewErrorTests {
  /// One word to change, and an error on the second line when `isWrong` says so.
  private func run(
    _ isWrong: @escaping (String) -> Bool, isFound: Bool = false
  ) async throws -> FixOutcome {
    try await session("old\nuse") { text in
      let place = places("use", in: text)["use"] ?? 0..<1
      return (
        finding(isFound ? ["old": "new\n", "use": nil] : ["old": "new\n"], in: text),
        isWrong(text) ? [refusal("nobody declares 'use'", at: place)] : []
      )
    }
  }

  @Test func `a fix that brings an error is taken back, with the error as the reason`()
    async throws
  {
    let outcome = try await run { $0.contains("new") }
    #expect(outcome.changed.isEmpty)
    #expect(
      outcome.refusals == [
        "t.old: after its fix line 2 would not compile: nobody declares 'use'"
      ])
    #expect(outcome.remaining.first?.nextStep?.contains("nobody declares 'use'") == true)
  }

  @Test func `an error that was there before is nobody's fault`() async throws {
    let outcome = try await run { _ in true }
    #expect(outcome.text == "new\n\nuse")
    #expect(outcome.refused == [])
  }

  @Test func `an error on a line with a finding is what the finding says`() async throws {
    let outcome = try await run({ $0.contains("new") }, isFound: true)
    #expect(outcome.text == "new\n\nuse")
  }

  @Test func `a second error of the same words is a new one`() async throws {
    let outcome = try await session("old\nuse use") { text in
      let start = text.utf8.count - 7
      let first = refusal("m", at: start..<start + 3)
      let second = refusal("m", at: start + 4..<start + 7)
      return (
        finding(["old": "new"], in: text), text.contains("new") ? [first, second] : [first]
      )
    }
    #expect(outcome.changed.isEmpty)
  }

  /// A word in each of several files, and what is wrong in a file afterwards.
  ///
  /// - Parameters:
  ///   - others: files that have nothing to fix.
  ///   - place: of what is wrong.
  ///   - asked: notes the files whose errors are asked about.
  ///   - judged: notes the files whose findings are asked about.
  private func runInFiles(
    _ number: Int = 8, beside others: [String] = ["last.txt"], counting count: Count,
    at place: Range<Int> = 0..<2, asking asked: AskedPaths = AskedPaths(),
    judging judged: AskedPaths = AskedPaths(),
    _ isWrong: @escaping (_ path: String, _ texts: [String: String]) -> Bool
  ) async throws -> FixOutcome {
    let fixed = (0..<number).map { "\($0).txt" }
    let paths = fixed + others
    let old = fixed.map { MoultFixesTests.judged("t.\($0)", at: 0..<3, in: $0, put: "n\($0)") }
    let texts = Dictionary(uniqueKeysWithValues: paths.map { ($0, Array("old use".utf8)) })
    let plain = Inspection(
      errorCount: { _, _ in 0 }, comments: { _, _ in [] }, importEdits: { _, _, _ in [] },
      affected: { _, changes in Set(changes.keys).union(others) })
    return try await fix(texts, FixPolicy(allowed: [.safe]), inspection: plain) { texts, some in
      count.note(texts)
      judged.note(some ?? Set(paths))
      let said = texts.mapValues { String(decoding: $0, as: UTF8.self) }
      let findings = old.filter {
        said[$0.path] == "old use" && some?.contains($0.path) ?? true
      }
      let errors = paths.filter { isWrong($0, said) }.map { path in
        DefiniteError(
          kind: .unknownName, path: path, range: ByteRange(indices: place), message: "no 'n'")
      }
      return Judgement(findings: findings) { paths in
        asked.note(paths)
        return errors.filter { paths.contains($0.path) }
      }
    }
  }

  @Test func `fixes that write errors into files of their own go with one trial`() async throws {
    let count = Count()
    let outcome = try await runInFiles(counting: count) { path, texts in
      texts[path] != "old use" && path != "3.txt"
    }
    #expect(outcome.changed.keys.sorted() == ["3.txt"])
    #expect(outcome.refused.count == 7)
    // Before, the round, and the round without what is wrong.
    #expect(count.value == 3)
  }

  @Test func `where many files are damaged, what edits the same lines goes with one trial`()
    async throws
  {
    let count = Count()
    let outcome = try await runInFiles(counting: count, at: 4..<7) { path, texts in
      texts[path] != "old use" && path != "3.txt"
    }
    #expect(outcome.changed.keys.sorted() == ["3.txt"])
    #expect(count.value == 3)
  }

  @Test func `a fix that damages many files goes, and no other`() async throws {
    let count = Count()
    let others = (0..<8).map { "other\($0).txt" }
    let outcome = try await runInFiles(16, beside: others, counting: count) { path, texts in
      others.contains(path) && texts["5.txt"] != "old use"
    }
    #expect(outcome.refused.map(\.finding.rule.rawValue) == ["t.5.txt"])
    #expect(outcome.changed.count == 15)
    #expect(count.value < 20, "\(count.value) analyses")
  }

  @Test func `who looks for a guilty fix asks about the files that it damages`()
    async throws
  {
    let (asked, judged) = (AskedPaths(), AskedPaths())
    let others = (0..<8).map { "other\($0).txt" }
    let outcome = try await runInFiles(
      16, beside: others, counting: Count(), asking: asked, judging: judged
    ) { path, texts in
      path == "other2.txt" && texts["5.txt"] != "old use"
    }
    #expect(outcome.refused.map(\.finding.rule.rawValue) == ["t.5.txt"])
    let fixed = (0..<16).map { "\($0).txt" }
    #expect(asked.sets.first == Set(fixed + others))
    #expect(asked.sets.last == Set(fixed + others).subtracting(["5.txt"]))
    #expect(asked.sets.dropFirst().dropLast().allSatisfy { $0 == ["other2.txt"] })
    #expect(asked.sets.count > 3)
    // Before and after the round, and the round without the guilty fix.
    let all = Set(fixed + others)
    #expect(judged.sets.prefix(2) == [all, all])
    #expect(judged.sets.last == all)
    #expect(judged.sets.dropFirst(2).dropLast().allSatisfy { $0 == ["other2.txt"] })
  }

  @Test func `what only a file elsewhere shows is seen before a round is kept`() async throws {
    let others = ["one.txt", "other.txt"]
    let outcome = try await runInFiles(beside: others, counting: Count()) { path, texts in
      // Two fixes damage a file each, the second where the first is gone.
      let isGone = texts["5.txt"] == "old use"
      return isGone ? path == "other.txt" && texts["7.txt"] != "old use" : path == "one.txt"
    }
    #expect(outcome.refused.map(\.finding.rule.rawValue).sorted() == ["t.5.txt", "t.7.txt"])
    #expect(outcome.changed.count == 6)
  }

  @Test func `what each of many fixes does comes to an end`() async throws {
    let count = Count()
    let outcome = try await runInFiles(300, counting: count) { path, texts in
      path == "last.txt" && texts.contains { $0.value != "old use" }
    }
    #expect(outcome.changed.isEmpty)
    // 40 tries, and as many more as it takes to double one until it is 300.
    #expect(count.value < 70)
  }
}

/// The files that a session asked about, question by question.
private final class AskedPaths: Sendable {
  private let questions = Mutex<[Set<String>]>([])

  var sets: [Set<String>] { questions.withLock { $0 } }

  func note(_ paths: Set<String>) { questions.withLock { $0.append(paths) } }
}
