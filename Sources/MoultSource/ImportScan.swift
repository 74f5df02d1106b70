/// Returns what the import declarations of a Swift text name, in order and perhaps repeatedly: modules, without what
/// stands behind a dot.
///
/// The text is searched and not parsed, so that a declaration in a comment or in a branch that nobody builds counts too.
///
/// - Complexity: O(*n*) in the bytes.
package func seemingImports(inSwift bytes: [UInt8]) -> [String] {
  mentions(of: "import", in: bytes).compactMap { place in
    guard isImport(before: place, in: bytes) else { return nil }
    var position = place + 6
    guard position < bytes.count, bytes[position].isBlank else { return nil }
    var word = readWord(bytes, &position)
    // `import struct Module.Name`
    if importKinds.contains(word), position < bytes.count, bytes[position].isBlank {
      word = readWord(bytes, &position)
    }
    return word.isEmpty ? nil : word
  }
}

/// Returns what an Objective-C text includes, in order and perhaps repeatedly: `Kit` of `<Kit/Kit.h>`, `Net.h` of
/// `"Api/Net.h"`, and modules that are imported with `@import`.
///
/// - Complexity: O(*n*) in the bytes.
package func seemingImports(inObjectiveC bytes: [UInt8]) -> [String] {
  (mentions(of: "import", in: bytes) + mentions(of: "include", in: bytes)).compactMap { place in
    var position = place
    while position < bytes.count, bytes[position].isOfName { position += 1 }
    while position < bytes.count, bytes[position].isBlank { position += 1 }
    guard place > 0, position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "<"):
      let name = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: ">") && $0 != 10 }
      let parts = name.split(separator: UInt8(ascii: "/"))
      return parts.first.map { String(decoding: $0, as: UTF8.self) }
    case UInt8(ascii: "\""):
      let name = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "\"") && $0 != 10 }
      return name.split(separator: UInt8(ascii: "/")).last.map {
        String(decoding: $0, as: UTF8.self)
      }
    default:
      let word = bytes[place - 1] == UInt8(ascii: "@") ? readWord(bytes, &position) : ""
      return word.isEmpty ? nil : word
    }
  }
}

/// The offsets at which a word begins, as a whole word on its left.
private func mentions(of word: String, in bytes: [UInt8]) -> [Int] {
  let wanted = Array(word.utf8)
  let hasMark = bytes.starts(with: byteOrderMark)
  var found: [Int] = []
  var position = 0
  while let place = bytes.firstIndex(ofBytes: wanted, from: position) {
    if place == 0 || !bytes[place - 1].isOfName || place == 3 && hasMark {
      found.append(place)
    }
    position = place + wanted.count
  }
  return found
}

/// Whether nothing but attributes and modifiers stands on the line before an `import`, or behind its last semicolon or
/// the end of a comment.
private func isImport(before place: Int, in bytes: [UInt8]) -> Bool {
  var start = place
  while start > 0 {
    let byte = bytes[start - 1]
    if byte == 10 || byte == 13 || byte == UInt8(ascii: ";") { break }
    if byte == UInt8(ascii: "/"), start > 1, bytes[start - 2] == UInt8(ascii: "*") { break }
    start -= 1
  }
  if start == 0, bytes.starts(with: byteOrderMark) { start = min(3, place) }
  return bytes[start..<place].split(whereSeparator: \.isBlank).allSatisfy { word in
    word.first == UInt8(ascii: "@") || word.last == UInt8(ascii: ")")
      || importModifiers.contains(String(decoding: word, as: UTF8.self))
  }
}

private func readWord(_ bytes: [UInt8], _ position: inout Int) -> String {
  while position < bytes.count, bytes[position].isBlank { position += 1 }
  if position < bytes.count, bytes[position] == UInt8(ascii: "`") { position += 1 }
  let start = position
  while position < bytes.count, bytes[position].isOfName { position += 1 }
  return String(decoding: bytes[start..<position], as: UTF8.self)
}

/// May stand in front of the first line.
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

private let importModifiers: Set<String> = [
  "public", "package", "internal", "fileprivate", "private", "open",
]

private let importKinds: Set<String> = [
  "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor", "macro",
]
