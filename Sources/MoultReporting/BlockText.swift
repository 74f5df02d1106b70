import MoultFindings
import MoultSource

extension Report {
  /// Returns findings as blocks that take `budget` lines at most; what does not fit is counted in the last of them.
  func blocks(_ findings: [Finding], budget: Int, _ style: TextStyle) -> String {
    let blocks = [FindingBlock](findings, budget: budget) { title(of: $0) }
    var lines = blocks.reduce(0) { $0 + $1.lines }
    var shown = blocks[...]
    while lines > budget, shown.count > 1, let last = shown.popLast() {
      // The line that counts what is left needs its place as well.
      lines -= last.lines - (shown.endIndex == blocks.count - 1 ? 1 : 0)
    }
    var output = shown.map { text($0, style) }.joined()
    let hidden = blocks[shown.endIndex...]
    if !hidden.isEmpty {
      let number = hidden.reduce(0) { $0 + $1.findings.count }
      let rules = Set(hidden.map(\.rule)).count
      output +=
        "and \(counted(number, "more finding")) of \(counted(rules, "rule")): --expand shows all\n"
    }
    return output
  }

  /// The title of a rule's page without the marks of Markdown; nil if the report does not know the rule.
  private func title(of rule: RuleID) -> String? {
    details.rules[rule].map { rule in
      let pieces = rule.title.split(separator: "`", omittingEmptySubsequences: false)
      return pieces.joined(separator: "'")
    }
  }

  private func text(_ block: FindingBlock, _ style: TextStyle) -> String {
    let findings = block.findings
    let found = findings[0]
    let needs = " " + style.faint("(\(needs(findings)))")
    var output: String
    if findings.count == 1, found.cause == nil {
      output = line(found, style) + needs + "\n"
    } else {
      let severity = style.severity(block.severity, block.severity.rawValue + ":")
      output = "\(severity) \(printable(block.message)) \(style.faint("[\(block.rule)]"))\(needs)\n"
      let files = Set(findings.map(\.path)).count
      let number = "\(findings.count) in \(counted(files, "file"))"
      output += "  \(number): \(places(of: findings, width: 110 - number.utf8.count))\n"
    }
    guard let nextStep = block.nextStep else { return output }
    let label = found.cause == nil ? "next" : "regenerate"
    return output + "  \(style.strong(label + ":")) \(printable(nextStep))\n"
  }

  /// What the findings of a block ask of a person, with numbers where they differ.
  private func needs(_ findings: [Finding]) -> String {
    let parts: [(Int, String)] = Safety.allCases.compactMap { safety in
      let number = findings.count { $0.safety == safety }
      return number == 0 ? nil : (number, need(safety))
    }
    if parts.count == 1 { return parts[0].1 }
    return parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  private func need(_ safety: Safety) -> String {
    switch safety {
    case .safe: "safe"
    case .review: "to read over"
    case .placeholder: "to fill in"
    case .manual: "by you"
    }
  }

  /// Returns `A.swift:3, 9; B.swift:7; and 4 more`: the lines of findings, file by file, in about `width` columns.
  private func places(of findings: [Finding], width: Int) -> String {
    var files: [(path: String, lines: [Int], number: Int)] = []
    for finding in findings {
      let line = position(of: finding.range.lowerBound, in: finding.path, .utf8)?.line
      if files.last?.path != finding.path { files.append((finding.path, [], 0)) }
      let last = files.count - 1
      files[last].number += 1
      if let line, files[last].lines.last != line { files[last].lines.append(line) }
    }
    var output = ""
    var left = findings.count
    for file in files {
      let lines = file.lines.prefix(12).map(String.init).joined(separator: ", ")
      let more = file.lines.count > 12 ? ", …" : ""
      let piece = printable(file.path) + (lines.isEmpty ? "" : ":" + lines + more)
      // The first is shown however long it is.
      if !output.isEmpty, output.utf8.count + piece.utf8.count > width { break }
      output += (output.isEmpty ? "" : "; ") + piece
      left -= file.number
    }
    return left > 0 ? output + "; and \(left) more" : output
  }
}
