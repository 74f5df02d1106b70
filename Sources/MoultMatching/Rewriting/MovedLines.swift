import MoultFindings
import MoultRewriting
import MoultSource

/// Lines that come to stand deeper, with all that other edits of the same fix write in them.
struct MovedLines: Hashable, Sendable {
  /// Nil for the file of the finding.
  private(set) var path: String?

  /// The code that goes deeper.
  let range: ByteRange

  /// Where its lines begin, but for those that stay.
  let starts: [ByteOffset]

  /// What they get at their beginnings.
  let step: String

  /// Returns the lines of one file as they are seen from another one.
  func seen(from home: String, of path: String) -> MovedLines {
    var result = self
    let own = self.path ?? path
    result.path = own == home ? nil : own
    return result
  }

  /// Returns the edits as they are where the lines stand deeper, and those that move the lines.
  ///
  /// - Complexity: O(*l* · *e*) in the lines and the edits.
  func applied(to edits: [Edit]) -> [Edit] {
    var open = Set(starts)
    for edit in edits where !edit.range.isEmpty {
      open = open.filter { $0 < edit.range.lowerBound || edit.range.upperBound <= $0 }
    }
    let moved = edits.map { edit in
      // What is inserted at the ends stands around the lines.
      let isAround =
        edit.range.isEmpty
        && [range.lowerBound, range.upperBound].contains(edit.range.lowerBound)
      guard range.holds(edit.range), !isAround else { return edit }
      let opensLine = open.contains(edit.range.lowerBound) && edit.range.isEmpty
      if opensLine { open.remove(edit.range.lowerBound) }
      return deeper(edit, opensLine: opensLine)
    }
    return moved + open.sorted().map { Edit($0..<$0, step) }
  }

  private func deeper(_ edit: Edit, opensLine: Bool) -> Edit {
    let lineFeed = UInt8(ascii: "\n")
    var text: [UInt8] = []
    let takesLine = starts.contains(edit.range.lowerBound) && !edit.range.isEmpty
    // What takes whole lines away leaves none that could move.
    let leavesLine = !edit.replacement.isEmpty || !starts.contains(edit.range.upperBound)
    if opensLine || takesLine && leavesLine { text += Array(step.utf8) }
    for (index, byte) in edit.replacement.enumerated() {
      text.append(byte)
      guard byte == lineFeed else { continue }
      let rest = edit.replacement[(index + 1)...]
      let isFollowed = rest.first.map { $0 != lineFeed && $0 != UInt8(ascii: "\r") }
      if isFollowed ?? !(starts.contains(edit.range.upperBound) && !opensLine) {
        text += Array(step.utf8)
      }
    }
    return Edit(range: edit.range, replacement: text)
  }
}
