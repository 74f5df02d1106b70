package import MoultFindings

/// How far a project has come since its baseline was written.
package struct BaselineTrend: Hashable, Sendable {
  /// One library, then and now.
  package struct Row: Hashable, Sendable {
    package let library: String
    package let known: Int
    package let gone: Int
    package let new: Int

    package var now: Int { known - gone + new }
  }

  /// Sorted by library.
  package let rows: [Row]

  /// - Parameters:
  ///   - known: the rule of each entry.
  ///   - gone: the rule of each entry that is no longer found.
  ///   - new: the rule of each finding that no entry knows.
  package init(known: [RuleID], gone: [RuleID], new: [RuleID]) {
    func counts(_ rules: [RuleID]) -> [String: Int] {
      Dictionary(grouping: rules) { String($0.rawValue.prefix { $0 != "." }) }.mapValues(\.count)
    }
    let (known, gone, new) = (counts(known), counts(gone), counts(new))
    rows = Set(known.keys).union(new.keys).sorted().map { library in
      Row(
        library: library, known: known[library] ?? 0, gone: gone[library] ?? 0,
        new: new[library] ?? 0)
    }
  }

  static let columns = ["library", "in the baseline", "gone", "new", "now"]

  /// The table's cells, row by row, one for each of `columns`.
  var cells: [[String]] {
    rows.map { row in [row.library] + [row.known, row.gone, row.new, row.now].map(String.init) }
  }

  /// One line for each library.
  var text: String {
    rows.map { row in
      "since the baseline: \(row.library) from \(row.known) to \(counted(row.now, "finding")): "
        + "\(row.gone) gone, \(row.new) new\n"
    }.joined()
  }
}
