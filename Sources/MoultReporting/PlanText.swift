import MoultFindings

extension Plan {
  /// Returns the plan for people: where the project stands, the steps, what is found most often, then the inventory, what
  /// blocks, sums, and what was seen.
  package func text(_ style: TextStyle) -> String {
    var output = ""
    if !standing.isEmpty {
      let numbers = standing.map { String($0.number).count }.max() ?? 0
      for line in standing {
        let name = line.name.padding(to: 9)
        let number = String(repeating: " ", count: numbers - String(line.number).count)
        let hours = line.minutes == 0 ? "" : ", \(line.hours)"
        output += "\(style.strong(name))  \(number)\(line.number) \(line.what)\(hours)\n"
      }
      if let meaning = meaningOfEra { output += style.faint("(\(meaning))") + "\n" }
      output += "\n"
    }
    if !steps.isEmpty {
      output += table(Plan.stepColumns, stepCells, numbers: 2...5, style)
      let command = "moult migrate --plan-only\(subject?.arguments ?? "")"
      output += style.faint("'\(command)' says what each of them takes") + "\n\n"
    }
    if !shapes.isEmpty {
      output += table(
        Plan.shapeColumns, Array(shapeCells.prefix(Self.mostShapes)), numbers: 2...3, style)
      if shapes.count > Self.mostShapes {
        output +=
          style.faint("and \(shapes.count - Self.mostShapes) rarer kinds; --format json has all")
          + "\n"
      }
      output += "\n"
    }
    if !inventory.rows.isEmpty {
      output += table(Plan.columns, cells, numbers: 4...8, style) + "\n"
    }
    if !inventory.services.isEmpty {
      output += table(Plan.serviceColumns, serviceCells, numbers: 5...9, style)
      output += (aboutNoService.map { style.faint($0) + "\n" } ?? "") + "\n"
    }
    if !inventory.serviceUses.isEmpty {
      output += table(Plan.useColumns, useCells, numbers: nil, style) + "\n"
    }
    for (heading, blockers) in blockersByHeading {
      output += style.strong(heading + ":") + "\n"
      for blocker in blockers { output += text(blocker, style) }
      output += "\n"
    }
    return output + style.strong(summary) + "\n" + (trend?.text ?? "")
      + (sinceBaseline?.text ?? "") + coverage.text()
  }

  private static let mostShapes = 12

  private func table(
    _ columns: [String], _ cells: [[String]], numbers: ClosedRange<Int>?, _ style: TextStyle
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
        return numbers?.contains(column) == true ? padding + cell : cell + padding
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

extension String {
  /// Returns the text with blanks behind it, up to `width` characters.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
