import MoultFindings

extension Plan {
  /// Returns the inventory as one HTML page that needs nothing else: no network, no other file.
  ///
  /// Without scripts it shows the same; with them, a click on a head sorts its table and a field filters.
  package var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(markupText(heading))</title>
    <style>\(planStyle)</style>
    </head>
    <body>
    <h1>\(markupText(heading))</h1>
    \(subject?.commit.map { "<p class=\"none\">Commit \(markupText($0))</p>" } ?? "")
    <p class="summary">\(markupText(summary)).</p>
    \(share(inventory.counts, label: "All findings"))
    \(legend)
    \(hours)
    \(stepList)
    \(shapeTable)
    \(libraries)
    \(progress)
    \(baselineProgress)
    \(status)
    \(services)
    \(serviceUses)
    \(blockers)
    \(lookedAt)
    <script>\(planScript)</script>
    </body>
    </html>

    """
  }

  // MARK: Sections

  private var libraries: String {
    let names = Set(inventory.rows.map(\.library)).sorted()
    guard !names.isEmpty else { return "" }
    let rows = names.map { name -> String in
      let own = inventory.rows.filter { $0.library == name }
      let counts = own.reduce(FindingCounts()) { $0 + $1.counts }
      let eras = Set(own.map { $0.era ?? "unknown" }).sorted().joined(separator: ", ")
      let modules = Set(own.map(\.module)).count
      return row(
        [
          .text(name), .text(eras), .number(modules), .number(counts.total),
          .markup(share(counts, label: name), sortedBy: counts.total),
        ], Self.libraryColumns)
    }
    return section(
      "libraries", "Libraries",
      Self.libraryColumns, rows)
  }

  private static let libraryColumns = [
    "library", "eras in sight", "modules", "findings", "what they need",
  ]

  private var progress: String {
    guard let trend else { return "" }
    let rows = trend.rows.map { entry in
      row(
        [
          .text(entry.library), .number(entry.before.total), .number(entry.now.total),
          .number(entry.now.total - entry.before.total), .number(entry.before.manual),
          .number(entry.now.manual),
        ], PlanTrend.columns)
    }
    return section("trend", "Since \(trend.reference)", PlanTrend.columns, rows)
  }

  private var baselineProgress: String {
    guard let sinceBaseline else { return "" }
    let rows = sinceBaseline.rows.map { entry in
      row(
        [
          .text(entry.library), .number(entry.known), .number(entry.gone), .number(entry.new),
          .number(entry.now),
        ], BaselineTrend.columns)
    }
    return section("baseline", "Since the baseline", BaselineTrend.columns, rows)
  }

  private var services: String {
    let rows = inventory.services.map { entry -> String in
      row(
        [
          .text(entry.service), .text(entry.library), .text(entry.module),
          .text(entry.surface.rawValue), .text(entry.era ?? "unknown"), .number(entry.files),
          .number(entry.counts.automatic), .number(entry.counts.review),
          .number(entry.counts.placeholder), .number(entry.counts.manual),
          .list(entry.places.map { "\($0.path):\($0.line) \($0.why)" }),
        ], Plan.serviceColumns)
    }
    let rest = aboutNoService.map { "<p class=\"none\">\(markupText($0)).</p>" } ?? ""
    return section("services", "Service by service", Plan.serviceColumns, rows) + rest
  }

  private var serviceUses: String {
    func list(_ places: [EraPlace]) -> Cell {
      .list(places.map { "\($0.path):\($0.line) \($0.why)" })
    }
    let rows = inventory.serviceUses.map { use in
      row(
        [
          .text(use.service), list(use.calls), list(use.servers), list(use.fakes),
          .text(use.uncalled.joined(separator: ", ")),
        ], Plan.useColumns)
    }
    return rows.isEmpty
      ? "" : section("uses", "Who uses the services", Plan.useColumns, rows)
  }

  private var heading: String {
    "Migration plan" + (subject.map { " of \($0.name)" } ?? "")
  }

  private var hours: String {
    let rows = standing.map { line in
      row(
        [
          .text(line.name), .number(line.number), .text(line.what),
          .markup(markupText(line.hours), sortedBy: line.minutes),
        ], Self.hourColumns)
    }
    return section("summary", "Where it stands", Self.hourColumns, rows)
      + (meaningOfEra.map { "<p class=\"none\">(\(markupText($0)))</p>" } ?? "")
  }

  private static let hourColumns = ["", "uses", "what", "rough hours"]

  private var stepList: String {
    let rows = steps.enumerated().map { index, step in
      row(
        [
          .number(index + 1), .text(step.name), .number(step.counts.total),
          .number(step.counts.total - step.counts.manual), .number(step.counts.manual),
          .number(step.files),
        ], Plan.stepColumns)
    }
    return section("steps", "Steps", Plan.stepColumns, rows)
  }

  private var shapeTable: String {
    let rows = shapes.map { shape in
      row(
        [
          .number(shape.counts.total), .text("\(shape.title) [\(shape.rule)]"),
          .number(shape.counts.total - shape.counts.manual), .number(shape.counts.manual),
          .markup(
            "\(markupText("\(shape.example.path):\(shape.example.line)"))<br><code>\(markupText(shape.code))</code>",
            sortedBy: shape.counts.total),
        ], Plan.shapeColumns)
    }
    return section("shapes", "What is found most often", Plan.shapeColumns, rows)
  }

  private var status: String {
    let rows = inventory.rows.map { entry -> String in
      let places = entry.places.map { "\($0.path):\($0.line) \($0.why)" }
      return row(
        [
          .text(entry.library), .text(entry.module), .text(entry.surface.rawValue),
          .text(entry.title ?? entry.era ?? "unknown"), .number(entry.files),
          .number(entry.counts.automatic), .number(entry.counts.review),
          .number(entry.counts.placeholder), .number(entry.counts.manual), .list(places),
        ], Plan.columns)
    }
    return section("standing", "Status of the project", Plan.columns, rows)
  }

  private var blockers: String {
    blockersByHeading.map { heading, blockers in
      section(
        heading == "In the way" ? "blockers" : "left", heading, Self.blockerColumns,
        rows(of: blockers))
    }.joined(separator: "\n")
  }

  private func rows(of blockers: [Blocker]) -> [String] {
    blockers.map { blocker in
      row(
        [
          .text(blocker.kind.rawValue), .text(blocker.library), .text(blocker.module),
          .text(blocker.message), .list(blocker.places.map { "\($0.path):\($0.line) \($0.why)" }),
        ], Self.blockerColumns)
    }
  }

  private static let blockerColumns = ["kind", "library", "module", "what", "seen at"]

  private var lookedAt: String {
    let lines = coverage.text().split(separator: "\n").map { "<li>\(markupText(String($0)))</li>" }
    return "<h2>What was looked at</h2>\n<ul class=\"coverage\">\n"
      + lines.joined(separator: "\n") + "\n</ul>"
  }

  // MARK: Parts

  private enum Cell {
    case text(String)
    case number(Int)
    /// The first is shown, the rest on demand.
    case list([String])
    case markup(String, sortedBy: Int)
  }

  /// A row of a table; each cell says its column, for screens on which a row is a card.
  private func row(_ cells: [Cell], _ columns: [String]) -> String {
    let data = zip(cells, columns).map { cell, column in
      let label = " data-label=\"\(markupText(column))\""
      return switch cell {
      case .text(let text): "<td\(label)>\(code(text))</td>"
      case .number(let number):
        "<td class=\"number\(number == 0 ? " zero" : "")\" data-key=\"\(number)\"\(label)>\(number)</td>"
      case .markup(let markup, let key): "<td data-key=\"\(key)\"\(label)>\(markup)</td>"
      case .list(let texts) where texts.count < 2:
        "<td\(label)>\(code(texts.first ?? ""))</td>"
      case .list(let texts):
        "<td\(label)><details><summary>\(code(texts[0])), and \(texts.count - 1) more</summary><ul>"
          + texts.dropFirst().map { "<li>\(code($0))</li>" }.joined() + "</ul></details></td>"
      }
    }
    return "<tr>" + data.joined() + "</tr>"
  }

  private func section(
    _ id: String, _ title: String, _ columns: [String], _ rows: [String]
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let heads = columns.map { "<th scope=\"col\">\(markupText($0))</th>" }.joined()
    return """
      <h2>\(markupText(title))</h2>
      <div class="scroll"><table id="\(id)">
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }

  /// A bar whose parts are as long as their shares.
  private func share(_ counts: FindingCounts, label: String) -> String {
    let parts = parts(of: counts).filter { $0.count > 0 }
    guard !parts.isEmpty else { return "<div class=\"none\">nothing to do</div>" }
    let said = parts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    let bars = parts.map { "<i class=\"\($0.name)\" style=\"flex:\($0.count)\"></i>" }.joined()
    return
      "<div class=\"share\" role=\"img\" aria-label=\"\(markupText("\(label): \(said)"))\" title=\"\(said)\">"
      + "\(bars)</div>"
  }

  private var legend: String {
    "<p class=\"legend\">"
      + parts(of: inventory.counts).map {
        "<span><i class=\"\($0.name)\"></i>\($0.count) \($0.meaning)</span>"
      }.joined(separator: " ") + "</p>"
  }

  private func parts(
    of counts: FindingCounts
  ) -> [(name: String, meaning: String, count: Int)] {
    [
      ("automatic", "automatic: means the same, and builds", counts.automatic),
      ("review", "to read over: builds, and may mean something else", counts.review),
      ("placeholder", "to fill in: leaves a placeholder", counts.placeholder),
      ("manual", "by hand", counts.manual),
    ]
  }

  /// Escapes a text and sets what stands in single quotes as code.
  private func code(_ text: String) -> String {
    let pieces = text.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard pieces.count % 2 == 1 else { return markupText(text) }
    return pieces.enumerated().map { index, piece in
      index % 2 == 1 ? "<code>\(markupText(piece))</code>" : markupText(piece)
    }.joined()
  }
}
