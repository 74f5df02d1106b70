import MoultSource

/// Edits of one file that can be applied together.
///
/// Kept sorted by range. Two fixes may want the same edit (both make one `let` a `var`): it counts once.
struct EditSet {
  private(set) var edits: [Edit] = []

  init() {}

  /// True if each of `new` is already here or meets none of the edits that are.
  ///
  /// Two insertions at one offset meet: which of them comes first would be a matter of chance. So do an insertion and the replacement that
  /// starts there, where both begin with the same word: `async` before what becomes `async throws`.
  ///
  /// - Complexity: O(*k* log *n*) for *k* new edits.
  func accepts(_ new: [Edit]) -> Bool {
    new.allSatisfy { edit in
      let position = firstIndex(notBefore: edit.range.lowerBound)
      for neighbour in edits[max(0, position - 1)..<min(edits.count, position + 2)] {
        if neighbour != edit, meet(neighbour.range, edit.range) || repeatsWord(neighbour, edit) {
          return false
        }
      }
      return true
    }
  }

  /// - Precondition: `accepts(new)`.
  mutating func insert(_ new: [Edit]) {
    for edit in new {
      var position = firstIndex(notBefore: edit.range.lowerBound)
      // An insertion stands before the replacement that starts at its offset.
      while position < edits.count, edits[position].range.lowerBound == edit.range.lowerBound,
        edits[position] != edit, edits[position].range.upperBound < edit.range.upperBound
      {
        position += 1
      }
      if position < edits.count, edits[position] == edit { continue }
      edits.insert(edit, at: position)
    }
  }

  private func firstIndex(notBefore offset: ByteOffset) -> Int {
    edits.partitioningIndex { $0.range.lowerBound >= offset }
  }

  /// True if one is an insertion where the other begins, and both write the same word first.
  private func repeatsWord(_ a: Edit, _ b: Edit) -> Bool {
    guard a.range.lowerBound == b.range.lowerBound, a.range.isEmpty || b.range.isEmpty else {
      return false
    }
    let word = firstWord(of: a)
    return !word.isEmpty && word == firstWord(of: b)
  }

  /// Small letters, as keywords have.
  private func firstWord(of edit: Edit) -> ArraySlice<UInt8> {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return edit.replacement.drop { $0 == UInt8(ascii: " ") }.prefix(while: letters.contains)
  }

  /// True if the ranges share a byte, or one inserts strictly inside the other, or both insert at once.
  private func meet(_ a: ByteRange, _ b: ByteRange) -> Bool {
    if a.isEmpty && b.isEmpty { return a.lowerBound == b.lowerBound }
    if a.isEmpty { return b.lowerBound < a.lowerBound && a.lowerBound < b.upperBound }
    if b.isEmpty { return a.lowerBound < b.lowerBound && b.lowerBound < a.upperBound }
    return a.overlaps(b)
  }
}
