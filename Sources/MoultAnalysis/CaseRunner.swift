import MoultFindings
import MoultFixes
import MoultMatching
package import MoultRules
import MoultSource
import MoultSurfaces
import MoultSyntax

/// Runs every case of a page and returns what failed, in the order of the page.
package func failures(of page: RulePage, in catalogue: Catalogue) async -> [CaseFailure] {
  var result: [CaseFailure] = []
  for pageCase in page.cases {
    if let failure = await failure(of: pageCase, on: page, in: catalogue) { result.append(failure) }
  }
  return result.isEmpty ? await refusalsWithoutCase(on: page, in: catalogue) : result
}

/// Each refusal is a case in which something is left to a person with its next step.
private func refusalsWithoutCase(
  on page: RulePage, in catalogue: Catalogue
) async -> [CaseFailure] {
  let refusals = page.rows.flatMap(\.refusals)
  guard !refusals.isEmpty else { return [] }
  var steps: [String] = []
  for pageCase in page.cases {
    let runner = CaseRunner(page: page, pageCase: pageCase, catalogue: catalogue)
    steps += await runner.nextSteps()
  }
  return refusals.filter { refusal in !steps.contains(where: refusal.canSay) }.map { refusal in
    CaseFailure(
      page: page.name, line: 2, name: "refusals",
      problem: .other("no case shows what is left to a person with '\(refusal.writtenStep)'"))
  }
}

/// Runs a case of a page and returns the first thing that does not hold, or nil.
///
/// Beside what the case says, it is proven to hold behind a line of emoji, with CR LF, and behind a `#!`
/// line, and to be silent inside comments and string literals and under suppressions. What fails first makes the
/// rest fail, so that one mistake is one failure.
package func failure(
  of pageCase: PageCase, on page: RulePage, in catalogue: Catalogue
) async -> CaseFailure? {
  let runner = CaseRunner(page: page, pageCase: pageCase, catalogue: catalogue)
  guard let problem = await runner.run() else { return nil }
  var line = pageCase.line
  if case .findings(let differences) = problem, let first = differences.first { line = first.line }
  if case .text(let path, "", let expected, let found) = problem,
    let block = pageCase.after.first(where: { $0.path == path })
  {
    line = pageLine(ofFirstDifferenceIn: block, expected, found)
  }
  return CaseFailure(page: page.name, line: line, name: pageCase.name, problem: problem)
}

private func pageLine(
  ofFirstDifferenceIn block: CodeBlock, _ expected: String, _ found: String
) -> Int {
  let lines = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let others = found.split(separator: "\n", omittingEmptySubsequences: false)
  let same = zip(lines, others).prefix { $0 == $1 }.count
  let pageLines = block.pageLines
  return pageLines.indices.contains(same) ? pageLines[same] : block.line
}

/// Returns what is found in the files of a case, sorted as a page marks it.
package func observedFindings(
  in pageCase: PageCase, of page: RulePage, in catalogue: Catalogue
) async -> [ExpectedFinding] {
  let runner = CaseRunner(page: page, pageCase: pageCase, catalogue: catalogue)
  return await runner.observed(runner.before)
}

/// Returns the Swift files of a case as its fixes leave them, where a person had laid them out another way.
///
/// - Parameter layOut: gives a text of the case its other layout.
/// - Throws: what made an end of the rounds of fixes.
package func fixedTexts(
  of pageCase: PageCase, of page: RulePage, in catalogue: Catalogue,
  laidOut layOut: (String) -> String
) async throws -> (texts: [String: String], refused: [String]) {
  let runner = CaseRunner(page: page, pageCase: pageCase, catalogue: catalogue)
  let files = runner.before.map { runner.changed($0, layOut) }
  let outcome = try await runner.fixed(files)
  // What a generator wrote is not laid out, and never written.
  let swift = files.filter { $0.surface == .swift && !$0.isGenerated }
  let texts = swift.map { file in
    (file.source.path, outcome.changed[file.source.path] ?? file.source.bytes)
  }
  return (
    Dictionary(texts.map { ($0, String(decoding: $1, as: UTF8.self)) }) { first, _ in first },
    outcome.refused.filter { !$0.isDeadEnd }.map { "\($0.finding.rule): \($0.reason)" }
  )
}

private struct CaseRunner {
  let page: RulePage
  let pageCase: PageCase
  let catalogue: Catalogue

  fileprivate var before: [ProjectText] { projectTexts(pageCase.before) }

  private var options: AnalysisOptions {
    AnalysisOptions(rules: catalogue.rules(forCasesOf: page), options: pageCase.options)
      .answering(.none)
  }

  func run() async -> CaseProblem? {
    // Without them a case would say nothing, and silent ones would hold.
    let unopened = Set(pageCase.before.map(\.path)).subtracting(before.map(\.source.path))
    if let path = unopened.min() { return .other("no file of the name '\(path)' is ever opened") }
    let differences = differences(await observed(before))
    if !differences.isEmpty { return .findings(differences) }
    if let problem = await checkFix(before, "", { $0 }) { return problem }
    if !pageCase.after.isEmpty {
      // Whoever writes a line writes its end as the file does.
      let problem = await checkFix(before.map(withCRLF), " with CR LF") {
        $0.replacing("\n", with: "\r\n")
      }
      if let problem { return problem }
    }
    for variant in await variants() + suppressedVariants() {
      if let problem = await checkFindings(variant) { return problem }
    }
    return nil
  }

  private var expected: [ExpectedFinding] { pageCase.before.flatMap(\.expected) }

  // MARK: What is found

  /// Where carets and findings differ, line by line of the page.
  private func differences(_ found: [ExpectedFinding]) -> [CaretDifference] {
    pageCase.before.flatMap { block -> [CaretDifference] in
      let expected = Set(block.expected)
      let found = Set(found.filter { $0.path == block.path })
      let missing = expected.subtracting(found)
      let surplus = found.subtracting(expected)
      let code = block.text.split(separator: "\n", omittingEmptySubsequences: false)
      let pageLines = block.pageLines
      return Set((missing.union(surplus)).map(\.line)).sorted().map { line in
        CaretDifference(
          line: pageLines.indices.contains(line - 1) ? pageLines[line - 1] : block.line,
          code: code.indices.contains(line - 1) ? String(code[line - 1]) : "",
          missing: missing.filter { $0.line == line }.sorted(by: precedes),
          surplus: surplus.filter { $0.line == line }.sorted(by: precedes))
      }
    }
  }

  private func precedes(_ a: ExpectedFinding, _ b: ExpectedFinding) -> Bool {
    (a.columns.lowerBound, a.rule) < (b.columns.lowerBound, b.rule)
  }

  private func checkFindings(_ variant: Variant) async -> CaseProblem? {
    let found = await observed(variant.files)
    let missing = Set(variant.expected).subtracting(found).map { "not found: \(describe($0))" }
    let surplus = Set(found).subtracting(variant.expected).map { "found: \(describe($0))" }
    guard !missing.isEmpty || !surplus.isEmpty else { return nil }
    let list = (missing.sorted() + surplus.sorted()).joined(separator: "; ")
    return .other("the case does not hold \(variant.name): \(list)")
  }

  fileprivate func observed(_ files: [ProjectText]) async -> [ExpectedFinding] {
    let all = await analyse(
      files + sample(for: files), catalogue, options, cache: TreeCache())
    let texts = Dictionary(files.map { ($0.source.path, $0.source) }) { first, _ in first }
    return all.findings.compactMap { finding in
      texts[finding.path].map { observed(finding, in: $0) }
    }
  }

  /// - Parameter edits: lines that are put in before it is looked at.
  private func observed(
    _ finding: Finding, in source: SourceText, behind edits: [Edit] = []
  ) -> ExpectedFinding {
    let lines = source.lines
    let start = lines.position(of: finding.range.lowerBound, in: .utf8, of: source.bytes)
    let length = max(1, finding.range.utf8Count)
    let added = edits.count { edit in
      edit.range.lowerBound <= finding.range.lowerBound
        && edit.replacement.last == UInt8(ascii: "\n")
    }
    return ExpectedFinding(
      path: finding.path, line: start.line + added,
      columns: start.column..<(start.column + length), rule: finding.rule, safety: finding.safety)
  }

  private func describe(_ finding: ExpectedFinding) -> String {
    "\(finding.path):\(finding.line):\(finding.columns.lowerBound)-\(finding.columns.upperBound - 1) \(finding.rule) \(finding.safety.rawValue)"
  }

  /// What the page's rule tells a person to do in the files of the case.
  fileprivate func nextSteps() async -> [String] {
    let all = await analyse(
      before + sample(for: before), catalogue, options, cache: TreeCache())
    return all.findings.filter { $0.rule == page.id }.compactMap(\.nextStep)
  }

  // MARK: What is fixed

  /// - Parameter lines: gives what the case says should be there the line ends of `before`.
  private func checkFix(
    _ before: [ProjectText], _ variant: String, _ lines: (String) -> String
  ) async -> CaseProblem? {
    let texts = Dictionary(before.map { ($0.source.path, $0.source.bytes) }) { first, _ in first }
    let outcome: FixOutcome
    do {
      outcome = try await fixed(before)
    } catch {
      return .other("the fix\(variant) came to no end: \(error)")
    }
    // What stays because no fix goes on from there is shown by the code after.
    if let refused = outcome.refused.first(where: { !$0.isDeadEnd }) {
      return .other("the fix\(variant) of \(refused.finding.rule) was refused: \(refused.reason)")
    }
    var wanted = texts
    for block in pageCase.after { wanted[block.path] = Array(lines(block.text).utf8) }
    for (path, bytes) in wanted.sorted(by: { $0.key < $1.key }) {
      let result = outcome.changed[path] ?? texts[path] ?? []
      guard result != bytes else { continue }
      return .text(
        path: path, variant: variant, expected: String(decoding: bytes, as: UTF8.self),
        found: String(decoding: result, as: UTF8.self))
    }
    return nil
  }

  fileprivate func fixed(_ files: [ProjectText]) async throws -> FixOutcome {
    try await fixProject(
      files + sample(for: files), catalogue, options,
      FixPolicy(allowed: [.safe, .review, .placeholder]), cache: TreeCache()
    ).outcome
  }

  // MARK: Other circumstances

  private struct Variant {
    let name: String
    let files: [ProjectText]
    let expected: [ExpectedFinding]
  }

  private func variants() async -> [Variant] {
    let files = before
    var result = [Variant(name: "with CR LF", files: files.map(withCRLF), expected: expected)]
    guard files.contains(where: { $0.surface == .swift }) else { return result }
    for (name, line) in [
      ("behind a line of emoji", "// 🐦🪶\n"), ("behind a '#!' line", "#!/usr/bin/swift\n"),
    ] {
      let shifted = expected.map { finding in
        isSwift(finding.path)
          ? ExpectedFinding(
            path: finding.path, line: finding.line + 1, columns: finding.columns,
            rule: finding.rule,
            safety: finding.safety) : finding
      }
      result.append(
        Variant(name: name, files: files.map { changed($0) { line + $0 } }, expected: shifted))
    }
    // What a manifest or Objective-C is told of because of Swift goes with it, or is told otherwise.
    let emptied = await observed(files.map { changed($0) { _ in "" } })
    let elsewhere = emptied.filter { !isSwift($0.path) }
    result.append(
      Variant(
        name: "in a comment", files: files.map { changed($0) { "/*\n" + $0 + "*/\n" } },
        expected: elsewhere))
    result.append(
      Variant(
        name: "in a string",
        files: files.map { changed($0) { "let text = ##\"\"\"\n" + $0 + "\"\"\"##\n" } },
        expected: elsewhere))
    return result
  }

  /// The case with a suppression at each finding, and with one for each file.
  ///
  /// What is found where no comment can stand is found there all the same.
  private func suppressedVariants() async -> [Variant] {
    guard !expected.isEmpty, !expected.contains(where: { $0.rule.rawValue.hasPrefix("moult.") })
    else { return [] }
    let cache = TreeCache()
    let all = await analyse(before + sample(for: before), catalogue, options, cache: cache).findings
    let byPath = Dictionary(grouping: all, by: \.path)
    var single: [ProjectText] = []
    var whole: [ProjectText] = []
    var leftOfSingle: [ExpectedFinding] = []
    var leftOfWhole: [ExpectedFinding] = []
    for file in before {
      let findings = byPath[file.source.path] ?? []
      let written = suppressing(findings, in: file, reason: "for now", cache)
      leftOfSingle += written.refused.map {
        observed($0, in: file.source, behind: written.edits)
      }
      single.append(edited(file, written.edits))
      let ofFile = suppressingFile(findings, in: file, reason: "for now")
      if ofFile == nil { leftOfWhole += findings.map { observed($0, in: file.source) } }
      whole.append(edited(file, ofFile.map { [$0] } ?? []))
    }
    return [
      Variant(name: "under suppressions", files: single, expected: leftOfSingle),
      Variant(name: "under suppressions of files", files: whole, expected: leftOfWhole),
    ]
  }

  private func edited(_ file: ProjectText, _ edits: [Edit]) -> ProjectText {
    let bytes = applying(edits, to: file.source.bytes) ?? file.source.bytes
    return ProjectText(
      source: SourceText(path: file.source.path, bytes: bytes), surface: file.surface,
      isGenerated: file.isGenerated)
  }

  private func isSwift(_ path: String) -> Bool {
    path.hasSuffix(".swift") && !isManifest(path) && !hasGeneratedName(path)
  }
  private func isManifest(_ path: String) -> Bool { path.hasSuffix("Package.swift") }

  fileprivate func changed(_ file: ProjectText, _ change: (String) -> String) -> ProjectText {
    guard file.surface == .swift, !file.isGenerated else { return file }
    return text(file, change(String(decoding: file.source.bytes, as: UTF8.self)))
  }

  private func withCRLF(_ file: ProjectText) -> ProjectText {
    text(file, String(decoding: file.source.bytes, as: UTF8.self).replacing("\n", with: "\r\n"))
  }

  private func text(_ file: ProjectText, _ text: String) -> ProjectText {
    ProjectText(
      source: SourceText(path: file.source.path, bytes: Array(text.utf8)), surface: file.surface,
      isGenerated: file.isGenerated)
  }

  // MARK: The case as a project

  private func projectTexts(_ blocks: [CodeBlock]) -> [ProjectText] {
    blocks.compactMap { ProjectText(path: $0.path, bytes: Array($0.text.utf8)) }
  }

  /// What the era's generator makes of the sample service, where the case speaks of it.
  private func sample(for files: [ProjectText]) -> [ProjectText] {
    let parts = page.path.split(separator: "/")
    guard parts.count == 3, let era = parts[1].split(separator: "-").first,
      let text = catalogue.samples["\(parts[0])/\(era)"],
      let prefix = packagePrefix(ofSample: text),
      files.contains(where: {
        String(decoding: $0.source.bytes, as: UTF8.self).contains(prefix)
      })
    else { return [] }
    return [
      ProjectText(
        source: SourceText(
          path: "Sources/App/Generated/sample.grpc.swift", bytes: Array(text.utf8)),
        surface: .swift, isGenerated: true)
    ]
  }
}

/// What the names of a sample begin with: samples are of a package such as `hello.v1`, so `Hello_V1_`.
private func packagePrefix(ofSample text: String) -> String? {
  text.firstRange(of: "_V1_").map { mark in
    let start = text[..<mark.lowerBound].lastIndex { !$0.isLetter && !$0.isNumber }
    return String(text[(start.map(text.index(after:)) ?? text.startIndex)..<mark.upperBound])
  }
}
