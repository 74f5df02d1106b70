import MoultFindings

extension Plan {
  /// Returns the inventory for people: a table, what blocks, sums, and what was seen.
  package func text(_ style: TextStyle) -> String {
    var output = ""
    if !inventory.rows.isEmpty {
      output += table(Plan.columns, cells, numbers: 4...8, style) + "\n"
    }
    if !inventory.services.isEmpty {
      output += table(Plan.serviceColumns, serviceCells, numbers: 5...9, style)
      output += (aboutNoService.map { style.faint($0) + "\n" } ?? "") + "\n"
    }
    if !inventory.blockers.isEmpty {
      output += style.strong("In the way:") + "\n"
      for blocker in inventory.blockers { output += text(blocker, style) }
      output += "\n"
    }
    return output + style.strong(summary) + "\n" + (trend?.text ?? "")
      + (sinceBaseline?.text ?? "") + coverage.text()
  }

  private func table(
    _ columns: [String], _ cells: [[String]], numbers: ClosedRange<Int>, _ style: TextStyle
  ) -> String {
    let lines = [columns] + cells
    let widths = columns.indices.map { column in
      lines.map { $0[column].count }.max() ?? 0
    }
    var output = ""
    for (position, line) in lines.enumerated() {
      let padded = line.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        if column == line.count - 1 { return cell }
        return numbers.contains(column) ? padding + cell : cell + padding
      }
      let text = padded.joined(separator: "  ")
      output += (position == 0 ? style.faint(text) : text) + "\n"
    }
    return output
  }

  /// The first places are enough to begin with; the JSON has all.
  private func text(_ blocker: Blocker, _ style: TextStyle) -> String {
    var output =
      "  \(blocker.library), \(blocker.module): \(blocker.message) "
      + style.faint("[\(blocker.kind.rawValue)]") + "\n"
    for place in blocker.places.prefix(3) {
      output += "    \(place.path):\(place.line): \(place.why)\n"
    }
    if blocker.places.count > 3 { output += "    and \(blocker.places.count - 3) more\n" }
    return output
  }
}
