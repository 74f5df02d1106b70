package import MoultSource

extension ObjCFile {
  /// What stands in `NS_SWIFT_NAME(…)`, and in macros that are called so at their end; by offset.
  ///
  /// - Complexity: O(*n*) in the identifiers.
  package var swiftNames: [ByteRange] {
    identifiers.compactMap { identifier in
      guard ends(identifier, in: macroOfSwiftName) else { return nil }
      let open = firstIndex(behind: identifier.range)
      guard open < source.bytes.count, source.bytes[open] == UInt8(ascii: "(") else { return nil }
      var depth = 0
      for index in open..<source.bytes.count {
        if source.bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if source.bytes[index] == UInt8(ascii: ")") { depth -= 1 }
        if depth == 0 { return ByteRange(indices: open + 1..<index) }
      }
      return nil
    }
  }

  /// The names that the file says Swift shall have for its types: `NS_SWIFT_NAME(Load)` and `swift_name("Load")`.
  ///
  /// A name with arguments or a point, which is one of a function or a member, is none of these.
  ///
  /// - Complexity: O(*n*) in the identifiers.
  package var swiftTypeNames: Set<String> {
    var names = swiftNames.map { source.text($0) }
    for identifier in identifiers where ends(identifier, in: attributeOfSwiftName) {
      let open = firstIndex(behind: identifier.range)
      let next = strings.partitioningIndex { $0.lowerBound >= identifier.range.upperBound }
      guard next < strings.count, strings[next].lowerBound.utf8 == open + 1 else { continue }
      names.append(source.text(strings[next]).filter { $0 != "\"" })
    }
    return Set(
      names.map { $0.filter { !$0.isWhitespace } }.filter { name in
        !name.contains { "(.:".contains($0) }
      })
  }

  private func ends(_ identifier: ObjCIdentifier, in word: [UInt8]) -> Bool {
    source.bytes[identifier.range.indices].suffix(word.count).elementsEqual(word)
  }

  /// The index of the first byte behind a word that is no blank.
  private func firstIndex(behind range: ByteRange) -> Int {
    let bytes = source.bytes
    let start = Int(range.upperBound.utf8)
    return bytes[start...].firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A } ?? bytes.count
  }
}

private let macroOfSwiftName = Array("SWIFT_NAME".utf8)
private let attributeOfSwiftName = Array("swift_name".utf8)
