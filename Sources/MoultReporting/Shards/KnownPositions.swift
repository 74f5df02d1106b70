import MoultSource

/// Lines and columns of places in texts that are not at hand.
package struct KnownPositions: Sendable {
  private struct Columns {
    let line: Int
    let utf8: Int
    let utf16: Int
  }

  private var places: [String: [ByteOffset: Columns]] = [:]

  package init() {}

  /// Returns the one-based line and column of a place; nil where it is not known.
  func position(of offset: ByteOffset, in path: String, _ unit: ColumnUnit) -> LinePosition? {
    places[path]?[offset].map { columns in
      switch unit {
      case .utf8: LinePosition(line: columns.line, column: columns.utf8)
      case .utf16: LinePosition(line: columns.line, column: columns.utf16)
      }
    }
  }

  /// Takes the places that a report names in the file at a path.
  mutating func add(_ stretch: JSONReport.Stretch, in path: String) {
    for position in [stretch.start, stretch.end] {
      guard let line = position.line, let utf8 = position.utf8Column,
        let utf16 = position.utf16Column
      else { continue }
      places[path, default: [:]][ByteOffset(position.offset)] = Columns(
        line: line, utf8: utf8, utf16: utf16)
    }
  }
}
