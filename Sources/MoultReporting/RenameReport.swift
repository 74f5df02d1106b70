package import MoultSource

/// A mention that a rename left for a person.
package struct LeftMention: Hashable, Sendable {
  package let path: String
  package let range: ByteRange

  /// A phrase that can follow the place, without a final period.
  package let reason: String

  package init(path: String, range: ByteRange, reason: String) {
    self.path = path
    self.range = range
    self.reason = reason
  }
}

/// What a rename did or would do.
package struct RenameReport: Sendable {
  /// Sorted by path.
  package let changes: [FileChange]

  /// Old to new, sorted.
  package let names: [(old: String, new: String)]

  /// Sorted by path and offset.
  package let left: [LeftMention]

  /// Generated files that are to be made again, sorted.
  package let generated: [String]

  package init(
    changes: [FileChange], names: [(old: String, new: String)], left: [LeftMention],
    generated: [String]
  ) {
    self.changes = changes.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    self.names = names
    self.left = left
    self.generated = generated
  }

  /// Returns what changed, what was left, and what to generate again.
  ///
  /// - Parameters:
  ///   - isWritten: whether the changes are on disk, or only shown.
  ///   - sources: the texts that the places refer to.
  package func text(isWritten: Bool, sources: [SourceText], _ style: TextStyle) -> String {
    var output = ""
    if isWritten {
      for change in changes { output += "renamed in \(style.strong(change.path))\n" }
    }
    let texts = Dictionary(
      sources.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for mention in left {
      let place = texts[mention.path].map { source in
        let position = source.lines
          .position(of: mention.range.lowerBound, in: .utf8, of: source.bytes)
        return "\(mention.path):\(position.line):\(position.column)"
      }
      output += "left: \(style.strong(place ?? mention.path)): \(mention.reason)\n"
    }
    for path in generated { output += "generate again: \(style.strong(path))\n" }
    let verb = isWritten ? "Renamed" : "Would rename"
    let files = counted(changes.count, "file")
    var summary = "\(verb) in \(files), for \(counted(names.count, "generated name"))"
    if !left.isEmpty { summary += "; \(counted(left.count, "mention")) left to look at" }
    return output + style.strong(summary) + "\n"
  }
}
