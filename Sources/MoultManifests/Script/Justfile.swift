package import MoultSource

/// Returns the commands of the recipes of a Justfile, and the words that its variables keep.
///
/// - Returns: sorted by where they start.
package func justfileCommandLines(in source: SourceText) -> [CommandLine] {
  var reader = JustfileReader(text: MappedText(source))
  reader.read()
  return reader.lines.sorted(by: CommandLine.inFileOrder)
}

private struct JustfileReader {
  let text: MappedText
  var lines: [CommandLine] = []
  private var position = 0

  private var bytes: [UInt8] { text.bytes }

  init(text: MappedText) { self.text = text }

  mutating func read() {
    while position < bytes.count {
      if bytes[position].isBlank {
        readBody()
      } else {
        let end = bytes.endOfLine(from: position)
        readAssignment(position..<end)
        position = end + bytes.lineBreakLength(at: end)
      }
    }
  }

  /// Reads the indented lines of a recipe: each a command, or all of them the script of a `#!` line.
  private mutating func readBody() {
    let start = position
    var end = position
    while position < bytes.count, bytes[position].isBlank || bytes[position].isLineBreak {
      position = bytes.startOfNextLine(from: position)
      end = position
    }
    let first = bytes.skippingBlanks(from: start)
    if bytes.hasText("#!", at: first) {
      let shebang = bytes[first..<bytes.endOfLine(from: first)]
      let isShell = shebang.split { $0.isBlank || $0 == "/" }.contains {
        $0.isText("sh") || $0.isText("bash") || $0.isText("zsh")
      }
      if isShell { lines += shellCommands(in: decode(start..<end), surface: .justfile) }
      return
    }
    var line = start
    while line < end {
      let next = endOfLogicalLine(from: line, before: end)
      var command = line
      while command < next, bytes[command].isBlank || bytes[command] == "@" || bytes[command] == "-"
      {
        command += 1
      }
      lines += shellCommands(in: decode(command..<next), surface: .justfile)
      line = next
    }
  }

  private func endOfLogicalLine(from start: Int, before limit: Int) -> Int {
    var line = start
    while line < limit {
      let end = bytes.endOfLine(from: line)
      line = end + bytes.lineBreakLength(at: end)
      if end == start || bytes[end - 1] != "\\" { break }
    }
    return min(line, limit)
  }

  /// Reads the strings of `name := "…"`.
  private mutating func readAssignment(_ line: Range<Int>) {
    var index = line.lowerBound
    if bytes.hasText("export ", at: index) { index += 7 }
    let start = index
    while index < line.upperBound, bytes[index].isNamePart || bytes[index] == "-" { index += 1 }
    let name = start..<index
    index = bytes.skippingBlanks(from: index)
    guard !name.isEmpty, bytes.hasText(":=", at: index) else { return }
    index += 2
    while index < line.upperBound, bytes[index] != "#" {
      let quote = bytes[index]
      index += 1
      guard quote == "\"" || quote == "'" || quote == "`" else { continue }
      let content = index
      while index < line.upperBound, bytes[index] != quote {
        index += quote == "\"" && bytes[index] == "\\" ? 2 : 1
      }
      index = min(index, line.upperBound)
      let value = decode(content..<index)
      if quote == "`" {
        lines += shellCommands(in: value, surface: .justfile)
      } else if let line = assignment(of: text.text(of: name), value, surface: .justfile) {
        lines.append(line)
      }
      index += 1
    }
  }

  /// Returns a part with `{{…}}` opaque.
  private func decode(_ part: Range<Int>) -> MappedText {
    var opaque: [Range<Int>] = []
    var index = part.lowerBound
    var open: Int?
    while index < part.upperBound {
      if open == nil, bytes.hasText("{{", at: index) {
        open = index
        index += 2
      } else if let start = open, bytes.hasText("}}", at: index) {
        index = min(index + 2, part.upperBound)
        opaque.append(start - part.lowerBound..<index - part.lowerBound)
        open = nil
      } else {
        if bytes[index].isLineBreak { open = nil }
        index += 1
      }
    }
    return text.slice(part).withOpaque(opaque)
  }
}
