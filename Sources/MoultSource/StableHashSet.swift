/// Names by their `stableHash`, each once.
///
/// Such a number is a hash already, and tables of the standard library would work out another one at each question, of which a
/// large project has some for each of its words.
@usableFromInline
package struct StableHashSet: Sendable {
  /// The numbers, each at the place that its last bits say or the next that is free; 0 is such a place.
  @usableFromInline var slots: [UInt64]
  @usableFromInline var count = 0

  /// Whether 0 is one of the numbers.
  @usableFromInline var hasZero = false

  package init(_ numbers: some Sequence<UInt64> = []) {
    slots = [UInt64](repeating: 0, count: 16)
    for number in numbers { insert(number) }
  }

  /// - Complexity: O(1).
  @inlinable
  package func contains(_ number: UInt64) -> Bool {
    number == 0 ? hasZero : slots[slot(of: number)] != 0
  }

  /// - Complexity: O(1) on average.
  package mutating func insert(_ number: UInt64) {
    guard number != 0 else {
      hasZero = true
      return
    }
    var slot = slot(of: number)
    guard slots[slot] == 0 else { return }
    if count * 2 >= slots.count {
      let numbers = slots
      slots = [UInt64](repeating: 0, count: numbers.count * 4)
      for number in numbers where number != 0 { slots[self.slot(of: number)] = number }
      slot = self.slot(of: number)
    }
    slots[slot] = number
    count += 1
  }

  /// The numbers, in no order.
  ///
  /// - Complexity: O(*n*).
  package var all: [UInt64] {
    var numbers = slots.filter { $0 != 0 }
    if hasZero { numbers.append(0) }
    return numbers
  }

  /// Returns the same with more numbers.
  package func union(_ numbers: some Sequence<UInt64>) -> StableHashSet {
    var result = self
    for number in numbers { result.insert(number) }
    return result
  }

  /// Where a number is, or would be.
  @inlinable
  func slot(of number: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: number ^ (number >> 32)) & mask
    while slots[slot] != 0, slots[slot] != number { slot = (slot + 1) & mask }
    return slot
  }
}
