package import MoultSource

/// A fenced code block of a Markdown file.
package struct MarkdownFence: Sendable {
  /// The first word behind the fence in lower case: `swift` of ```` ```swift,ignore ```` and of ```` ```{.swift} ````.
  package let language: String

  /// The other words behind the fence: `ignore`, `title="buf.gen.yaml"`.
  package let attributes: [String]

  /// The lines between the fences, the last line break included; without any, an empty range.
  package let content: ByteRange

  /// How many columns the fence stands inside of its line; as many blanks of each line of the content are no part of the code.
  package let indentation: Int

  /// Whether a second fence ends it; without one, what is code and what is text is anybody's guess.
  package let isClosed: Bool
}

/// Returns the fenced code blocks of a Markdown file that stand in its text or in list items, in order.
///
/// Fences follow CommonMark: at least three backticks or tildes, closed by at least as many of the same, so that one block can show
/// another. What is indented by four columns more than its list item is text, and so is everything in an HTML comment. Blocks in quotes (`>`) are
/// left out, as each of their lines has a mark that is no part of the code.
///
/// - Complexity: O(*n*) in the bytes.
package func markdownFences(in source: SourceText) -> [MarkdownFence] {
  var reader = FenceReader(bytes: source.bytes)
  return reader.read()
}

private struct FenceReader {
  let bytes: [UInt8]
  private var position = 0
  private var fences: [MarkdownFence] = []

  /// The columns at which the content of the list items around a line begins, ascending.
  private var items: [Int] = []
  private var isInComment = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> [MarkdownFence] {
    while position < bytes.count {
      let start = position
      let line = nextLine()
      precondition(position > start, "each line is read once")
      readText(line)
    }
    return fences
  }

  /// Returns the next line without its break, and moves behind it.
  private mutating func nextLine() -> Range<Int> {
    let start = position
    var end = start
    while end < bytes.count, !bytes[end].isLineBreak { end += 1 }
    position = end + bytes.lineBreakLength(at: end)
    return start..<end
  }

  private mutating func readText(_ line: Range<Int>) {
    var (place, column) = skippingBlanks(from: line.lowerBound, column: 0, line)
    guard place < line.upperBound else { return }
    if isInComment {
      isInComment = !holds(line, "-->")
      return
    }
    items.removeAll { $0 > column }
    while let content = listItem(at: place, column: column, line) {
      items.append(content.column)
      (place, column) = content
    }
    let depth = column - (items.last ?? 0)
    guard depth < 4 else { return }
    if bytes[place...].starts(with: "<!--".utf8) {
      isInComment = !holds(place..<line.upperBound, "-->")
      return
    }
    guard let fence = opening(at: place, line) else { return }
    readCode(fence, column: column, behind: line)
  }

  private func skippingBlanks(from start: Int, column: Int, _ line: Range<Int>) -> (Int, Int) {
    var (place, column) = (start, column)
    while place < line.upperBound {
      switch bytes[place] {
      case 0x20: column += 1
      case 0x09: column += 4 - column % 4
      default: return (place, column)
      }
      place += 1
    }
    return (place, column)
  }

  /// Where the content behind `-`, `*`, `+`, `1.` or `1)` begins, if a list item does at `place`.
  private func listItem(
    at place: Int, column: Int, _ line: Range<Int>
  ) -> (place: Int, column: Int)? {
    var end = place
    if [0x2D, 0x2A, 0x2B].contains(bytes[place]) {
      end += 1
    } else {
      while end < line.upperBound, bytes[end].isDigit, end - place < 9 { end += 1 }
      guard end > place, end < line.upperBound, [0x2E, 0x29].contains(bytes[end]) else {
        return nil
      }
      end += 1
    }
    let width = end - place
    let content = skippingBlanks(from: end, column: column + width, line)
    guard content.0 > end, content.0 < line.upperBound else { return nil }
    return (content.0, content.1)
  }

  private struct Opening {
    let mark: UInt8
    let length: Int
    let info: Range<Int>
  }

  private func opening(at place: Int, _ line: Range<Int>) -> Opening? {
    let mark = bytes[place]
    guard mark == 0x60 || mark == 0x7E else { return nil }
    var end = place
    while end < line.upperBound, bytes[end] == mark { end += 1 }
    // Backticks behind backticks are a word in a text.
    guard end - place >= 3, mark == 0x7E || !bytes[end..<line.upperBound].contains(mark) else {
      return nil
    }
    return Opening(mark: mark, length: end - place, info: end..<line.upperBound)
  }

  private mutating func readCode(_ fence: Opening, column: Int, behind line: Range<Int>) {
    let start = position
    var end = position
    var isClosed = false
    let item = items.last ?? 0
    while position < bytes.count {
      let begin = position
      let line = nextLine()
      let (place, inner) = skippingBlanks(from: line.lowerBound, column: 0, line)
      if place < line.upperBound, inner < item {
        // The list item ends, and what stands in it.
        position = begin
        break
      }
      if place < line.upperBound, inner - item < 4, closes(fence, at: place, line) {
        isClosed = true
        break
      }
      end = position
    }
    let words = infoWords(fence.info)
    fences.append(
      MarkdownFence(
        language: words.first?.lowercased() ?? "", attributes: Array(words.dropFirst()),
        content: ByteRange(indices: start..<max(start, end)), indentation: column,
        isClosed: isClosed))
  }

  private func closes(_ fence: Opening, at place: Int, _ line: Range<Int>) -> Bool {
    var end = place
    while end < line.upperBound, bytes[end] == fence.mark { end += 1 }
    return end - place >= fence.length && bytes[end..<line.upperBound].allSatisfy(\.isBlank)
  }

  /// The words behind a fence, parted by blanks, commas and what attributes stand in.
  private func infoWords(_ range: Range<Int>) -> [String] {
    let text = String(decoding: bytes[range], as: UTF8.self)
    var words: [String] = []
    var word = ""
    var quote: Character?
    for character in text {
      if let open = quote {
        word.append(character)
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        word.append(character)
        quote = character
      } else if character.isWhitespace || ",{}".contains(character) {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else if character != "." || !word.isEmpty {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    // `swift:Sources/App.swift` is a language and a file.
    guard let first = words.first, let colon = first.firstIndex(of: ":") else { return words }
    let file = String(first[first.index(after: colon)...])
    return [String(first[..<colon])] + (file.isEmpty ? [] : [file]) + words.dropFirst()
  }

  private func holds(_ range: Range<Int>, _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard range.count >= wanted.count else { return false }
    return (range.lowerBound...range.upperBound - wanted.count).contains { start in
      bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
