import MoultFindings

/// How many findings a summary lists.
private let listLimit = 50

extension Report {
  /// Returns a summary as Markdown, as CI systems show it beside a run: counts, then the first findings.
  package func markdown() -> String {
    var output = "## Moult\n\n"
    output += findings.isEmpty ? "No findings.\n" : "\(headline).\n"
    var aside: [String] = []
    if !details.suppressed.isEmpty { aside.append("\(details.suppressed.count) suppressed") }
    if !details.unchanged.isEmpty { aside.append("\(details.unchanged.count) in the baseline") }
    if !details.absent.isEmpty { aside.append("\(details.absent.count) gone from the baseline") }
    if !aside.isEmpty { output += "\nSet aside: \(aside.joined(separator: ", ")).\n" }
    if !findings.isEmpty { output += "\n" + ruleTable + "\n" + list }
    output += "\n<details><summary>What was seen</summary>\n\n"
    for line in coverage.text().split(separator: "\n") {
      output += "- \(markdownText(String(line)))\n"
    }
    return output + "\n</details>\n"
  }

  private var headline: String {
    let counts = Severity.allCases.reversed().compactMap { severity in
      let number = findings.count { $0.severity == severity }
      return number == 0 ? nil : "**\(counted(number, severity.rawValue))**"
    }
    return counts.joined(separator: ", ") + " in "
      + counted(Set(findings.map(\.path)).count, "file")
  }

  private var ruleTable: String {
    var output = "| rule | findings | safe | review | placeholder | manual |\n"
    output += "| --- | ---: | ---: | ---: | ---: | ---: |\n"
    for (rule, found) in Dictionary(grouping: findings, by: \.rule).sorted(by: { $0.key < $1.key })
    {
      let numbers = Safety.allCases.map { safety in found.count { $0.safety == safety } }
      output += "| `\(rule)` | \(found.count) | "
      output += numbers.map(String.init).joined(separator: " | ") + " |\n"
    }
    return output
  }

  private var list: String {
    var output = "| place | severity | finding |\n| --- | --- | --- |\n"
    let ordered = findings.sorted { a, b in
      a.severity != b.severity ? a.severity > b.severity : a < b
    }
    for finding in ordered.prefix(listLimit) {
      output += "| \(markdownText(place(finding.path, finding.range))) "
      output += "| \(finding.severity.rawValue) "
      output += "| \(markdownText(fullMessage(of: finding))) |\n"
    }
    if findings.count > listLimit { output += "\nand \(findings.count - listLimit) more\n" }
    return output
  }
}

/// Returns text in which Markdown and HTML find nothing to read.
func markdownText(_ text: String) -> String {
  var result = ""
  for character in text {
    switch character {
    case "\\", "`", "*", "_", "[", "]", "|", "#", "~": result += "\\\(character)"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "&": result += "&amp;"
    case _ where character.isNewline: result += " "
    default: result.append(character)
    }
  }
  return result
}
