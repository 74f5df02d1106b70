import MoultFindings
import MoultSource

/// How many annotations of each kind GitHub shows of one step.
private let annotationLimit = 10

extension Report {
  /// Returns workflow commands that make annotations, the most important first.
  ///
  /// GitHub shows ten errors and ten warnings of a step and silently drops the rest, so no more are
  /// printed, and a last notice has the numbers.
  package func github() -> String {
    var output = ""
    var left = 0
    for severity in Severity.allCases.reversed() {
      // What a person must do matters more than what a command will do.
      let ofKind = findings.filter { $0.severity == severity }.sorted { a, b in
        a.safety != b.safety ? a.safety > b.safety : a < b
      }
      for finding in ofKind.prefix(annotationLimit) { output += command(for: finding) }
      left += max(0, ofKind.count - annotationLimit)
    }
    if left > 0 {
      output += "::notice title=moult::"
      output += escaped("\(counted(left, "finding")) more than GitHub shows: ") + escaped(totals)
      output += "\n"
    }
    return output
  }

  private var totals: String {
    Severity.allCases.reversed().compactMap { severity in
      let number = findings.count { $0.severity == severity }
      return number == 0 ? nil : counted(number, severity.rawValue)
    }.joined(separator: ", ")
  }

  private func command(for finding: Finding) -> String {
    let name: String
    switch finding.severity {
    case .note: name = "notice"
    case .warning: name = "warning"
    case .error: name = "error"
    }
    var properties = "file=\(property(finding.path))"
    if let range = lines(of: finding.range, in: finding.path, .utf16) {
      let (start, end) = (range.lowerBound, range.upperBound)
      properties += ",line=\(start.line),endLine=\(end.line)"
      // Columns are only allowed on a single line.
      if start.line == end.line { properties += ",col=\(start.column),endColumn=\(end.column)" }
    }
    properties += ",title=\(property(finding.rule.rawValue))"
    return "::\(name) \(properties)::\(escaped(fullMessage(of: finding)))\n"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A")
      .replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private func property(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
