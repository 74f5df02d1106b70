import MoultFindings
import MoultSource

extension Report {
  /// Returns the findings as Checkstyle's XML, by file; valid without findings as well.
  ///
  /// Columns are one-based and count UTF-8 bytes.
  package func checkstyle() -> String {
    var output = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"
    var open: String?
    for finding in findings {
      if open != finding.path {
        if open != nil { output += "  </file>\n" }
        output += "  <file name=\"\(xml(finding.path))\">\n"
        open = finding.path
      }
      var place = "line=\"1\""
      if let start = lines(of: finding.range, in: finding.path, .utf8)?.lowerBound {
        place = "line=\"\(start.line)\" column=\"\(start.column)\""
      }
      output += "    <error \(place) severity=\"\(checkstyleSeverity(finding.severity))\" "
      output += "message=\"\(xml(fullMessage(of: finding)))\" "
      output += "source=\"\(xml(finding.rule.rawValue))\"/>\n"
    }
    if open != nil { output += "  </file>\n" }
    return output + "</checkstyle>\n"
  }

  private func checkstyleSeverity(_ severity: Severity) -> String {
    switch severity {
    case .note: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
