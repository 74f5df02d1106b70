package import MoultFindings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How far a project has come since an earlier plan.
package struct PlanTrend: Hashable, Sendable {
  /// One library, then and now.
  package struct Row: Hashable, Sendable {
    package let library: String
    package let before: FindingCounts
    package let now: FindingCounts
  }

  /// What it is compared with, as the command line names it: `plan.json`, `v1.2`.
  package let reference: String

  /// Sorted by library; those of either plan.
  package let rows: [Row]

  /// Why a text is no earlier plan.
  package struct NoPlan: Error {}

  /// Compares with a plan that was printed as JSON.
  ///
  /// - Parameter reference: what the command line calls that plan.
  package init(
    from earlier: [UInt8], called reference: String, to inventory: Inventory
  ) throws(NoPlan) {
    guard let plan = try? JSONDecoder().decode(PlanJSON.self, from: Data(earlier)),
      plan.schemaVersion == 1, plan.tool.name == "moult"
    else { throw NoPlan() }
    self.reference = reference
    var before: [String: FindingCounts] = [:]
    for row in plan.rows { before[row.library, default: FindingCounts()] += row.counts.counts }
    var now: [String: FindingCounts] = [:]
    for row in inventory.rows { now[row.library, default: FindingCounts()] += row.counts }
    rows = Set(before.keys).union(now.keys).sorted().map { library in
      Row(
        library: library, before: before[library] ?? FindingCounts(),
        now: now[library] ?? FindingCounts())
    }
  }

  static let columns = ["library", "findings before", "now", "change", "by hand before", "now"]

  /// The table's cells, row by row, one for each of `columns`.
  var cells: [[String]] {
    rows.map { row in
      let change = row.now.total - row.before.total
      return [
        row.library, String(row.before.total), String(row.now.total),
        change > 0 ? "+\(change)" : String(change), String(row.before.manual),
        String(row.now.manual),
      ]
    }
  }

  /// One line for each library.
  var text: String {
    rows.map { row in
      let change = row.now.total - row.before.total
      let word = change == 0 ? "as before" : change < 0 ? "\(-change) fewer" : "\(change) more"
      return "since \(printable(reference)): \(row.library) from \(row.before.total) to "
        + "\(counted(row.now.total, "finding")), \(word)\n"
    }.joined()
  }
}

extension FindingCounts {
  fileprivate static func += (counts: inout FindingCounts, more: FindingCounts) {
    counts = counts + more
  }
}

extension PlanJSON.Counts {
  fileprivate var counts: FindingCounts {
    FindingCounts(
      automatic: automatic, review: review, placeholder: placeholder, manual: manual)
  }
}
