/// Returns the words of a name in camel case, as Swift's importer of Objective-C takes names apart.
///
/// A run of capitals is a word up to the capital that begins the next one: `URLList` is `URL` and `List`. An
/// underscore is a word of its own; digits belong to the word before them.
func camelWords(_ name: String) -> [Substring] {
  let bytes = name.utf8
  var words: [Substring] = []
  var start = bytes.startIndex
  while start < bytes.endIndex {
    let end = endOfWord(in: bytes, from: start)
    words.append(name[start..<end])
    start = end
  }
  return words
}

private func endOfWord(
  in bytes: String.UTF8View, from start: String.UTF8View.Index
) -> String.UTF8View.Index {
  if bytes[start] == underscore { return bytes.index(after: start) }
  var end = start
  var capitals = 0
  while end < bytes.endIndex, isUpper(bytes[end]) {
    end = bytes.index(after: end)
    capitals += 1
  }
  if capitals > 1 {
    var lower = end
    while lower < bytes.endIndex, isLower(bytes[lower]) { lower = bytes.index(after: lower) }
    let tail = bytes[end..<lower]
    // The plural of an acronym belongs to it: `URLs`.
    let isPlural = ["s", "es", "ies"].contains { tail.elementsEqual($0.utf8) }
    let last = bytes[bytes.index(before: end)]
    if end == bytes.endIndex || (isPlural && !(last == UInt8(ascii: "I") && tail.count == 1)) {
      return lower
    }
    return isLower(bytes[end]) ? bytes.index(before: end) : end
  }
  while end < bytes.endIndex, !isUpper(bytes[end]), bytes[end] != underscore {
    end = bytes.index(after: end)
  }
  return end
}

private let underscore = UInt8(ascii: "_")

func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
