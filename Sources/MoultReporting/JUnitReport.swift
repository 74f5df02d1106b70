import MoultFindings
import MoultSource

extension Report {
  /// Returns the findings as JUnit's XML: one suite for each file, one failed case for each finding.
  ///
  /// What is suppressed or in the baseline is a skipped case. A run that found nothing has one case that
  /// passed, because CI systems take a report without cases for a broken one.
  package func junit() -> String {
    let all = everything
    let failures = findings.count
    var output = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    output += "<testsuites name=\"moult\" tests=\"\(max(1, all.count))\" "
    output += "failures=\"\(failures)\" errors=\"0\">\n"
    if all.isEmpty {
      output += suite("moult", ["    <testcase name=\"no findings\" classname=\"moult\"/>\n"], 0, 0)
    }
    var start = 0
    while start < all.count {
      let path = all[start].finding.path
      let end = all[start...].firstIndex { $0.finding.path != path } ?? all.count
      let cases = all[start..<end]
      output += suite(
        path, cases.map(testCase), cases.count { !isSetAside($0) }, cases.count(where: isSetAside))
      start = end
    }
    return output + "</testsuites>\n"
  }

  private func isSetAside(_ shown: Shown) -> Bool { shown.isUnchanged || shown.suppression != nil }

  private func suite(_ name: String, _ cases: [String], _ failures: Int, _ skipped: Int) -> String {
    "  <testsuite name=\"\(xml(name))\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
      + "errors=\"0\" skipped=\"\(skipped)\">\n" + cases.joined() + "  </testsuite>\n"
  }

  private func testCase(_ shown: Shown) -> String {
    let finding = shown.finding
    let place = place(finding.path, finding.range)
    let name = "\(finding.rule) at \(place.dropFirst(finding.path.utf8.count + 1))"
    // GitLab links a case to its file, and Jenkins shows both.
    let line = lines(of: finding.range, in: finding.path, .utf8)?.lowerBound.line
    var output = "    <testcase name=\"\(xml(name))\" classname=\"\(xml(finding.path))\" "
    output += "file=\"\(xml(finding.path))\""
    output += line.map { " line=\"\($0)\">\n" } ?? ">\n"
    let message = xml(finding.message)
    if let suppression = shown.suppression {
      let reason = suppression.reason.isEmpty ? "suppressed" : "suppressed: " + suppression.reason
      output += "      <skipped message=\"\(xml(reason))\"/>\n"
    } else if shown.isUnchanged {
      output += "      <skipped message=\"in the baseline\"/>\n"
    } else {
      output += "      <failure message=\"\(message)\" type=\"\(finding.severity.rawValue)\">"
      output += xml("\(place): \(fullMessage(of: finding)) [\(finding.rule)]") + "</failure>\n"
    }
    return output + "    </testcase>\n"
  }
}
