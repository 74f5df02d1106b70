package import MoultSource
import MoultSyntax

/// The arguments of the one `Package(…)` of a manifest, between which others are added.
package struct ManifestArguments: Sendable {
  /// Where the call says that it makes a package.
  package let callee: ByteRange

  private let places: [(label: String?, range: ByteRange)]
  private let source: SourceText

  init?(_ call: Node) {
    guard let callee = call.calledExpression else { return nil }
    self.callee = callee.range
    places = call.arguments.map { ($0.argumentLabel, $0.range) }
    source = call.tree.source
  }

  package var labels: [String] { places.compactMap(\.label) }

  /// Returns the edit that adds an argument behind the last of those that stand before it, on a line of its own if others have
  /// theirs; nil where none of those is there.
  package func adding(_ argument: String, behind leading: Set<String>) -> Edit? {
    guard
      let last = places.lastIndex(where: { $0.label.map(leading.contains) ?? false })
    else { return nil }
    let next = places.dropFirst(last + 1).first?.range
    let place = places[last].range.upperBound
    let separator =
      [next, places[last].range].compactMap(\.self).lazy.compactMap(indentedLineBreak).first ?? " "
    // A comment behind an argument stays behind it.
    if let next, !isPlain(place..<next.lowerBound) {
      return Edit(next.lowerBound..<next.lowerBound, "\(argument),\(separator)")
    }
    return Edit(place..<place, ",\(separator)\(argument)")
  }

  /// Whether nothing stands between two arguments but their comma.
  private func isPlain(_ gap: ByteRange) -> Bool {
    source.text(gap).allSatisfy { $0 == "," || $0.isWhitespace }
  }

  /// The line break and the indentation before an argument that begins its line.
  private func indentedLineBreak(before argument: ByteRange) -> String? {
    source.bytes.blanks(before: argument.lowerBound.index).map { source.bytes.lineEnding + $0 }
  }
}
