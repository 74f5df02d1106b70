/// Where the lines of a changed text come from.
package struct LineOrigin: Sendable {
  private let changes: [LineChange]

  package init(from old: [UInt8], to new: [UInt8]) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    changes =
      old == new
      ? []
      : lineChanges(from: lines(of: old).map(number), to: lines(of: new).map(number))
  }

  /// Returns the one-based line of the old text that each of the new one's `lines` was; nil for one that
  /// was not there.
  package func origins(of lines: ClosedRange<Int>) -> [Int?] { lines.map(origin) }

  private func origin(_ line: Int) -> Int? {
    var shift = 0
    for change in changes where change.new.lowerBound < line {
      if change.new.upperBound >= line { return nil }
      shift += change.old.count - change.new.count
    }
    return line + shift
  }
}
