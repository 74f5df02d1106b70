import MoultFindings
import MoultMatching
import MoultRules
import MoultSurfaces

/// The page of a rule as someone reads it who has a finding of it: what it is, why, what becomes of the code, what is left.
///
/// The cases that only test the rule stay on the page.
///
/// - Parameter notes: where the library itself says what changed.
/// - Complexity: O(*n*) in the bytes of the page.
func ruleText(_ page: RulePage, notes: [String]) -> String {
  var parts = [head(of: page)]
  parts += prose(of: page).map { wrapped($0, indent: "") }
  let cases = page.cases
  let examples = examples(of: page, among: cases)
  parts += examples.map(text)
  let left = leftSteps(of: page)
  if !left.isEmpty { parts.append(text(ofSteps: left)) }
  if !notes.isEmpty {
    parts.append("Notes of the library: " + notes.joined(separator: "\n  "))
  }
  if cases.count > examples.count {
    parts.append("All \(cases.count) cases: moult explain \(page.id) --cases")
  }
  return parts.joined(separator: "\n\n") + "\n"
}

private func head(of page: RulePage) -> String {
  let safeties = Set(page.rows.map(\.safety)).sorted().map(\.rawValue).joined(separator: ", ")
  var facts = [page.id.rawValue, page.severity.rawValue, safeties]
  if let hop = page.hop {
    let ends = hop.split(separator: "-").map(String.init)
    let library = page.path.prefix { $0 != "/" }
    facts.append(
      ends.first == ends.last
        ? "\(library) \(ends[0])" : "\(library) \(ends.joined(separator: " → "))")
  }
  return page.title + "\n" + facts.joined(separator: " · ")
}

/// The paragraphs that say why: what stands above the first case, and under headings that have none.
private func prose(of page: RulePage) -> [String] {
  let cases = Set(page.cases.map(\.name))
  var paragraphs: [String] = []
  var lines: [Substring] = []
  var isShown = true
  func close() {
    if !lines.isEmpty { paragraphs.append(lines.joined(separator: "\n")) }
    lines = []
  }
  for line in page.body.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
    if line.hasPrefix("## ") {
      close()
      isShown = !cases.contains(String(line.dropFirst(3)))
      if isShown { paragraphs.append(String(line.dropFirst(3)) + ":") }
    } else if isShown, line.isEmpty {
      close()
    } else if isShown {
      lines.append(line)
    }
  }
  close()
  return paragraphs
}

/// The two shortest cases that show a fix of the rule, or else one that shows what it finds, in the order of the page.
private func examples(of page: RulePage, among cases: [PageCase]) -> [PageCase] {
  func shows(_ pageCase: PageCase, _ test: (ExpectedFinding) -> Bool) -> Bool {
    pageCase.before.contains { $0.expected.contains { $0.rule == page.id && test($0) } }
  }
  func length(_ index: Int) -> Int {
    (cases[index].before + cases[index].after).reduce(0) { $0 + $1.text.utf8.count }
  }
  let fixed = cases.indices.filter { index in
    !cases[index].after.isEmpty && shows(cases[index]) { $0.safety != .manual }
  }
  let found = cases.indices.filter { index in shows(cases[index]) { _ in true } }
  let chosen =
    fixed.isEmpty
    ? found.sorted { length($0) < length($1) }.prefix(1)
    : fixed.sorted { length($0) < length($1) }.prefix(2)
  return chosen.sorted().map { cases[$0] }
}

private func text(of pageCase: PageCase) -> String {
  let after = Dictionary(pageCase.after.map { ($0.path, $0.text) }) { first, _ in first }
  let isProject = pageCase.before.count > 1
  var parts = [pageCase.name]
  for block in pageCase.before {
    let name = isProject ? " (\(block.path))" : ""
    guard let changed = after[block.path] else {
      parts.append("  found in\(name)\n" + indented(block.text))
      continue
    }
    parts.append("  before\(name)\n" + indented(block.text))
    parts.append("  after\(name)\n" + indented(changed))
  }
  return parts.joined(separator: "\n\n")
}

private func indented(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
}

/// What rows leave to a person, each message with its next step, once.
private func leftSteps(of page: RulePage) -> [(message: String, next: String)] {
  var seen: Set<String> = []
  return page.rows.compactMap { row in
    guard let next = row.nextStep, seen.insert(next).inserted else { return nil }
    return (readable(row.message), readable(next))
  }
}

private func text(ofSteps steps: [(message: String, next: String)]) -> String {
  let shown = 6
  var lines = ["What is left to you where there is no fix"]
  for step in steps.prefix(shown) {
    lines.append(wrapped("- " + step.message, indent: "  ", hanging: "  "))
    lines.append(wrapped("next: " + step.next, indent: "    ", hanging: "  "))
  }
  if steps.count > shown { lines.append("  and \(steps.count - shown) more on the page") }
  return lines.joined(separator: "\n")
}

/// A text of a page for someone who has no match: metavariables stand for code that is not there.
private func readable(_ text: String) -> String {
  Template(text).pieces.map { piece in
    switch piece {
    case .text(let text): text
    case .variable: "…"
    }
  }.joined()
}

/// Breaks lines at blanks, so that none is longer than 100 characters, but for words that are.
private func wrapped(_ text: String, indent: String, hanging: String = "") -> String {
  // Tables, lists and code keep their lines.
  if text.hasPrefix("|") || text.hasPrefix("```") || text.contains("\n- ") { return text }
  var lines: [String] = []
  var line = indent
  var isFirst = true
  for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
    if !isFirst, line.count + 1 + word.count > 100 {
      lines.append(line)
      line = indent + hanging + word
    } else {
      line += (isFirst ? "" : " ") + word
    }
    isFirst = false
  }
  return (lines + [line]).joined(separator: "\n")
}
