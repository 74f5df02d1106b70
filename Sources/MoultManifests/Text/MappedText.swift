package import MoultSource

/// Bytes as one language sees them, together with where each of them stands in the file.
///
/// A shell script inside a Ruby here-document inside a podspec loses escapes and indentation on its way to
/// the shell. What the shell would see is `bytes`; an edit of a part of it goes to `range(of:)`.
package struct MappedText: Sendable {
  package let bytes: [UInt8]

  /// Ascending stretches of `bytes` that an outer language fills in before this text is read.
  ///
  /// Such are `#{…}` in a Ruby string, `$(VAR)` in a Makefile, `${{ … }}` in a workflow. They stand here as
  /// they are written.
  package let opaque: [Range<Int>]

  private let origins: Origins

  /// Where one byte of the text comes from.
  struct Origin: Sendable {
    let start: UInt32
    let end: UInt32
  }

  fileprivate enum Origins: Sendable {
    /// The text is a stretch of the file.
    case contiguous(from: UInt32)
    /// One origin for each byte, ascending; never empty.
    case each([Origin])
  }

  fileprivate init(bytes: [UInt8], opaque: [Range<Int>], origins: Origins) {
    self.bytes = bytes
    self.opaque = opaque
    self.origins = origins
  }

  /// Creates a text that stands in the file as it is.
  package init(_ source: SourceText, _ range: ByteRange? = nil) {
    let indices = range?.indices ?? source.bytes.indices
    self.init(
      bytes: Array(source.bytes[indices]), opaque: [],
      origins: .contiguous(from: UInt32(indices.lowerBound)))
  }

  package var count: Int { bytes.count }

  /// The text with invalid UTF-8 repaired: for comparing and for messages.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the text of a part.
  package func text(of part: Range<Int>) -> String {
    String(decoding: bytes[part], as: UTF8.self)
  }

  /// The stretch of the file that holds the whole text.
  package var range: ByteRange { range(of: 0..<count) }

  /// Returns the stretch of the file that holds `part`.
  ///
  /// An empty part is the place right behind the byte before it, so that what is inserted there stands
  /// inside the same quotes.
  package func range(of part: Range<Int>) -> ByteRange {
    guard !part.isEmpty else {
      let place = part.lowerBound > 0 ? origin(part.lowerBound - 1).end : startOffset
      return ByteOffset(utf8: place)..<ByteOffset(utf8: place)
    }
    let start = origin(part.lowerBound).start
    return ByteOffset(utf8: start)..<ByteOffset(utf8: max(start, origin(part.upperBound - 1).end))
  }

  /// Returns the part as a text of its own.
  package func slice(_ part: Range<Int>) -> MappedText {
    var inside: [Range<Int>] = []
    var stretch = opaque.partitioningIndex { $0.upperBound > part.lowerBound }
    while stretch < opaque.count, opaque[stretch].lowerBound < part.upperBound {
      let clamped = opaque[stretch].clamped(to: part)
      inside.append(clamped.lowerBound - part.lowerBound..<clamped.upperBound - part.lowerBound)
      stretch += 1
    }
    let origins: Origins =
      switch origins {
      case .contiguous(let from): .contiguous(from: from + UInt32(part.lowerBound))
      case .each(let each):
        part.isEmpty
          ? .contiguous(from: range(of: part).lowerBound.utf8) : .each(Array(each[part]))
      }
    return MappedText(bytes: Array(bytes[part]), opaque: inside, origins: origins)
  }

  /// Returns the same text with these stretches filled in from outside.
  func withOpaque(_ opaque: [Range<Int>]) -> MappedText {
    MappedText(bytes: bytes, opaque: opaque, origins: origins)
  }

  fileprivate var isContiguous: Bool {
    if case .contiguous = origins { true } else { false }
  }

  func origin(_ index: Int) -> Origin {
    switch origins {
    case .contiguous(let from):
      Origin(start: from + UInt32(index), end: from + UInt32(index) + 1)
    case .each(let each): each[index]
    }
  }

  private var startOffset: UInt32 {
    switch origins {
    case .contiguous(let from): from
    case .each(let each): each.first?.start ?? 0
    }
  }
}

extension MappedText {
  /// Returns the stretches of `part` between the separators, which are not looked for in opaque stretches.
  ///
  /// - Returns: in order; one more than there are separators, so never none.
  package func parts(of part: Range<Int>, separatedBy separator: UInt8) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = part.lowerBound
    var index = part.lowerBound
    while let next = firstIndex(of: separator, in: index..<part.upperBound) {
      parts.append(start..<next)
      start = next + 1
      index = start
    }
    parts.append(start..<part.upperBound)
    return parts
  }

  /// Returns the first index of `byte` in `part` outside opaque stretches.
  package func firstIndex(of byte: UInt8, in part: Range<Int>) -> Int? {
    var index = part.lowerBound
    var stretch = opaque.partitioningIndex { $0.upperBound > index }
    while index < part.upperBound {
      if stretch < opaque.count, opaque[stretch].contains(index) {
        index = opaque[stretch].upperBound
        stretch += 1
        continue
      }
      if bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }
}

/// Collects a mapped text byte by byte.
struct MappedTextBuilder {
  private var bytes: [UInt8] = []
  private var opaque: [Range<Int>] = []
  private let start: UInt32

  /// Where the text begins while all its bytes are one stretch of the file.
  private var contiguousFrom: UInt32
  private var origins: [MappedText.Origin] = []
  private var isContiguous = true

  /// - Parameter start: where an empty text stands, as an offset in the file.
  init(start: UInt32) {
    self.start = start
    contiguousFrom = start
  }

  var count: Int { bytes.count }

  mutating func append(_ byte: UInt8, from origin: MappedText.Origin) {
    if isContiguous {
      if bytes.isEmpty, origin.end == origin.start + 1 { contiguousFrom = origin.start }
      let expected = contiguousFrom + UInt32(bytes.count)
      if origin.start != expected || origin.end != expected + 1 {
        isContiguous = false
        origins = bytes.indices.map { index in
          let start = contiguousFrom + UInt32(index)
          return MappedText.Origin(start: start, end: start + 1)
        }
      }
    }
    bytes.append(byte)
    if !isContiguous { origins.append(origin) }
  }

  /// Appends a part of another text with its opaque stretches.
  mutating func append(_ text: MappedText, _ part: Range<Int>) {
    let first = bytes.count
    appendBytes(text, part)
    var stretch = text.opaque.partitioningIndex { $0.upperBound > part.lowerBound }
    while stretch < text.opaque.count, text.opaque[stretch].lowerBound < part.upperBound {
      let clamped = text.opaque[stretch].clamped(to: part)
      let shift = first - part.lowerBound
      opaque.append(clamped.lowerBound + shift..<clamped.upperBound + shift)
      stretch += 1
    }
  }

  /// Appends a part of another text as one opaque stretch.
  mutating func appendOpaque(_ text: MappedText, _ part: Range<Int>) {
    let first = bytes.count
    appendBytes(text, part)
    if !part.isEmpty { opaque.append(first..<bytes.count) }
  }

  private mutating func appendBytes(_ text: MappedText, _ part: Range<Int>) {
    guard let first = part.first else { return }
    let start = text.origin(first).start
    // A stretch of the file that goes on where this one ends needs no origins.
    if isContiguous, text.isContiguous,
      bytes.isEmpty || start == contiguousFrom + UInt32(bytes.count)
    {
      if bytes.isEmpty { contiguousFrom = start }
      bytes += text.bytes[part]
      return
    }
    for index in part { append(text.bytes[index], from: text.origin(index)) }
  }

  func finish() -> MappedText {
    let origins: MappedText.Origins =
      isContiguous || bytes.isEmpty
      ? .contiguous(from: bytes.isEmpty ? start : contiguousFrom) : .each(origins)
    return MappedText(bytes: bytes, opaque: opaque, origins: origins)
  }
}
