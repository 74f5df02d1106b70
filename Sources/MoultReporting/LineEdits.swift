package import MoultSource

/// Returns edits of whole lines, or of what differs in them, that turn `old` into `new`; ascending.
///
/// No edit begins or ends inside a character or between CR and LF.
package func lineEdits(from old: [UInt8], to new: [UInt8]) -> [Edit] {
  let oldLines = lines(of: old)
  let newLines = lines(of: new)
  var numbers: [ArraySlice<UInt8>: Int] = [:]
  func number(_ line: ArraySlice<UInt8>) -> Int {
    if let known = numbers[line] { return known }
    numbers[line] = numbers.count
    return numbers.count - 1
  }
  func bytes(_ range: Range<Int>, _ lines: [ArraySlice<UInt8>], _ all: [UInt8]) -> Range<Int> {
    let start = range.lowerBound < lines.count ? lines[range.lowerBound].startIndex : all.count
    return range.isEmpty ? start..<start : start..<lines[range.upperBound - 1].endIndex
  }
  return lineChanges(from: oldLines.map(number), to: newLines.map(number)).map { change in
    narrowed(
      bytes(change.old, oldLines, old), of: old, to: bytes(change.new, newLines, new), of: new)
  }
}

/// Leaves out of an edit what both sides begin and end with.
private func narrowed(
  _ old: Range<Int>, of oldBytes: [UInt8], to new: Range<Int>, of newBytes: [UInt8]
) -> Edit {
  func isInside(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index < bytes.count else { return false }
    if bytes[index] & 0xC0 == 0x80 { return true }
    return bytes[index] == 0x0A && index > 0 && bytes[index - 1] == 0x0D
  }
  let limit = min(old.count, new.count)
  var head = 0
  while head < limit, oldBytes[old.lowerBound + head] == newBytes[new.lowerBound + head] {
    head += 1
  }
  while head > 0,
    isInside(oldBytes, old.lowerBound + head) || isInside(newBytes, new.lowerBound + head)
  {
    head -= 1
  }
  var tail = 0
  while tail < limit - head,
    oldBytes[old.upperBound - tail - 1] == newBytes[new.upperBound - tail - 1]
  {
    tail += 1
  }
  while tail > 0,
    isInside(oldBytes, old.upperBound - tail) || isInside(newBytes, new.upperBound - tail)
  {
    tail -= 1
  }
  return Edit(
    range: ByteRange(indices: old.lowerBound + head..<old.upperBound - tail),
    replacement: Array(newBytes[new.lowerBound + head..<new.upperBound - tail]))
}
