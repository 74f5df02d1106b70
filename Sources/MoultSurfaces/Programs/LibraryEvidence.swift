package import MoultSource

/// What shows that a program has to do with a library of the catalogue, so that all its code is worth reading.
///
/// Words are everybody's: `@objc`, a variable `buf`, another company's `Connect`. So an import counts in Swift, beside
/// the names that generators make from `.proto` files in sight, as those need no import; in Objective-C, where a prefix
/// header may do the imports, and in manifests a word does, but for those that others use as well.
package struct LibraryEvidence: Sendable {
  private let words: Set<String>
  private let generated: Set<String>

  /// - Parameters:
  ///   - anchors: the words of the rules.
  ///   - generated: the names that generators make from the `.proto` files of the tree.
  package init(anchors: [String], generated: [String]) {
    words = Set(anchors)
    self.generated = Set(generated)
  }

  /// Returns whether a file shows such a library.
  ///
  /// - Parameters:
  ///   - imports: what the file imports or includes.
  ///   - anchors: the words of rules and of generators that it mentions.
  ///   - seesProtos: whether its program has `.proto` files.
  package func shows(
    _ surface: Surface, imports: [String], anchors: [String], seesProtos: Bool
  ) -> Bool {
    if seesProtos, !generated.isEmpty, anchors.contains(where: generated.contains) { return true }
    switch surface {
    case .swift: return imports.contains(where: words.contains)
    case .objectiveC, .manifest:
      return anchors.contains { !everydayWords.contains($0) && !generated.contains($0) }
    case .proto, .script: return false
    }
  }

  /// Returns whether a file of a program that shows no library is worth reading by itself: it speaks to Moult.
  package func concernsMoult(_ anchors: [String]) -> Bool {
    anchors.contains(where: suppressionWords.contains)
  }
}

/// The anchors that are words of others, too.
private let everydayWords = Set(
  [
    "APIKit", "Connect", "Dependencies", "Parsing", "aspect_hookSelector", "buf", "carthage",
    "class_copyMethodList", "class_replaceMethod", "generate-xcodeproj",
    "method_exchangeImplementations", "method_setImplementation", "objc",
  ] + suppressionWords)
