import MoultSource

/// What a stretch of a Makefile is read as.
enum MakeReading {
  /// A command for the shell: an escaped line break stays, and the tab that begins the next line goes.
  case recipe
  /// The value of a variable: an escaped line break with the blanks around it is one space.
  case value
}

/// Returns a stretch of a Makefile as the shell gets it, with make's references opaque.
func decodeMake(_ part: Range<Int>, in text: MappedText, as reading: MakeReading) -> MappedText {
  let bytes = text.bytes
  let start = text.range(of: part.lowerBound..<part.lowerBound).lowerBound
  var builder = MappedTextBuilder(start: start.utf8)
  var index = part.lowerBound
  while index < part.upperBound {
    let byte = bytes[index]
    if byte == "$", bytes.byte(at: index + 1) == "$", index + 1 < part.upperBound {
      builder.append(
        byte,
        from: MappedText.Origin(start: text.origin(index).start, end: text.origin(index + 1).end))
      index += 2
    } else if byte == "$",
      let end = makeReferenceEnd(from: index, in: bytes, limit: part.upperBound)
    {
      builder.appendOpaque(text, index..<end)
      index = end
    } else if byte == "\\", index + 1 < part.upperBound, bytes[index + 1].isLineBreak {
      let next = index + 1 + bytes.lineBreakLength(at: index + 1)
      switch reading {
      case .recipe:
        builder.append(text, index..<min(next, part.upperBound))
        index = bytes.byte(at: next) == "\t" ? next + 1 : next
      case .value:
        let end = min(bytes.skippingBlanks(from: next), part.upperBound)
        builder.append(
          UInt8(ascii: " "),
          from: MappedText.Origin(
            start: text.origin(index).start, end: text.origin(max(index, end - 1)).end))
        index = max(end, index + 1)
      }
    } else {
      builder.append(byte, from: text.origin(index))
      index += 1
    }
  }
  return builder.finish()
}

/// Returns the end of the reference of make that begins with the `$` at `start`: `$(…)`, `${…}`, `$@`.
///
/// - Returns: nil if the `$` begins none: `$$`, or one at the end. An open one ends at `limit`.
func makeReferenceEnd(from start: Int, in bytes: [UInt8], limit: Int) -> Int? {
  guard start + 1 < limit else { return nil }
  let open = bytes[start + 1]
  switch open {
  case "$", " ", "\t", "\n", "\r": return nil
  case "(", "{":
    let close: Unicode.Scalar = open == "(" ? ")" : "}"
    var depth = 0
    var index = start + 1
    while index < limit {
      if bytes[index] == open { depth += 1 }
      if bytes[index] == close {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
      index += 1
    }
    return limit
  default: return start + 2
  }
}
