import MoultSource

extension YAMLParser {
  // MARK: Plain

  /// Parses a plain scalar, over more lines while they are deeper than `parent`.
  mutating func parsePlain(parent: Int) -> YAMLNode {
    let start = position
    var builder = MappedTextBuilder(start: offset(start))
    var end = plainLineEnd(from: position)
    builder.append(text, position..<end)
    position = end
    // A comment or a `:` behind it ends the scalar.
    while bytes.skippingBlanks(from: end) == bytes.endOfLine(from: end), parent < Int.max {
      let (line, column) = nextLine(from: end)
      guard line < bytes.count, column > parent, bytes[line] != "#" else { break }
      let lineEnd = plainLineEnd(from: line)
      let isKey = bytes.byte(at: bytes.skippingBlanks(from: lineEnd)) == ":"
      let isMarker =
        column == 0 && (bytes.hasText("---", at: line) || bytes.hasText("...", at: line))
      if isKey || isMarker || lineEnd == line { break }
      appendFolded(end..<line, to: &builder)
      builder.append(text, line..<lineEnd)
      end = lineEnd
      lineStart = line - column
      position = end
    }
    let scalar = YAMLScalar(style: .plain, content: builder.finish())
    return YAMLNode(.scalar(scalar), range(start..<end))
  }

  /// Returns where a plain scalar ends in its line: before trailing blanks, a comment, or a `:`.
  private func plainLineEnd(from start: Int) -> Int {
    var index = start
    var end = start
    while let byte = bytes.byte(at: index), !byte.isLineBreak {
      if byte == "#", index > start, bytes[index - 1].isBlank { break }
      if byte == ":" {
        let next = bytes.byte(at: index + 1)
        if next.map({ $0.isBlank || $0.isLineBreak }) ?? true { break }
      }
      index += 1
      if !byte.isBlank { end = index }
    }
    return end
  }

  /// Returns the first byte after the line of `index` that is neither blank nor line break, and its column.
  private func nextLine(from index: Int) -> (index: Int, column: Int) {
    var index = bytes.startOfNextLine(from: index)
    var start = index
    while let byte = bytes.byte(at: index) {
      if byte.isLineBreak {
        index += bytes.lineBreakLength(at: index)
        start = index
      } else if byte.isBlank {
        index += 1
      } else {
        break
      }
    }
    return (index, index - start)
  }

  /// Appends what blanks and line breaks between two pieces of a scalar mean.
  ///
  /// One line break is a space, each further one a line break; blanks within a line stay as they are.
  func appendFolded(_ space: Range<Int>, to builder: inout MappedTextBuilder) {
    let breaks = lineBreaks(in: space)
    guard !breaks.isEmpty else { return builder.append(text, space) }
    let whole = MappedText.Origin(
      start: text.origin(space.lowerBound).start, end: text.origin(space.upperBound - 1).end)
    if breaks.count == 1 { return builder.append(0x20, from: whole) }
    for index in breaks.dropFirst() {
      let end = index + bytes.lineBreakLength(at: index) - 1
      builder.append(
        0x0A,
        from: MappedText.Origin(start: text.origin(index).start, end: text.origin(end).end))
    }
  }

  private func lineBreaks(in space: Range<Int>) -> [Int] {
    var breaks: [Int] = []
    var index = space.lowerBound
    while index < space.upperBound {
      let length = bytes.lineBreakLength(at: index)
      if length > 0 { breaks.append(index) }
      index += max(1, length)
    }
    return breaks
  }

  // MARK: Quoted

  mutating func parseQuoted() -> YAMLNode {
    let start = position
    let quote = bytes[position]
    let isDouble = quote == "\""
    position += 1
    var builder = MappedTextBuilder(start: offset(position))
    var isClosed = false
    while let byte = current {
      if byte == quote {
        if !isDouble, bytes.byte(at: position + 1) == "'" {
          appendEscape(byte, length: 2, to: &builder)
          continue
        }
        position += 1
        isClosed = true
        break
      }
      if isDouble, byte == "\\" {
        readEscape(&builder)
      } else if byte.isBlank || byte.isLineBreak {
        let space = position
        var hasBreak = false
        while let byte = current, byte.isBlank || byte.isLineBreak {
          if byte.isLineBreak {
            skipLineBreak()
            hasBreak = true
          } else {
            position += 1
          }
        }
        if hasBreak {
          appendFolded(space..<position, to: &builder)
        } else {
          builder.append(text, space..<position)
        }
      } else {
        builder.append(byte, from: text.origin(position))
        position += 1
      }
    }
    if !isClosed { noteProblem(start..<start + 1) }
    let scalar = YAMLScalar(
      style: isDouble ? .doubleQuoted : .singleQuoted, content: builder.finish())
    return YAMLNode(.scalar(scalar), range(start..<position))
  }

  private mutating func appendEscape(
    _ byte: UInt8, length: Int, to builder: inout MappedTextBuilder
  ) {
    let end = min(position + length, bytes.count)
    builder.append(
      byte,
      from: MappedText.Origin(
        start: text.origin(position).start, end: text.origin(end - 1).end))
    position = end
  }

  private mutating func readEscape(_ builder: inout MappedTextBuilder) {
    guard let next = bytes.byte(at: position + 1) else {
      return appendEscape(UInt8(ascii: "\\"), length: 1, to: &builder)
    }
    switch next {
    case "0": appendEscape(0x00, length: 2, to: &builder)
    case "a": appendEscape(0x07, length: 2, to: &builder)
    case "b": appendEscape(0x08, length: 2, to: &builder)
    case "t", "\t": appendEscape(0x09, length: 2, to: &builder)
    case "n": appendEscape(0x0A, length: 2, to: &builder)
    case "v": appendEscape(0x0B, length: 2, to: &builder)
    case "f": appendEscape(0x0C, length: 2, to: &builder)
    case "r": appendEscape(0x0D, length: 2, to: &builder)
    case "e": appendEscape(0x1B, length: 2, to: &builder)
    case "x": readHexadecimal(digits: 2, to: &builder)
    case "u": readHexadecimal(digits: 4, to: &builder)
    case "U": readHexadecimal(digits: 8, to: &builder)
    case "\n", "\r":
      position += 1
      skipLineBreak()
      skipBlanks()
    default: appendEscape(next, length: 2, to: &builder)
    }
  }

  private mutating func readHexadecimal(digits: Int, to builder: inout MappedTextBuilder) {
    let end = min(position + 2 + digits, bytes.count)
    let digitText = text.text(of: position + 2..<end)
    guard digitText.utf8.count == digits, let value = UInt32(digitText, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return appendEscape(bytes[position + 1], length: 2, to: &builder) }
    let origin = MappedText.Origin(
      start: text.origin(position).start, end: text.origin(end - 1).end)
    for byte in String(scalar).utf8 { builder.append(byte, from: origin) }
    position = end
  }

  // MARK: Block scalars

  /// What happens to the line breaks at the end of a block scalar.
  private enum Chomping { case clip, strip, keep }

  mutating func parseBlockScalar(parent: Int) -> YAMLNode {
    let start = position
    let isFolded = current == ">"
    var chomping = Chomping.clip
    var given: Int?
    position += 1
    while let byte = current, !byte.isBlank, !byte.isLineBreak {
      switch byte {
      case "+": chomping = .keep
      case "-": chomping = .strip
      case _ where byte.isDigit && byte != "0": given = max(parent, 0) + Int(byte) - 0x30
      default: noteProblem(position..<position + 1)
      }
      position += 1
    }
    let headerEnd = position
    skipBlanks()
    skipComment()
    if let byte = current, !byte.isLineBreak { skipLineAsProblem() }
    if !isAtEnd { skipLineBreak() }
    let lines = readBlockLines(parent: parent, given: given)
    var builder = MappedTextBuilder(start: offset(position))
    append(lines, to: &builder, isFolded: isFolded, chomping)
    let end = lines.last { !$0.isEmpty }?.upperBound ?? headerEnd
    let scalar = YAMLScalar(style: isFolded ? .folded : .literal, content: builder.finish())
    return YAMLNode(.scalar(scalar), range(start..<end))
  }

  /// Returns the lines of a block scalar without indentation and line breaks, and moves behind them.
  private mutating func readBlockLines(parent: Int, given: Int?) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var indentation = given
    while !isAtEnd {
      var start = lineStart
      let limit = indentation ?? Int.max
      while bytes.byte(at: start) == " ", start - lineStart < limit { start += 1 }
      let end = bytes.endOfLine(from: start)
      let column = start - lineStart
      // A line of blanks is empty, however deep it is.
      let isEmpty = start == end || (column < limit && bytes[start..<end].allSatisfy(\.isBlank))
      if !isEmpty {
        if column <= parent || column < indentation ?? 0 || isDocumentMarker { break }
        indentation = indentation ?? column
      }
      lines.append(isEmpty ? end..<end : start..<end)
      position = end
      if !isAtEnd { skipLineBreak() }
    }
    return lines
  }

  private func append(
    _ lines: [Range<Int>], to builder: inout MappedTextBuilder, isFolded: Bool, _ chomping: Chomping
  ) {
    let last = lines.lastIndex { !$0.isEmpty } ?? -1
    for (index, line) in lines.enumerated() {
      if index > last {
        if chomping == .keep { appendLineBreak(after: line, to: &builder) }
        continue
      }
      builder.append(text, line)
      if index == last {
        if chomping != .strip { appendLineBreak(after: line, to: &builder) }
      } else if isFolded {
        appendFoldedBreak(in: lines, after: index, to: &builder)
      } else {
        appendLineBreak(after: line, to: &builder)
      }
    }
  }

  /// Appends what a line break in a folded scalar means: a space between two lines of text; nothing before
  /// empty lines, each of which is a line break; itself beside lines that are indented deeper.
  private func appendFoldedBreak(
    in lines: [Range<Int>], after index: Int, to builder: inout MappedTextBuilder
  ) {
    let line = lines[index]
    let next = lines[index + 1]
    if line.isEmpty { return appendLineBreak(after: line, to: &builder) }
    if bytes[line.lowerBound].isBlank { return appendLineBreak(after: line, to: &builder) }
    if next.isEmpty {
      // Before a deeper line, the break in front of the empty lines counts as well.
      var following = index + 1
      while lines[following].isEmpty { following += 1 }
      if bytes[lines[following].lowerBound].isBlank { appendLineBreak(after: line, to: &builder) }
      return
    }
    if bytes[next.lowerBound].isBlank { return appendLineBreak(after: line, to: &builder) }
    builder.append(
      0x20,
      from: MappedText.Origin(
        start: text.origin(line.upperBound).start, end: text.origin(next.lowerBound - 1).end))
  }

  private func appendLineBreak(after line: Range<Int>, to builder: inout MappedTextBuilder) {
    let length = bytes.lineBreakLength(at: line.upperBound)
    guard length > 0 else { return }
    builder.append(
      0x0A,
      from: MappedText.Origin(
        start: text.origin(line.upperBound).start,
        end: text.origin(line.upperBound + length - 1).end))
  }
}
