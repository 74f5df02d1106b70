package import MoultSource

/// Returns the commands that a Dockerfile runs, and the words that its `ENV` and `ARG` keep.
///
/// - Returns: sorted by where they start.
package func dockerfileCommandLines(in source: SourceText) -> [CommandLine] {
  var reader = DockerfileReader(text: MappedText(source))
  reader.read()
  return reader.lines.sorted(by: CommandLine.inFileOrder)
}

/// Goes through a Dockerfile by instructions, which a back-slash continues over comments and empty lines.
private struct DockerfileReader {
  let text: MappedText
  var lines: [CommandLine] = []
  private var position = 0

  private var bytes: [UInt8] { text.bytes }

  init(text: MappedText) { self.text = text }

  mutating func read() {
    if bytes.hasText("\u{FEFF}", at: 0) { position = 3 }
    while position < bytes.count {
      let start = bytes.skippingBlanks(from: position)
      if start < bytes.count, bytes[start] == "#" || bytes[start].isLineBreak {
        position = bytes.startOfNextLine(from: start)
      } else {
        readInstruction(at: start)
      }
    }
  }

  private mutating func readInstruction(at start: Int) {
    var end = start
    while let byte = bytes.byte(at: end), byte.isNamePart { end += 1 }
    let name = text.text(of: start..<end).uppercased()
    position = max(end, start)
    if name == "ONBUILD" {
      readInstruction(at: bytes.skippingBlanks(from: end))
      return
    }
    let body = readLogicalLine()
    switch name {
    case "RUN", "CMD", "ENTRYPOINT": readCommand(body)
    case "ENV", "ARG": readVariables(body)
    default: return
    }
  }

  /// Returns the rest of the instruction with its here-documents, without comment lines in it.
  private mutating func readLogicalLine() -> MappedText {
    var builder = MappedTextBuilder(
      start: text.range(of: position..<position).lowerBound.utf8)
    var delimiters: [ArraySlice<UInt8>] = []
    while position < bytes.count {
      let end = bytes.endOfLine(from: position)
      let next = end + bytes.lineBreakLength(at: end)
      delimiters += hereDocumentDelimiters(in: position..<end)
      builder.append(text, position..<next)
      let isContinued = bytes[position..<end].last { !$0.isBlank } == "\\"
      position = next
      guard isContinued else { break }
      while position < bytes.count {
        let line = bytes.skippingBlanks(from: position)
        guard line < bytes.count, bytes[line] == "#" || bytes[line].isLineBreak else { break }
        position = bytes.startOfNextLine(from: line)
      }
    }
    for delimiter in delimiters {
      while position < bytes.count {
        let line = bytes.skippingBlanks(from: position)
        let end = bytes.endOfLine(from: line)
        let next = end + bytes.lineBreakLength(at: end)
        let isEnd = bytes[line..<end] == delimiter
        builder.append(text, position..<next)
        position = next
        if isEnd { break }
      }
    }
    return builder.finish()
  }

  private func hereDocumentDelimiters(in line: Range<Int>) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var index = line.lowerBound
    while index + 2 < line.upperBound {
      guard bytes.hasText("<<", at: index), bytes[index + 2] != "<" else {
        index += 1
        continue
      }
      index += bytes[index + 2] == "-" ? 3 : 2
      if index < line.upperBound, bytes[index] == "\"" || bytes[index] == "'" { index += 1 }
      let start = index
      while index < line.upperBound, bytes[index].isNamePart { index += 1 }
      if index > start { found.append(bytes[start..<index]) }
    }
    return found
  }

  private mutating func readCommand(_ body: MappedText) {
    var start = body.bytes.skippingBlanks(from: 0)
    while body.bytes.hasText("--", at: start) {
      while let byte = body.bytes.byte(at: start), !byte.isBlank, !byte.isLineBreak { start += 1 }
      start = body.bytes.skippingBlanks(from: start)
    }
    let command = body.slice(min(start, body.count)..<body.count)
    if command.bytes.first == "[" { return readArguments(command) }
    guard command.bytes.hasText("<<", at: 0) else {
      lines += shellCommands(in: command, surface: .dockerfile)
      return
    }
    // `RUN <<EOF`: the document is the script. Its last line is the delimiter, unless that is missing.
    let script = command.bytes.startOfNextLine(from: 0)
    var end = command.count
    while end > script, command.bytes[end - 1].isLineBreak { end -= 1 }
    while end > script, !command.bytes[end - 1].isLineBreak { end -= 1 }
    lines += shellCommands(in: command.slice(script..<end), surface: .dockerfile)
  }

  /// Reads `["program", "argument"]`.
  private mutating func readArguments(_ list: MappedText) {
    var parser = YAMLParser(list)
    let words = (parser.parseFlowNode().elements ?? []).compactMap { element in
      element.scalar.map { Word(range: element.range, content: $0.content) }
    }
    guard !words.isEmpty else { return }
    lines.append(CommandLine(surface: .dockerfile, role: .command, words: words))
    if let script = ShellCommand(words)?.scriptArgument {
      lines += shellCommands(in: script.content, surface: .dockerfile)
    }
  }

  /// Reads `NAME=value …`, which is split as a shell splits it.
  private mutating func readVariables(_ body: MappedText) {
    lines += shellCommands(in: body, surface: .dockerfile).filter { $0.role != .command }
  }
}
