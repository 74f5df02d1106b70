import MoultSource

/// Where each word of a file stands as an identifier.
struct IdentifierIndex: Sendable {
  /// Positions in the file's identifiers, ascending.
  private let positions: [ArraySlice<UInt8>: [Int]]

  init(_ identifiers: [ObjCIdentifier], in source: SourceText) {
    var positions: [ArraySlice<UInt8>: [Int]] = [:]
    for (position, identifier) in identifiers.enumerated() {
      positions[source.bytes[identifier.range.indices], default: []].append(position)
    }
    self.positions = positions
  }

  subscript(word: String) -> [Int] { positions[Array(word.utf8)[...]] ?? [] }
}

extension ObjCFile {
  /// Returns the identifiers that are this word, by offset.
  package func identifiers(named word: String) -> [ObjCIdentifier] {
    identifierIndex[word].map { identifiers[$0] }
  }
}
