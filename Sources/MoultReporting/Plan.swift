package import MoultFindings

/// Everything that `plan` shows, in whatever format.
package struct Plan: Sendable {
  package let inventory: Inventory
  package let coverage: Coverage

  /// How far it has come since an earlier plan; nil where there is none to compare with.
  package let trend: PlanTrend?

  /// How far it has come since a baseline was written; nil where there is none.
  package let sinceBaseline: BaselineTrend?

  /// What the plan is about; nil where nobody says.
  package let subject: PlanSubject?

  /// What must change together, in the order in which it can be done.
  package let steps: [PlanStep]

  /// Kinds of findings, the most frequent first.
  package let shapes: [PlanShape]

  /// What a person does by hand: places without a fix, and all that one call of a generator writes once; nil for a deed each.
  package let deeds: Int?

  package init(
    inventory: Inventory, coverage: Coverage, trend: PlanTrend? = nil,
    sinceBaseline: BaselineTrend? = nil, subject: PlanSubject? = nil, steps: [PlanStep] = [],
    shapes: [PlanShape] = [], deeds: Int? = nil
  ) {
    self.deeds = deeds
    self.subject = subject
    self.steps = steps
    self.shapes = shapes
    self.inventory = inventory
    self.coverage = coverage
    self.trend = trend
    self.sinceBaseline = sinceBaseline
  }

  /// The heads of the table's columns.
  static let columns = [
    "library", "module", "kind", "era", "files", "automatic", "to read over", "to fill in",
    "by hand", "seen at",
  ]

  /// The table's cells, row by row, one for each of `columns`.
  var cells: [[String]] {
    inventory.rows.map { row in
      [
        row.library, row.module, row.surface.rawValue, row.era ?? "unknown", String(row.files),
        String(row.counts.automatic), String(row.counts.review), String(row.counts.placeholder),
        String(row.counts.manual), seenAt(row.places),
      ]
    }
  }

  /// The heads of the table of services.
  static let serviceColumns = [
    "service", "library", "module", "kind", "era", "files", "automatic", "to read over",
    "to fill in", "by hand", "seen at",
  ]

  /// The cells of the table of services, row by row, one for each of `serviceColumns`.
  var serviceCells: [[String]] {
    inventory.services.map { row in
      [
        row.service, row.library, row.module, row.surface.rawValue, row.era ?? "unknown",
        String(row.files), String(row.counts.automatic), String(row.counts.review),
        String(row.counts.placeholder), String(row.counts.manual), seenAt(row.places),
      ]
    }
  }

  private func seenAt(_ places: [EraPlace]) -> String {
    let first = places.first.map { "\($0.path):\($0.line) \($0.why)" } ?? ""
    return places.count > 1 ? "\(first), and \(places.count - 1) more" : first
  }

  /// The heads of the table of who uses services.
  static let useColumns = ["service", "called", "served by", "faked by", "nobody calls"]

  /// The cells of the table of who uses services, row by row, one for each of `useColumns`.
  var useCells: [[String]] {
    inventory.serviceUses.map { use in
      let files = Set(use.calls.map(\.path)).count
      let calls = use.calls.first.map { first in
        "\(counted(use.calls.count, "time")) in \(counted(files, "file")), first \(first.path):\(first.line)"
      }
      return [
        use.service, calls ?? "nowhere", named(use.servers), named(use.fakes),
        use.uncalled.isEmpty ? "-" : use.uncalled.joined(separator: ", "),
      ]
    }
  }

  private func named(_ places: [EraPlace]) -> String {
    guard let first = places.first else { return "nobody" }
    let more = places.count > 1 ? ", and \(places.count - 1) more" : ""
    return "\(first.why) in \(first.path):\(first.line)\(more)"
  }

  /// What the table of services leaves out; nil if every finding is about one.
  var aboutNoService: String? {
    guard !inventory.services.isEmpty else { return nil }
    let counted = inventory.services.reduce(0) { $0 + $1.counts.total }
    let rest = inventory.counts.total - counted
    guard rest > 0 else { return nil }
    let verb = rest == 1 ? "is" : "are"
    return "\(MoultReporting.counted(rest, "finding")) \(verb) about no single service"
  }

  /// Where the project stands, before everything else; empty where no library is in sight.
  var standing: [PlanSummary.Line] {
    inventory.rows.isEmpty
      ? [] : PlanSummary(inventory, deeds: deeds ?? inventory.counts.manual).lines
  }

  /// What the tables mean by an era; nil where there is none.
  var meaningOfEra: String? {
    guard let row = inventory.rows.first(where: { $0.era != nil }), let era = row.era else {
      return nil
    }
    return "an era is all releases of a library with one API, such as \(row.library) \(era)"
  }

  /// The blockers under what they are called.
  var blockersByHeading: [(heading: String, blockers: [Blocker])] {
    let left = inventory.blockers.filter { !$0.kind.isObstacle }
    return [("In the way", inventory.obstacles), ("Left to a person", left)]
      .filter { !$0.1.isEmpty }
  }

  /// The heads of the table of steps.
  static let stepColumns = ["step", "what", "uses", "by Moult", "by you", "files"]

  /// The cells of the table of steps, row by row, one for each of `stepColumns`.
  var stepCells: [[String]] {
    steps.enumerated().map { index, step in
      [
        String(index + 1), step.name, String(step.counts.total),
        String(step.counts.total - step.counts.manual), String(step.counts.manual),
        String(step.files),
      ]
    }
  }

  /// The heads of the table of shapes.
  static let shapeColumns = ["uses", "what", "by Moult", "by you", "such as"]

  /// The cells of the table of shapes, row by row, one for each of `shapeColumns`.
  var shapeCells: [[String]] {
    shapes.map { shape in
      [
        String(shape.counts.total), "\(shape.title) [\(shape.rule)]",
        String(shape.counts.total - shape.counts.manual), String(shape.counts.manual),
        "\(shape.example.path):\(shape.example.line)\(shape.code.isEmpty ? "" : ": " + shape.code)",
      ]
    }
  }

  /// One sentence with the sums of all rows.
  var summary: String {
    let counts = inventory.counts
    guard !inventory.rows.isEmpty else { return "No library that Moult knows was found" }
    return "\(counted(counts.total, "finding")): \(counts.automatic) automatic, "
      + "\(counts.review) to read over, \(counts.placeholder) to fill in, "
      + "\(counts.manual) by hand; \(inventory.obstacles.count) in the way"
  }
}
