package import MoultFindings

/// Everything that `plan` shows, in whatever format.
package struct Plan: Sendable {
  package let inventory: Inventory
  package let coverage: Coverage

  /// How far it has come since an earlier plan; nil where there is none to compare with.
  package let trend: PlanTrend?

  package init(inventory: Inventory, coverage: Coverage, trend: PlanTrend? = nil) {
    self.inventory = inventory
    self.coverage = coverage
    self.trend = trend
  }

  /// The heads of the table's columns.
  static let columns = [
    "library", "module", "surface", "era", "files", "automatic", "review", "placeholder", "manual",
    "seen at",
  ]

  /// The table's cells, row by row, one for each of `columns`.
  var cells: [[String]] {
    inventory.rows.map { row in
      let first = row.places.first.map { "\($0.path):\($0.line) \($0.why)" } ?? ""
      let more = row.places.count - 1
      return [
        row.library, row.module, row.surface.rawValue, row.era ?? "unknown", String(row.files),
        String(row.counts.automatic), String(row.counts.review), String(row.counts.placeholder),
        String(row.counts.manual), more > 0 ? "\(first), and \(more) more" : first,
      ]
    }
  }

  /// One sentence with the sums of all rows.
  var summary: String {
    let counts = inventory.counts
    guard !inventory.rows.isEmpty else { return "No library that Moult knows is in sight" }
    let blockers = inventory.blockers.count
    return "\(counted(counts.total, "finding")): \(counts.automatic) automatic, "
      + "\(counts.review) to review, \(counts.placeholder) with a placeholder, "
      + "\(counts.manual) by hand; \(counted(blockers, "blocker"))"
  }
}
