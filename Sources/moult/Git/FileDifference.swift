/// How one file differs, as `git diff -U0` says it.
struct FileDifference: Equatable {
  /// Relative to the repository; the file's new name.
  let path: String
  let hunks: [Hunk]

  /// Lines that were replaced by others; both sides one-based, and possibly empty.
  ///
  /// An empty side names the line before it, as git does.
  struct Hunk: Equatable {
    let oldStart: Int
    let oldCount: Int
    let newStart: Int
    let newCount: Int

    var newLines: ClosedRange<Int>? {
      newCount > 0 ? newStart...(newStart + newCount - 1) : nil
    }

    /// Returns the hunk with its new side as later changes leave it.
    func moved(through later: [Hunk]) -> Hunk {
      guard let lines = newLines else { return self }
      var first = lines.lowerBound
      var last = lines.upperBound
      for hunk in later {
        let growth = hunk.newCount - hunk.oldCount
        // An insertion behind line n moves what begins at n + 1.
        let end = hunk.oldCount == 0 ? hunk.oldStart : hunk.oldStart + hunk.oldCount - 1
        if end < lines.lowerBound { first += growth }
        if end < lines.upperBound || (hunk.oldCount > 0 && end == lines.upperBound) {
          last += growth
        }
      }
      return Hunk(
        oldStart: oldStart, oldCount: oldCount, newStart: first,
        newCount: max(0, last - first + 1))
    }
  }
}

/// Reads the output of `git diff -U0` with the prefixes `a/` and `b/`.
///
/// Files that are gone are left out.
func parseDifference(_ output: [UInt8]) -> [FileDifference] {
  var result: [FileDifference] = []
  var path: String?
  var hunks: [FileDifference.Hunk] = []
  func close() {
    if let path { result.append(FileDifference(path: path, hunks: hunks)) }
    path = nil
    hunks = []
  }
  // Added and removed lines can look like headers, so a hunk's lines are counted and passed over.
  var toSkip = 0
  for line in output.split(separator: 0x0A, omittingEmptySubsequences: false) {
    if line.first == UInt8(ascii: "\\") { continue }
    if toSkip > 0 {
      toSkip -= 1
    } else if line.starts(with: "diff --git ".utf8) {
      close()
    } else if line.starts(with: "+++ ".utf8) {
      let name = unquoted(line.dropFirst(4))
      path = name.hasPrefix("b/") ? String(name.dropFirst(2)) : nil
    } else if line.starts(with: "@@ ".utf8), let hunk = parseHunk(line) {
      hunks.append(hunk)
      toSkip = hunk.oldCount + hunk.newCount
    }
  }
  close()
  return result
}

/// Reads `@@ -3,2 +4 @@ …`; a missing count is one.
private func parseHunk(_ line: ArraySlice<UInt8>) -> FileDifference.Hunk? {
  let words = String(decoding: line, as: UTF8.self).split(separator: " ")
  guard words.count >= 3, let old = side(words[1], "-"), let new = side(words[2], "+") else {
    return nil
  }
  return FileDifference.Hunk(
    oldStart: old.start, oldCount: old.count, newStart: new.start, newCount: new.count)
}

private func side(_ word: Substring, _ sign: String) -> (start: Int, count: Int)? {
  guard word.hasPrefix(sign) else { return nil }
  let numbers = word.dropFirst().split(separator: ",").map { Int($0) }
  guard let first = numbers.first, let start = first else { return nil }
  guard numbers.count > 1 else { return (start, 1) }
  return numbers[1].map { (start, $0) }
}

/// Returns a name as git spells it in a header, without the C quotes and the tab that it may have.
private func unquoted(_ name: ArraySlice<UInt8>) -> String {
  guard name.first == UInt8(ascii: "\"") else {
    return String(decoding: name.prefix { $0 != 0x09 }, as: UTF8.self)
  }
  let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
    UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
  ]
  var bytes: [UInt8] = []
  var rest = name.dropFirst()
  while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
    guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
      bytes.append(byte)
      continue
    }
    if (0x30...0x37).contains(next) {
      let digits = [next] + rest.prefix(2)
      rest = rest.dropFirst(2)
      bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 &- 0x30) })
    } else {
      bytes.append(escapes[next] ?? next)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
