import MoultFindings
import MoultFixes
import MoultSource
import Testing

/// What a made-up analysis says of `from 1; old new`: the number is raised to 2, and what is old becomes new with it.
private func judgement(
  _ text: String, error: DefiniteError.Kind? = nil
) -> Judgement {
  let places = places("1", "old", "gone", in: text)
  var findings: [Finding] = []
  let raise = places["1"].map { judged("a.raise", at: $0, put: "2") }
  if let raise { findings.append(raise) }
  if let old = places["old"] { findings.append(judged("a.old", at: old, put: "new")) }
  if let gone = places["gone"] { findings.append(judged("a.gone", at: gone, put: "kept")) }
  return Judgement(
    findings: findings.sorted(),
    errors: { _ in
      text.contains("2") && error != nil ? [refusal("no such release", at: 0..<1)] : []
    },
    raises: { finding in
      guard finding.rule == RuleID("a.old"), let raise else { return [] }
      return [raise]
    })
}

private func fixed(
  _ text: String, heldBack: HeldBackFixes = HeldBackFixes(), error: DefiniteError.Kind? = nil,
  choice: @escaping FixChoice = { _ in .apply },
  isAsked: @escaping @Sendable (Finding) -> Bool = { _ in true },
  isMadeElsewhere: @escaping @Sendable (Finding) -> Bool = { _ in false }
) async throws -> FixOutcome {
  let policy = FixPolicy(
    allowed: [.safe], heldBack: heldBack, choice: choice, isAsked: isAsked,
    isMadeElsewhere: isMadeElsewhere)
  let plain = Inspection(
    errorCount: { _, _ in 0 }, comments: { _, _ in [] }, importEdits: { _, _, _ in [] },
    names: { _, _ in [] })
  return try await fix(["a.txt": Array(text.utf8)], policy, inspection: plain) { texts, _ in
    judgement(String(decoding: texts["a.txt"] ?? [], as: UTF8.self), error: error)
  }
}

private let whole = "from 1; old gone"

@Test func `what a raised requirement allows is written with it`() async throws {
  let outcome = try await fixed(whole)
  #expect(outcome.text == "from 2; new kept")
  #expect(outcome.refused.isEmpty)
  #expect(outcome.history.map { $0.resting.map(\.rule.rawValue) } == [["a.old"]])
}

@Test func `where a requirement stays, so does what rests on it, and all else is fixed`()
  async throws
{
  let raise = RuleID("a.raise")
  let ways = [
    "declined": try await fixed(whole, choice: { $0.finding.rule == raise ? .decline : .apply }),
    "not asked for": try await fixed(whole, isAsked: { $0.rule != raise }),
    "held back": try await fixed(
      whole,
      heldBack: HeldBackFixes([
        HeldBackFixes.Hold(rules: [raise], paths: ["a.txt"], reason: "it waits")
      ])),
    "taken back": try await fixed(whole, error: .unknownName),
  ]
  for (way, outcome) in ways {
    #expect(outcome.text == "from 1; old kept", "\(way)")
    #expect(
      outcome.refusals.contains {
        $0.hasPrefix("a.old: it waits for the fix of 'a.raise' in a.txt, which is not made")
      }, "\(way): \(outcome.refusals)")
    let left = outcome.remaining.first { $0.rule == RuleID("a.old") }
    #expect(left?.fix == nil, "\(way)")
    #expect(left?.nextStep?.hasPrefix("raise the requirement in a.txt first") == true, "\(way)")
  }
}

@Test func `what rests on a fix that another session makes is written`() async throws {
  let raise = RuleID("a.raise")
  let outcome = try await fixed(
    whole, isAsked: { $0.rule != raise }, isMadeElsewhere: { $0.rule == raise })
  #expect(outcome.text == "from 1; new kept")
}

@Test func `a cycle beside what is held back is taken back, and all else stays`() async throws {
  let held = HeldBackFixes([
    HeldBackFixes.Hold(rules: [RuleID("t.hop")], paths: ["b.txt"], reason: "it waits")
  ])
  let plain = Inspection(
    errorCount: { _, _ in 0 }, comments: { _, _ in [] }, importEdits: { _, _, _ in [] },
    names: { _, _ in [] })
  let policy = FixPolicy(allowed: [.safe], heldBack: held)
  let outcome = try await fix(["a.txt": Array("a".utf8)], policy, inspection: plain) { texts, _ in
    let isNew = texts["a.txt"] == Array("b".utf8)
    return Judgement(findings: [
      judged(isNew ? "t.back" : "t.forth", at: 0..<1, put: isNew ? "a" : "b")
    ])
  }
  #expect(outcome.text == "b")
  #expect(outcome.refused.map(\.finding.rule.rawValue) == ["t.back"])
}
