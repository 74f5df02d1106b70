package import MoultFindings
import MoultSource

extension Report {
  /// Returns the report for people: what was found, what decides about the rest first, then what was seen.
  ///
  /// A few findings are shown with their code. More of them are blocks: what findings of one rule and cause have in common
  /// once, and their places below. Lines and columns are one-based; columns count UTF-8 bytes.
  package func text(_ style: TextStyle, _ layout: TextLayout = TextLayout()) -> String {
    let shown = layout.limited(findings)
    let (leading, others) = (
      shown.filter(details.leading.contains), shown.filter { !details.leading.contains($0) }
    )
    var output = ""
    if let frames = frames(leading + others, style, layout) {
      output = frames
    } else {
      output = blocks(leading, budget: layout.budget(for: shown.count), style)
      output += blocks(others, budget: layout.budget(for: shown.count), style)
      output += "\n"
    }
    let rest = findings.count - shown.count
    if rest > 0 { output += "and \(counted(rest, "more finding")) behind --max\n\n" }
    return layout.isQuiet
      ? output : output + footer(style, layout.isExpanded ? .whole : .hint)
  }

  /// Returns one line for each finding: `path:line:column: severity: message [rule]`.
  package func concise(_ style: TextStyle, _ layout: TextLayout = TextLayout()) -> String {
    layout.limited(findings).map { line($0, style) + "\n" }.joined()
  }

  /// Each finding with its code; nil where that would be too long to read through.
  private func frames(
    _ findings: [Finding], _ style: TextStyle, _ layout: TextLayout
  ) -> String? {
    guard layout.isExpanded || findings.count <= TextLayout.mostFrames else { return nil }
    let output = findings.map { text($0, style) + "\n" }.joined()
    let lines = output.utf8.count { $0 == UInt8(ascii: "\n") }
    return layout.isExpanded || lines <= TextLayout.mostLinesOfFrames ? output : nil
  }

  /// Returns counts and coverage, which end every report for people.
  package func footer(_ style: TextStyle, _ list: UnknownTypeList = .hint) -> String {
    style.strong(summary) + "\n" + setAside + coverage.text(list)
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
    var output = line(finding, style) + "\n"
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
    if let alternatives = finding.alternatives {
      for other in alternatives.others {
        detail(
          "or (\(other.fix.safety.rawValue))",
          "\(other.fix.title), with '\(alternatives.option): \(other.value)'")
      }
    }
    if let nextStep = finding.nextStep { detail("next", nextStep) }
    return output
  }

  /// Returns what is said of a finding in one line, without an end of line.
  func line(_ finding: Finding, _ style: TextStyle) -> String {
    let severity = style.severity(finding.severity, finding.severity.rawValue + ":")
    let start = style.strong(place(finding.path, finding.range) + ":")
    return
      "\(start) \(severity) \(printable(finding.message)) \(style.faint("[\(finding.rule)]"))"
  }

  /// Returns `path:line:column` of where a finding begins.
  package func place(of finding: Finding) -> String { place(finding.path, finding.range) }

  /// Returns `path:line:column`, or the path alone where the text is unknown.
  func place(_ path: String, _ range: ByteRange) -> String {
    guard let position = position(of: range.lowerBound, in: path, .utf8) else {
      return printable(path)
    }
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
