import MoultFindings
import MoultFixes
import MoultSource
import Testing

private func finding(
  _ rule: String, at range: Range<Int>, put replacement: String, in path: String = "a.txt",
  _ safety: Safety = .safe, message: String? = nil
) -> Finding {
  let edit = Edit(ByteRange(indices: range), replacement)
  return Finding(
    rule: RuleID(rule), severity: .error, path: path, range: ByteRange(indices: range),
    message: message ?? rule,
    fix: Fix(title: "change", safety: safety, files: [FileEdits(path: path, edits: [edit])]))
}

/// Texts without syntax, whose comments are the letters `#`.
private var plain: Inspection {
  Inspection(
    errorCount: { _, bytes in bytes.filter { $0 == UInt8(ascii: "!") }.count },
    comments: { _, bytes in
      bytes.indices.filter { bytes[$0] == UInt8(ascii: "#") }.map {
        ByteRange(indices: $0..<$0 + 1)
      }
    },
    importEdits: { _, _, _ in [] })
}

private func run(
  _ text: String, allowing allowed: Set<Safety> = [.safe],
  _ analyse: @escaping (String) -> [Finding]
) async throws(FixFailure) -> FixOutcome {
  try await fix(
    ["a.txt": Array(text.utf8)], FixPolicy(allowed: allowed), inspection: plain
  ) { texts, _ in
    Judgement(findings: analyse(String(decoding: texts["a.txt"] ?? [], as: UTF8.self)))
  }
}

private func text(_ outcome: FixOutcome) -> String? {
  outcome.changed["a.txt"].map { String(decoding: $0, as: UTF8.self) }
}

/// One finding for each place of `old`, which it turns into `new`.
private func replacing(_ old: Character, with new: String) -> (String) -> [Finding] {
  { text in
    text.enumerated().filter { $0.element == old }
      .map { finding("t.r", at: $0.offset..<$0.offset + 1, put: new) }
  }
}

@Test func `fixes that do not meet apply in one round`() async throws {
  let outcome = try await run("a-a", replacing("a", with: "b"))
  #expect(text(outcome) == "b-b")
  #expect(outcome.rounds == 1)
  #expect(outcome.applied.count == 2)
}

@Test func `the later of two overlapping fixes waits for the next round`() async throws {
  let outcome = try await run("abc") { text in
    text == "abc"
      ? [finding("t.first", at: 0..<2, put: "x"), finding("t.second", at: 1..<3, put: "y")]
      : text == "xc" ? [finding("t.second", at: 1..<2, put: "y")] : []
  }
  #expect(text(outcome) == "xy")
  #expect(outcome.rounds == 2)
}

@Test(arguments: ["async throws -> T", "throws -> T"])
func `an insertion that repeats the first word beside it waits, and no other`(
  replacement: String
) async throws {
  let outcome = try await run("f -> F") { text in
    let waits = finding("t.waits", at: 2..<2, put: "async ")
    let gives = finding("t.gives", at: 2..<6, put: replacement)
    return text == "f -> F" ? [gives, waits] : []
  }
  #expect(text(outcome) == "f async throws -> T")
  #expect(outcome.rounds == 1)
}

@Test func `a fix that is less safe than allowed is left`() async throws {
  let outcome = try await run("a") { _ in [finding("t.r", at: 0..<1, put: "b", .review)] }
  #expect(outcome.changed.isEmpty)
  #expect(outcome.remaining.count == 1)
}

@Test func `two fixes may want the same edit`() async throws {
  let shared = Edit(ByteRange(indices: 0..<3), "var")
  func both(_ offset: Int) -> Finding {
    Finding(
      rule: RuleID("t.r\(offset)"), severity: .error, path: "a.txt",
      range: ByteRange(indices: offset..<offset + 1), message: "m",
      fix: Fix(
        title: "change", safety: .safe,
        files: [
          FileEdits(
            path: "a.txt", edits: [shared, Edit(ByteRange(indices: offset..<offset + 1), "y")])
        ]))
  }
  let outcome = try await run("let x x") { $0 == "let x x" ? [both(4), both(6)] : [] }
  #expect(text(outcome) == "var y y")
  #expect(outcome.rounds == 1)
}

@Test func `a fix after which the text has a new error is reverted, and the others stay`()
  async throws
{
  let outcome = try await run("a-c") { text in
    text.enumerated().compactMap { offset, character in
      switch character {
      case "a": finding("t.good", at: offset..<offset + 1, put: "b")
      case "c": finding("t.bad", at: offset..<offset + 1, put: "!")
      default: nil
      }
    }
  }
  #expect(text(outcome) == "b-c")
  #expect(outcome.refused.map(\.finding.rule.rawValue) == ["t.bad"])
  #expect(outcome.refused.first?.reason == "the result would not parse")
}

@Test func `a fix that would lose a comment is refused`() async throws {
  let outcome = try await run("a#c") { _ in [finding("t.r", at: 0..<3, put: "b")] }
  #expect(outcome.changed.isEmpty)
  #expect(outcome.refused.first?.reason == "a comment would be lost")
}

@Test func `rules that undo each other are an error, and nothing changes`() async {
  await #expect(throws: FixFailure.oscillation(paths: ["a.txt"], rules: [RuleID("t.r")])) {
    try await run("a") { text in
      [finding("t.r", at: 0..<1, put: text == "a" ? "b" : "a")]
    }
  }
}

@Test func `a text that keeps growing is given up after ten rounds`() async {
  await #expect(throws: FixFailure.noFixedPoint(rounds: 10, rules: [RuleID("t.r")])) {
    try await run("a") { text in
      [finding("t.r", at: 0..<1, put: "aa", message: "one of \(text.count)")]
    }
  }
}

@Test func `a fix after which the same rule would write the same there is left to a person`()
  async throws
{
  let outcome = try await run("a") { _ in [finding("t.r", at: 0..<1, put: "aa")] }
  #expect(outcome.changed.isEmpty)
  #expect(outcome.refused.first?.reason.hasSuffix("would be made again and again") == true)
  #expect(outcome.remaining.map { $0.fix == nil } == [true])
}

@Test func `a fix that would be made again waits for what it rests on`() async throws {
  let outcome = try await run("A x") { text in
    guard let type = text.first, let value = text.firstIndex(of: "x")?.utf16Offset(in: text) else {
      return []
    }
    if type == "C" { return [] }
    return [
      finding("t.type", at: 0..<1, put: type == "A" ? "B" : "C"),
      finding("t.value", at: value..<value + 1, put: "[x]"),
    ]
  }
  #expect(text(outcome) == "C [x]")
  #expect(outcome.refused.isEmpty)
}

@Test func `what is given back as changed differs from what was given in`() async throws {
  let outcome = try await run("a") { _ in [] }
  #expect(outcome.changed.isEmpty)
  #expect(outcome.rounds == 0)
}

@Test func `a fix from which no other goes on is held back in its place alone`() async throws {
  func analyse(_ text: String) -> [Finding] {
    text.enumerated().compactMap { offset, character in
      let range = offset..<offset + 1
      return switch character {
      case "x": finding("t.zero", at: range, put: "yy")
      case "a" where text.hasPrefix("yy"): finding("t.one", at: range, put: "b")
      case "b" where offset == 2:
        Finding(
          rule: RuleID("t.two"), severity: .error, path: "a.txt",
          range: ByteRange(indices: range), message: "by hand", nextStep: "do it")
      case "b": finding("t.two", at: range, put: "c")
      default: nil
      }
    }
  }
  func run(_ heldBack: HeldBackFixes) async throws -> FixOutcome {
    let policy = FixPolicy(allowed: [.safe], heldBack: heldBack)
      .goingOn { $0 == RuleID("t.one") ? [RuleID("t.two")] : [] }
    return try await fix(["a.txt": Array("xa-a".utf8)], policy, inspection: plain) { texts, _ in
      Judgement(findings: analyse(String(decoding: texts["a.txt"] ?? [], as: UTF8.self)))
    }
  }
  let first = try await run(HeldBackFixes())
  #expect(text(first) == "yyb-c")
  #expect(first.deadEnds.map(\.origin) == [ByteRange(indices: 1..<2)])
  let second = try await run(HeldBackFixes().adding(first.deadEnds))
  #expect(text(second) == "yya-c")
  #expect(second.refused.contains { $0.isDeadEnd && $0.reason.contains("do it") })
  #expect(second.remaining.map(\.nextStep) == ["do it"])
}

@Test func `what hangs on a fix that is held back is left with it, whatever the fix writes`()
  async throws
{
  func analyse(_ text: String) -> [Finding] {
    text.enumerated().compactMap { offset, character in
      let range = offset..<offset + 1
      return switch character {
      case "x": finding("t.zero", at: range, put: "y")
      case "a": finding("t.one", at: range, put: text.hasPrefix("y") ? "b" : "B")
      case "b", "B":
        Finding(
          rule: RuleID("t.two"), severity: .error, path: "a.txt",
          range: ByteRange(indices: range), message: "by hand", nextStep: "do it")
      case "m": finding("t.message", at: range, put: "n")
      default: nil
      }
    }
  }
  func run(_ heldBack: HeldBackFixes) async throws -> FixOutcome {
    let policy = FixPolicy(allowed: [.safe], heldBack: heldBack)
      .goingOn { [RuleID("t.one"), RuleID("t.message")].contains($0) ? [RuleID("t.two")] : [] }
    return try await fix(["a.txt": Array("xam-m".utf8)], policy, inspection: plain) { texts, _ in
      Judgement(
        findings: analyse(String(decoding: texts["a.txt"] ?? [], as: UTF8.self)),
        companions: { range, _ in
          [range.upperBound..<ByteOffset(range.upperBound.index + 1)]
        })
    }
  }
  let first = try await run(HeldBackFixes())
  #expect(text(first) == "yBn-n")
  let second = try await run(HeldBackFixes().adding(first.deadEnds))
  #expect(text(second) == "ybm-n")
  let third = try await run(HeldBackFixes().adding(second.deadEnds.map(\.ofAnyText)))
  #expect(text(third) == "yam-n")
  #expect(third.companions == ["a.txt": 1])
}
