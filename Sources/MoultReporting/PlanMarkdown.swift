import MoultFindings

extension Plan {
  /// Returns the inventory as Markdown: for an issue, a pull request or a page of its own.
  package var markdown: String {
    var output = "# Migration plan" + (subject.map { " of \(escaped($0.name))" } ?? "") + "\n\n"
    if let commit = subject?.commit { output += "Commit \(escaped(commit)).\n\n" }
    output += "\(summary).\n"
    if !standing.isEmpty {
      output += "\n" + row(["", "uses", "what", "rough hours"]) + "| --- | ---: | --- | ---: |\n"
      output += standing.map { row([$0.name, String($0.number), $0.what, $0.hours]) }.joined()
      if let meaning = meaningOfEra { output += "\n(\(meaning))\n" }
    }
    if !steps.isEmpty {
      output += "\n## Steps\n\n"
      for (number, step) in steps.enumerated() {
        let counts = step.counts
        output +=
          "- [ ] \(number + 1). **\(escaped(step.name))**: \(counted(counts.total, "use")) in "
        output += "\(counted(step.files, "file")), \(counts.manual) of them by you\n"
      }
    }
    if !shapes.isEmpty {
      output += "\n## What is found most often\n\n" + row(Plan.shapeColumns)
      output += "| ---: | --- | ---: | ---: | --- |\n" + shapeCells.map(row).joined()
    }
    if !inventory.rows.isEmpty {
      output += "\n## Status of the project\n\n" + row(Plan.columns)
      output += "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
      output += cells.map(row).joined()
    }
    if !inventory.services.isEmpty {
      output += "\n## Service by service\n\n" + row(Plan.serviceColumns)
      output += "| --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
      output += serviceCells.map(row).joined()
      if let rest = aboutNoService { output += "\n\(rest).\n" }
    }
    if !inventory.serviceUses.isEmpty {
      output += "\n## Who uses the services\n\n" + row(Plan.useColumns)
      output += "| --- | --- | --- | --- | --- |\n" + useCells.map(row).joined()
    }
    if let trend {
      output += "\n## Since \(markdownText(trend.reference))\n\n" + row(PlanTrend.columns)
      output += "| --- | ---: | ---: | ---: | ---: | ---: |\n" + trend.cells.map(row).joined()
    }
    if let sinceBaseline {
      output += "\n## Since the baseline\n\n" + row(BaselineTrend.columns)
      output += "| --- | ---: | ---: | ---: | ---: |\n" + sinceBaseline.cells.map(row).joined()
    }
    for (heading, blockers) in blockersByHeading {
      output += "\n## \(heading)\n\n"
      for blocker in blockers {
        output +=
          "- **\(blocker.kind.rawValue)** \(escaped(blocker.library)), \(escaped(blocker.module)): "
          + "\(escaped(blocker.message))\n"
        for place in blocker.places.prefix(3) {
          output += "  - `\(place.path):\(place.line)` \(escaped(place.why))\n"
        }
        if blocker.places.count > 3 { output += "  - and \(blocker.places.count - 3) more\n" }
      }
    }
    return output + "\n## What was looked at\n\n" + list(coverage.text())
  }

  private func row(_ cells: [String]) -> String {
    "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
  }

  private func list(_ lines: String) -> String {
    lines.split(separator: "\n").map { "- \(escaped(String($0)))\n" }.joined()
  }

  /// Takes from a text what Markdown would read as its own, and what would end the row of a table.
  private func escaped(_ text: String) -> String {
    var output = ""
    for character in text {
      switch character {
      case "|", "\\", "*", "_", "[", "]", "<", "`": output += "\\\(character)"
      case "\n", "\r", "\r\n": output += " "
      default: output.append(character)
      }
    }
    return output
  }
}
