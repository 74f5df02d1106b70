/// How many findings a part of a project may have.
package struct Budget: Hashable, Sendable {
  /// What findings are counted by.
  package enum Unit: String, Sendable, CaseIterable {
    case rule
    case module
    case service
    case owner
  }

  package let unit: Unit

  /// By the name of the part: of a rule, a module, a service, an owner.
  package let limits: [String: Int]

  package init(unit: Unit, limits: [String: Int]) {
    self.unit = unit
    self.limits = limits
  }

  /// What a part has and may have.
  package struct Line: Hashable, Sendable {
    package let name: String
    package let count: Int

    /// 0 for a part that the budget does not name.
    package let limit: Int

    package var isOver: Bool { count > limit }
  }

  /// Returns a line for each part that has findings or a limit, sorted by name.
  package func lines(for counts: [String: Int]) -> [Line] {
    Set(limits.keys).union(counts.keys).sorted().map { name in
      Line(name: name, count: counts[name] ?? 0, limit: limits[name] ?? 0)
    }
  }

  /// Returns the budget with each limit lowered to what there is; no limit rises, and those of nothing go.
  package func lowered(to counts: [String: Int]) -> Budget {
    Budget(
      unit: unit,
      limits: limits.reduce(into: [:]) { result, entry in
        let limit = min(entry.value, counts[entry.key] ?? 0)
        if limit > 0 { result[entry.key] = limit }
      })
  }

  /// Returns the parts whose limit is higher than in an earlier budget, sorted by name.
  package func raised(over earlier: Budget) -> [Line] {
    limits.filter { $0.value > (earlier.limits[$0.key] ?? 0) }.sorted { $0.key < $1.key }
      .map { Line(name: $0.key, count: $0.value, limit: earlier.limits[$0.key] ?? 0) }
  }
}
