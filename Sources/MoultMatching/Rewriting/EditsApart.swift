import MoultSource

extension [Edit] {
  /// Whether no two of them change the same text; an insertion may stand at an end of what is replaced.
  ///
  /// In any order, as `applying(_:to:)` takes them, of which this says whether it succeeds.
  ///
  /// - Complexity: O(*n* log *n*).
  var areApart: Bool {
    let ordered = map(\.range).sorted { a, b in
      a.lowerBound != b.lowerBound ? a.lowerBound < b.lowerBound : a.isEmpty && !b.isEmpty
    }
    return zip(ordered, ordered.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }
}
