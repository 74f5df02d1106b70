/// One of the parts that a run is divided into, so that several machines do it together.
package struct Shard: Hashable, Sendable {
  /// One-based.
  package let index: Int

  /// The number of parts; at least `index`.
  package let count: Int

  /// More parts than anybody has machines are a slip of the pen.
  package static let mostParts = 9999

  /// - Returns: nil unless `1 <= index <= count <= mostParts`.
  package init?(index: Int, count: Int) {
    guard index >= 1, index <= count, count <= Self.mostParts else { return nil }
    self.index = index
    self.count = count
  }
}

extension Shard: CustomStringConvertible {
  /// As the command line takes it: `2/4`.
  package var description: String { "\(index)/\(count)" }
}
