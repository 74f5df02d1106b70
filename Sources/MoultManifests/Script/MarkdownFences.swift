package import MoultSource

/// Returns the commands in the shell blocks of a Markdown text.
///
/// A block is what stands between two fences (three or more back-ticks or tildes). One that is called `sh`,
/// `bash`, `zsh` or `shell` is a script; of one that is called `console` or not at all, the lines behind a
/// prompt (`$ `) are.
///
/// - Returns: sorted by where they start.
package func markdownCommandLines(in source: SourceText) -> [CommandLine] {
  let text = MappedText(source)
  return shellBlocks(in: text).flatMap { block -> [CommandLine] in
    let body = text.slice(block.body)
    guard let script = block.hasPrompts ? promptedLines(of: body) : body else { return [] }
    return shellCommands(in: script, surface: .markdown)
  }
}

private struct ShellBlock {
  let body: Range<Int>

  /// Whether commands stand behind a prompt, among what they print.
  let hasPrompts: Bool
}

private struct Fence {
  let mark: UInt8
  let length: Int
  let info: String
}

private func shellBlocks(in text: MappedText) -> [ShellBlock] {
  let bytes = text.bytes
  var blocks: [ShellBlock] = []
  var open: (fence: Fence, body: Int)?
  var line = 0
  while line < bytes.count {
    let next = max(bytes.startOfNextLine(from: line), line + 1)
    if let fence = fence(at: line, in: text) {
      if let (opening, body) = open {
        if fence.mark == opening.mark, fence.length >= opening.length, fence.info.isEmpty {
          blocks += block(opening, body..<line, in: text)
          open = nil
        }
      } else {
        open = (fence, min(next, bytes.count))
      }
    }
    line = next
  }
  return blocks
}

private func block(_ fence: Fence, _ body: Range<Int>, in text: MappedText) -> [ShellBlock] {
  switch fence.info {
  case "sh", "bash", "zsh", "shell":
    // Many write the prompt all the same.
    let first = text.bytes.skippingBlanks(from: body.lowerBound)
    return [ShellBlock(body: body, hasPrompts: text.bytes.hasText("$ ", at: first))]
  case "", "console", "shell-session", "terminal":
    return [ShellBlock(body: body, hasPrompts: true)]
  default: return []
  }
}

/// Reads a fence, which may be indented as part of a list.
private func fence(at line: Int, in text: MappedText) -> Fence? {
  let bytes = text.bytes
  let start = bytes.skippingBlanks(from: line)
  guard let mark = bytes.byte(at: start), mark == "`" || mark == "~" else { return nil }
  var end = start
  while bytes.byte(at: end) == mark { end += 1 }
  guard end - start >= 3 else { return nil }
  let rest = text.text(of: end..<bytes.endOfLine(from: end))
  let info = rest.split { $0 == " " || $0 == "\t" }.first.map { $0.lowercased() } ?? ""
  return Fence(mark: mark, length: end - start, info: info)
}

/// Returns what stands behind the prompts, and lines that such a line continues on.
private func promptedLines(of block: MappedText) -> MappedText? {
  let bytes = block.bytes
  var builder = MappedTextBuilder(start: block.range.lowerBound.utf8)
  var isContinued = false
  var line = 0
  while line < bytes.count {
    let next = max(bytes.startOfNextLine(from: line), line + 1)
    let start = bytes.skippingBlanks(from: line)
    let isPrompted = bytes.hasText("$ ", at: start)
    if isPrompted || isContinued {
      builder.append(block, (isPrompted ? start + 2 : line)..<min(next, bytes.count))
      isContinued = bytes[line..<bytes.endOfLine(from: line)].last == UInt8(ascii: "\\")
    }
    line = next
  }
  return builder.count == 0 ? nil : builder.finish()
}
