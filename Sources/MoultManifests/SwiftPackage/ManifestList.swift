package import MoultSource
import MoultSyntax

/// An array literal of a manifest, to which elements are added and from which they are taken.
package struct ManifestList: Sendable {
  /// With the brackets.
  package let range: ByteRange

  package let elements: [ByteRange]

  /// Where the commas stand; one behind the last element is included.
  private let commas: [ByteOffset]

  private let source: SourceText

  init?(_ node: Node) {
    guard node.kind == .arrayLiteral else { return nil }
    range = node.range
    source = node.tree.source
    elements = node.children.map(\.range)
    var commas: [ByteOffset] = []
    var element = 0
    for index in node.tokenIDs where node.tree.tokens[index].kind == .comma {
      let start = node.tree.tokens[index].start
      while element < elements.count, elements[element].upperBound <= start { element += 1 }
      let isInside = element < elements.count && elements[element].lowerBound <= start
      if !isInside { commas.append(start) }
    }
    self.commas = commas
  }

  /// Returns the edit that puts an element behind the others, on a line of its own if they have theirs.
  package func appending(_ element: String) -> Edit {
    guard let last = elements.last else {
      let place = ByteOffset(range.lowerBound.index + 1)
      return Edit(place..<place, element)
    }
    let trailingComma = commas.last.flatMap { $0 >= last.upperBound ? $0 : nil }
    let place = trailingComma.map { ByteOffset($0.index + 1) } ?? last.upperBound
    let separator = indentedLineBreak(before: last) ?? " "
    return Edit(
      place..<place,
      trailingComma == nil ? ",\(separator)\(element)" : "\(separator)\(element),")
  }

  /// Returns the edit that takes an element away with its comma and, if it has one, its line.
  package func removing(at index: Int) -> Edit {
    let element = elements[index]
    if let comma = commas.first(where: { $0 >= element.upperBound }) {
      let next = index + 1 < elements.count ? elements[index + 1].lowerBound : nil
      let afterComma = ByteOffset(comma.index + 1)
      if indentedLineBreak(before: element) != nil {
        return Edit(startOfLine(element.lowerBound)..<endOfLine(afterComma), "")
      }
      return Edit(element.lowerBound..<(next ?? afterComma), "")
    }
    let before = commas.last ?? element.lowerBound
    return Edit(before..<element.upperBound, "")
  }

  /// The line break and the indentation before an element that begins its line.
  private func indentedLineBreak(before element: ByteRange) -> String? {
    let bytes = source.bytes
    guard bytes.startOfLine(at: element.lowerBound.index) > 0 else { return nil }
    return bytes.blanks(before: element.lowerBound.index).map { bytes.lineEnding + $0 }
  }

  private func startOfLine(_ offset: ByteOffset) -> ByteOffset {
    ByteOffset(source.bytes.startOfLine(at: offset.index))
  }

  /// Behind the line break, if only blanks stand before it; else the offset itself.
  private func endOfLine(_ offset: ByteOffset) -> ByteOffset {
    let blanks = source.bytes.skippingBlanks(from: offset.index)
    let length = source.bytes.lineBreakLength(at: blanks)
    return length > 0 ? ByteOffset(blanks + length) : offset
  }
}
