package import MoultFindings
import MoultSource

extension Report {
  /// Returns the report for people: each finding with its code, what decides about the others first, then what was seen.
  ///
  /// Lines and columns are one-based; columns count UTF-8 bytes.
  package func text(_ style: TextStyle) -> String {
    var output = ""
    let (leading, others) = (
      findings.filter(details.leading.contains), findings.filter { !details.leading.contains($0) }
    )
    for finding in leading + others {
      output += text(finding, style)
      output += "\n"
    }
    return output + footer(style)
  }

  /// Returns counts and coverage, which end every report for people.
  package func footer(_ style: TextStyle) -> String {
    style.strong(summary) + "\n" + setAside + coverage.text()
  }

  /// What somebody at a terminal would do next, in whole lines; nil if nothing was found.
  ///
  /// - Parameters:
  ///   - safe: the number of fixes that `moult fix` would apply.
  ///   - waiting: safe ones that it would not.
  package func advice(safe: Int, _ waiting: WaitingFixes) -> String? {
    guard let first = findings.first else { return nil }
    let review = findings.count { $0.safety == .review }
    var output = ""
    if safe == 0, waiting.number > 0 {
      output = "next: \(waiting.phrase): 'moult fix --diff --review' shows them, "
      output += "'moult fix --review' writes them\n"
    } else if safe + review > 0 {
      let option = safe > 0 ? "" : " --review"
      let number = safe > 0 ? safe : review
      let noun = number == 1 ? "the \(safe > 0 ? "safe" : "review") fix" : "\(number) fixes"
      output = "next: 'moult fix --diff\(option)' shows \(noun), 'moult fix\(option)' writes"
      output += number == 1 ? " it" : " them"
      if waiting.number > 0 { output += "; \(waiting.phrase): 'moult fix --review'" }
      output +=
        safe > 0 && review > 0 && waiting.number == 0
        ? "; '--review' adds \(review) to read over\n" : "\n"
    }
    return output + "why: 'moult explain \(first.rule)' prints a rule's page\n"
  }

  /// A line about what was found and does not count; empty if there is nothing.
  private var setAside: String {
    var parts: [String] = []
    if !details.suppressed.isEmpty { parts.append("\(details.suppressed.count) suppressed") }
    if !details.unchanged.isEmpty { parts.append("\(details.unchanged.count) in the baseline") }
    if let first = details.kept.first {
      parts.append(
        "\(details.kept.count) in branches for an older era, such as \(printable(first.path))")
    }
    var output = parts.isEmpty ? "" : "set aside: " + parts.joined(separator: ", ") + "\n"
    if !details.absent.isEmpty {
      output +=
        "gone from the baseline: \(details.absent.count); 'moult baseline prune' drops them\n"
    }
    return output
  }

  /// Returns one finding with its code and what is known about it.
  package func text(_ finding: Finding, _ style: TextStyle) -> String {
    let severity = style.severity(finding.severity, finding.severity.rawValue + ":")
    let start = style.strong(place(finding.path, finding.range) + ":")
    var output =
      "\(start) \(severity) \(printable(finding.message)) \(style.faint("[\(finding.rule)]"))\n"
    var gutter = "  "
    if let text = text(at: finding.path) {
      let frame = CodeFrame(finding.range, in: text)
      let number = String(frame.line)
      gutter = String(repeating: " ", count: number.utf8.count)
      output += style.faint("\(gutter) |") + "\n"
      output += style.faint("\(number) |") + " \(frame.code)\n"
      output += style.faint("\(gutter) |") + " "
      output += style.severity(finding.severity, frame.marks) + "\n"
    }
    func detail(_ label: String, _ text: String) {
      output += "\(gutter) \(style.faint("=")) \(style.strong(label + ":")) \(printable(text))\n"
    }
    for evidence in finding.evidence { detail("because of", evidence.text) }
    for related in finding.related {
      detail("see", "\(place(related.path, related.range)): \(related.message)")
    }
    if let fix = finding.fix { detail("fix (\(fix.safety.rawValue))", fix.title) }
    if let nextStep = finding.nextStep { detail("next", nextStep) }
    return output
  }

  /// Returns `path:line:column`, or the path alone where the text is unknown.
  func place(_ path: String, _ range: ByteRange) -> String {
    guard let text = text(at: path) else { return printable(path) }
    let position = text.position(of: range.lowerBound, in: .utf8)
    return "\(printable(path)):\(position.line):\(position.column)"
  }

  private var summary: String {
    guard !findings.isEmpty else { return "No findings" }
    let severities: [String] = Severity.allCases.reversed().compactMap { severity in
      let number = findings.count { $0.severity == severity }
      return number == 0 ? nil : counted(number, severity.rawValue)
    }
    let safeties: [String] = Safety.allCases.compactMap { safety in
      let number = findings.count { $0.safety == safety }
      return number == 0 ? nil : "\(number) \(safety.rawValue)"
    }
    let files = Set(findings.map(\.path)).count
    return severities.joined(separator: ", ") + " in " + counted(files, "file") + "; fixes: "
      + safeties.joined(separator: ", ")
  }
}

/// Returns `number` with `noun`, in the plural where there is not just one.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// Safe fixes that are not applied alone, because they belong to a hop that renames a module.
package struct WaitingFixes: Hashable, Sendable {
  package let number: Int

  /// The number of findings for which they wait.
  package let inTheWay: Int

  package init(number: Int = 0, inTheWay: Int = 0) {
    self.number = number
    self.inTheWay = inTheWay
  }

  fileprivate var phrase: String {
    "\(number) safe \(number == 1 ? "fix waits" : "fixes wait") for \(inTheWay) to review"
  }
}
