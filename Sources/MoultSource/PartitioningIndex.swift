extension RandomAccessCollection {
  /// Returns the index of the first element that is beyond, or `endIndex`.
  ///
  /// - Parameter isBeyond: must be false for a prefix and true for the rest.
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex(where isBeyond: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isBeyond(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
