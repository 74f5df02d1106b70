import MoultSource
import Testing

/// Beside the set of the standard library: numbers that share their last bits, that are 0, and that come twice.
@Test func `a set of hashes has what was put into it, once`() {
  let numbers = (0..<5_000).map { UInt64($0 % 3_000) << ($0 % 7 * 8) } + [0, 0, .max]
  var set = StableHashSet()
  var known: Set<UInt64> = []
  #expect(!set.contains(0))
  for number in numbers {
    #expect(set.contains(number) == known.contains(number))
    set.insert(number)
    known.insert(number)
  }
  #expect(set.all.count == known.count)
  #expect(Set(set.all) == known)
  let more = set.union([1 << 60, 7])
  #expect(Set(more.all) == known.union([1 << 60, 7]))
}
