package import MoultSource

/// Returns the packages of its own workspace that a package of Bazel builds from: `a/b` of `deps = ["//a/b:c"]`, each once, in order.
///
/// A label of another repository (`@name//a`) and one of the same package (`:c`) name none; nor does what is loaded, what a target is
/// visible to, and the condition of a `select`. The root is the empty text. Labels: bazel.build/concepts/labels.
///
/// - Complexity: O(*n*) in the bytes.
package func packagesNamed(inBazelPackage source: SourceText) -> [String] {
  var reader = StarlarkReader(bytes: source.bytes)
  var packages: [String] = []
  var known: Set<String> = []
  while let label = reader.nextLabel() {
    let own = label.hasPrefix("@//") ? label.dropFirst() : label[...]
    guard own.hasPrefix("//") else { continue }
    let package = String(own.dropFirst(2).prefix { $0 != ":" })
    if known.insert(package).inserted { packages.append(package) }
  }
  return packages
}

/// The attributes of rules that say what a target is made of.
private let attributesOfParts: Set<String> = [
  "actual", "additional_compiler_deps", "data", "deps", "exports", "frameworks", "hdrs",
  "implementation_deps", "plugins", "private_deps", "proto", "protos", "srcs", "test_host",
]

/// Reads the texts that attributes of rules are given.
private struct StarlarkReader {
  let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private var attribute = ""

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next text of an attribute that says what a target is made of.
  mutating func nextLabel() -> String? {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "#"): index = bytes.endOfLine(from: index)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let text = readText()
        // What a dictionary is asked for is no part: the conditions of 'select'.
        let isKey = byteBehindBlanks == UInt8(ascii: ":")
        if !isKey, attributesOfParts.contains(attribute) { return text }
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        index += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        index += 1
      case _ where byte.isOfName: readName()
      default: index += 1
      }
    }
    return nil
  }

  private mutating func readName() {
    let start = index
    while index < bytes.count, bytes[index].isOfName { index += 1 }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    if byteBehindBlanks == UInt8(ascii: "=") {
      attribute = name
    } else if depth == 0 {
      // The call of another rule, or of 'load'.
      attribute = ""
    }
  }

  /// What stands between the quotes; of a text over several lines, with three quotes, as well.
  private mutating func readText() -> String {
    let quote = bytes[index]
    let isLong =
      bytes[index...].prefix(3).count == 3 && bytes[index...].prefix(3).allSatisfy { $0 == quote }
    let length = isLong ? 3 : 1
    index += length
    let start = index
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == quote,
        !isLong || bytes[index...].prefix(3).elementsEqual([quote, quote, quote])
      {
        break
      } else if !isLong, bytes[index].isLineBreak {
        break
      } else {
        index += 1
      }
    }
    let end = min(index, bytes.count)
    index = min(end + length, bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private var byteBehindBlanks: UInt8? {
    bytes[index...].first { !$0.isBlank && !$0.isLineBreak }
  }
}
