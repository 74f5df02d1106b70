/// The content of a file before and after a fix.
package struct FileChange: Hashable, Sendable {
  package let path: String
  package let before: [UInt8]
  package let after: [UInt8]

  package init(path: String, before: [UInt8], after: [UInt8]) {
    self.path = path
    self.before = before
    self.after = after
  }
}

/// Returns `changes` as a patch for `patch -p1` and `git apply`, in the given order.
///
/// The bytes of the files are copied as they are, so the result is UTF-8 only if they are. A file whose
/// content stays the same is left out.
package func unifiedDiff(_ changes: [FileChange]) -> [UInt8] {
  changes.flatMap { unifiedDiff($0) }
}

private func unifiedDiff(_ change: FileChange) -> [UInt8] {
  guard change.before != change.after else { return [] }
  let old = lines(of: change.before)
  let new = lines(of: change.after)
  var numbers: [ArraySlice<UInt8>: Int] = [:]
  func number(_ line: ArraySlice<UInt8>) -> Int {
    if let known = numbers[line] { return known }
    let next = numbers.count
    numbers[line] = next
    return next
  }
  let changes = lineChanges(from: old.map(number), to: new.map(number))
  var output = Array("--- \(quoted("a/" + change.path))\n+++ \(quoted("b/" + change.path))\n".utf8)
  for hunk in hunks(changes) { append(hunk, old, new, to: &output) }
  return output
}

/// The number of unchanged lines that are shown around a change.
private let context = 3

/// Returns `changes` in groups whose contexts touch.
private func hunks(_ changes: [LineChange]) -> [[LineChange]] {
  var hunks: [[LineChange]] = []
  for change in changes {
    if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
      hunks[hunks.count - 1].append(change)
    } else {
      hunks.append([change])
    }
  }
  return hunks
}

private func append(
  _ hunk: [LineChange], _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>],
  to output: inout [UInt8]
) {
  guard let first = hunk.first, let last = hunk.last else { return }
  let before = min(context, first.old.lowerBound)
  let after = min(context, old.count - last.old.upperBound)
  let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
  let newRange = first.new.lowerBound - before..<last.new.upperBound + after
  output += Array("@@ -\(heading(oldRange)) +\(heading(newRange)) @@\n".utf8)

  func emit(_ sign: Character, _ lines: ArraySlice<ArraySlice<UInt8>>) {
    for line in lines {
      output += Array(String(sign).utf8)
      output += line
      if line.last != 0x0A { output += Array("\n\\ No newline at end of file\n".utf8) }
    }
  }
  var position = oldRange.lowerBound
  for change in hunk {
    emit(" ", old[position..<change.old.lowerBound])
    emit("-", old[change.old])
    emit("+", new[change.new])
    position = change.old.upperBound
  }
  emit(" ", old[position..<oldRange.upperBound])
}

/// Returns the one-based start and the length of `range`; an empty one names the line before it.
private func heading(_ range: Range<Int>) -> String {
  let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
  return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
}

/// Returns the lines of `bytes` with their line feeds; only LF ends a line, as `patch` sees it.
func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  var result: [ArraySlice<UInt8>] = []
  var start = 0
  while start < bytes.count {
    let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    result.append(bytes[start..<end])
    start = end
  }
  return result
}

/// Returns `path` as a patch header spells it: in C quotes where it holds quotes, backslashes or control
/// characters, and with a tab after it where it holds a space.
private func quoted(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
  if isPlain { return path.utf8.contains(0x20) ? path + "\t" : path }
  var result = "\""
  for scalar in path.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      let octal = String(scalar.value, radix: 8)
      result += "\\" + String(repeating: "0", count: 3 - octal.utf8.count) + octal
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
