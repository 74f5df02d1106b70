package import MoultSource

/// What a metavariable stands for at one match.
package enum Binding: Hashable, Sendable {
  /// A piece of the source, which a template carries over byte for byte.
  case source(ByteRange)
  /// Text that was computed.
  case text(String)
}

/// A replacement text with metavariables: `$base.customMetadata.add(name: $1, value: $2)`.
///
/// `$name`, `${name}` and `$1` are metavariables, `${1.type}` is said of one; `$$` is a dollar sign.
package struct Template: Hashable, Sendable {
  /// A stretch of the text, or a metavariable by its name, without `$` and braces.
  package enum Piece: Hashable, Sendable {
    case text(String)
    case variable(String)
  }

  private let text: String

  package init(_ text: String) { self.text = text }

  /// Read anew each time: a run makes a template of each message of the catalogue, and fills in a few.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package var pieces: [Piece] {
    let dollar = UInt8(ascii: "$")
    guard text.utf8.contains(dollar) else { return text.isEmpty ? [] : [.text(text)] }
    var pieces: [Piece] = []
    var literal = ""
    var rest = Substring(text)
    while let next = rest.utf8.firstIndex(of: dollar) {
      literal += rest[..<next]
      rest = rest[rest.utf8.index(after: next)...]
      if rest.utf8.first == dollar {
        rest.removeFirst()
        literal.append("$")
        continue
      }
      let isBraced = rest.utf8.first == UInt8(ascii: "{")
      var name = nameAtStart(of: isBraced ? rest.dropFirst() : rest)
      if isBraced, !name.isEmpty, rest[name.endIndex...].utf8.first == UInt8(ascii: ".") {
        let part = nameAtStart(of: rest[name.endIndex...].dropFirst())
        if !part.isEmpty { name = rest[name.startIndex..<part.endIndex] }
      }
      guard !name.isEmpty else {
        literal.append("$")
        continue
      }
      if !literal.isEmpty { pieces.append(.text(literal)) }
      literal = ""
      pieces.append(.variable(String(name)))
      rest = rest[name.endIndex...]
      if isBraced, rest.utf8.first == UInt8(ascii: "}") { rest.removeFirst() }
    }
    literal += rest
    if !literal.isEmpty { pieces.append(.text(literal)) }
    return pieces
  }

  package var variables: [String] {
    pieces.compactMap { piece in
      if case .variable(let name) = piece { name } else { nil }
    }
  }

  /// Returns the text with every variable filled in, or nil if one has no binding.
  package func text(_ bindings: [String: Binding], in source: SourceText) -> String? {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .variable(let name):
        switch bindings[name] {
        case .source(let range): result += source.text(range)
        case .text(let text): result += text
        case nil: return nil
        }
      }
    }
    return result
  }

  /// Returns the edits that turn `range` into this template.
  ///
  /// What the variables stand for is left untouched wherever it keeps its order, so that the fixes of
  /// findings inside it apply in the same round.
  ///
  /// - Returns: edits in ascending order, or nil if a variable has no binding.
  package func edits(
    replacing range: ByteRange, _ bindings: [String: Binding], in source: SourceText
  ) -> [Edit]? {
    guard let kept = keptRanges(bindings, within: range) else {
      return text(bindings, in: source).map { [Edit(range, $0)] }
    }
    var edits: [Edit] = []
    var position = range.lowerBound
    var literal = ""
    func close(at end: ByteOffset) {
      if source.text(position..<end) != literal { edits.append(Edit(position..<end, literal)) }
      literal = ""
    }
    for piece in pieces {
      switch piece {
      case .text(let text): literal += text
      case .variable(let name):
        if let keep = kept[name] {
          close(at: keep.lowerBound)
          position = keep.upperBound
        } else if case .text(let text)? = bindings[name] {
          literal += text
        } else {
          return nil
        }
      }
    }
    close(at: range.upperBound)
    return edits
  }

  /// Returns whether all that the variables stand for in a range can stay where it is.
  func keepsOrder(of bindings: [String: Binding], within range: ByteRange) -> Bool {
    keptRanges(bindings, within: range) != nil
  }

  /// Returns the ranges that stay where they are, by variable, or nil if their order changes.
  private func keptRanges(
    _ bindings: [String: Binding], within range: ByteRange
  ) -> [String: ByteRange]? {
    var kept: [String: ByteRange] = [:]
    var position = range.lowerBound
    for name in variables {
      guard case .source(let part)? = bindings[name] else { continue }
      guard kept[name] == nil, part.lowerBound >= position, part.upperBound <= range.upperBound
      else { return nil }
      kept[name] = part
      position = part.upperBound
    }
    return kept
  }
}

/// Returns the letters, digits and underscores that a text begins with.
private func nameAtStart(of text: Substring) -> Substring {
  let plain = text.utf8.prefix { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
  guard let next = text.utf8[plain.endIndex...].first, next >= 0x80 else { return Substring(plain) }
  return text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
}
