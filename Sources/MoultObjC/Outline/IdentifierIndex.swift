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

  /// Returns those of some words that stand in the file, in no particular order.
  ///
  /// - Complexity: O(*n*) in the words or in the different ones of the file, whichever are fewer.
  func words(among wanted: Set<ArraySlice<UInt8>>) -> [(word: ArraySlice<UInt8>, positions: [Int])]
  {
    guard wanted.count < positions.count else {
      return positions.filter { wanted.contains($0.key) }.map { ($0.key, $0.value) }
    }
    return wanted.compactMap { word in positions[word].map { (word, $0) } }
  }
}

extension ObjCFile {
  /// Returns the identifiers that are this word, by offset.
  package func identifiers(named word: String) -> [ObjCIdentifier] {
    identifierIndex[word].map { identifiers[$0] }
  }

  /// Returns the identifiers that are one of some words, by word and offset.
  func identifiers(
    among words: Set<ArraySlice<UInt8>>
  ) -> [(word: ArraySlice<UInt8>, places: [ObjCIdentifier])] {
    identifierIndex.words(among: words).map { found in
      (found.word, found.positions.map { identifiers[$0] })
    }
  }
}
