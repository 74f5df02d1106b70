/// A block of Markdown, of the kinds that pages are written with.
///
/// They are CommonMark's headings, paragraphs, lists, fenced and indented code, and GitHub's tables. Whatever else
/// CommonMark has (quotes, HTML, references, rules) is a paragraph, so that nothing of a text is lost and none of it
/// becomes markup.
enum MarkdownBlock: Equatable {
  /// - Parameter level: 1 to 6.
  case heading(level: Int, text: String)
  case paragraph(String)
  /// - Parameter language: the first word behind the fence; empty for none.
  case code(language: String, text: String)
  /// - Parameter first: the first number of a numbered list; nil for one with bullets.
  case list(first: Int?, items: [[MarkdownBlock]], isTight: Bool)
  case table(header: [String], rows: [[String]])
}

/// Returns the blocks of a text in their order.
///
/// - Complexity: O(*n* · *d*) in the characters of the text and the depth of its lists; lists deeper than 16 levels
///   are paragraphs.
func markdownBlocks(_ text: String) -> [MarkdownBlock] {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.last == "\r" ? line.dropLast() : line
  }
  return blocks(of: lines[...], depth: 0)
}

private typealias Lines = ArraySlice<Substring>

private func blocks(of lines: Lines, depth: Int) -> [MarkdownBlock] {
  var result: [MarkdownBlock] = []
  var paragraph: [Substring] = []
  func endParagraph() {
    guard !paragraph.isEmpty else { return }
    let text = paragraph.map { $0.drop { $0 == " " } }.joined(separator: "\n")
    result.append(.paragraph(String(text.reversed().drop { $0 == " " }.reversed())))
    paragraph = []
  }
  var rest = lines
  while let line = rest.first {
    if isBlank(line) {
      endParagraph()
      rest = rest.dropFirst()
    } else if let heading = heading(line) {
      endParagraph()
      result.append(heading)
      rest = rest.dropFirst()
    } else if let fence = Fence(line) {
      endParagraph()
      result.append(fencedCode(fence, &rest))
    } else if paragraph.isEmpty, indentation(line) >= 4 {
      result.append(indentedCode(&rest))
    } else if depth < 16, let item = ListItem(line), paragraph.isEmpty || item.canInterrupt {
      endParagraph()
      result.append(list(item, &rest, depth: depth))
    } else if paragraph.isEmpty, let table = table(&rest) {
      result.append(table)
    } else {
      paragraph.append(line)
      rest = rest.dropFirst()
    }
  }
  endParagraph()
  return result
}

private func isBlank(_ line: Substring) -> Bool { line.allSatisfy { $0 == " " || $0 == "\t" } }

private func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }

private func heading(_ line: Substring) -> MarkdownBlock? {
  guard indentation(line) < 4 else { return nil }
  let line = line.drop { $0 == " " }
  let level = line.prefix { $0 == "#" }.count
  guard (1...6).contains(level) else { return nil }
  let rest = line.dropFirst(level)
  guard rest.isEmpty || rest.first == " " else { return nil }
  return .heading(level: level, text: trimmed(rest))
}

private struct Fence {
  let indentation: Int
  let mark: Character
  let length: Int
  let info: Substring

  init?(_ line: Substring) {
    indentation = line.prefix { $0 == " " }.count
    let text = line.dropFirst(indentation)
    guard indentation < 4, let mark = text.first, mark == "`" || mark == "~" else { return nil }
    self.mark = mark
    length = text.prefix { $0 == mark }.count
    info = text.dropFirst(length)
    if length < 3 || (mark == "`" && info.contains("`")) { return nil }
  }

  func isClosed(by line: Substring) -> Bool {
    guard let other = Fence(line) else { return false }
    return other.mark == mark && other.length >= length && isBlank(other.info)
  }
}

private func fencedCode(_ fence: Fence, _ rest: inout Lines) -> MarkdownBlock {
  rest = rest.dropFirst()
  var text = ""
  while let line = rest.popFirst(), !fence.isClosed(by: line) {
    text += line.dropFirst(min(fence.indentation, indentation(line))) + "\n"
  }
  let language = fence.info.split(separator: " ").first.map(String.init) ?? ""
  return .code(language: language, text: text)
}

private func indentedCode(_ rest: inout Lines) -> MarkdownBlock {
  var lines: [Substring] = []
  while let line = rest.first, isBlank(line) || indentation(line) >= 4 {
    lines.append(line.dropFirst(min(4, indentation(line))))
    rest = rest.dropFirst()
  }
  while let last = lines.last, isBlank(last) { lines.removeLast() }
  return .code(language: "", text: lines.map { $0 + "\n" }.joined())
}

// MARK: Lists

private struct ListItem {
  /// How far the item's further lines are indented.
  let indentation: Int
  let mark: Character
  let number: Int?
  let text: Substring

  init?(_ line: Substring) {
    let start = line.prefix { $0 == " " }.count
    var text = line.dropFirst(start)
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let mark = text.dropFirst(digits.count).first
    guard start < 4, let mark, digits.count < 10 else { return nil }
    if digits.isEmpty ? !"-*+".contains(mark) : !".)".contains(mark) { return nil }
    text = text.dropFirst(digits.count + 1)
    let blanks = text.prefix { $0 == " " }.count
    guard text.isEmpty || blanks > 0 else { return nil }
    let width = blanks == text.count || blanks > 4 ? 1 : blanks
    indentation = start + digits.count + 1 + width
    self.mark = mark
    number = Int(digits)
    self.text = text.dropFirst(width)
  }

  /// Whether the item can stand directly below a paragraph.
  var canInterrupt: Bool { !isBlank(text) && (number ?? 1) == 1 }
}

private func list(_ first: ListItem, _ rest: inout Lines, depth: Int) -> MarkdownBlock {
  var items: [[MarkdownBlock]] = []
  var isTight = true
  var next: ListItem? = first
  while let item = next {
    rest = rest.dropFirst()
    var lines = [item.text]
    var hasGap = false
    next = nil
    while let line = rest.first {
      if isBlank(line) {
        hasGap = true
        rest = rest.dropFirst()
        lines.append("")
        continue
      }
      if indentation(line) >= item.indentation {
        lines.append(line.dropFirst(item.indentation))
      } else if let other = ListItem(line) {
        if other.mark == item.mark, (other.number == nil) == (item.number == nil) { next = other }
        break
      } else if hasGap || heading(line) != nil || Fence(line) != nil {
        break
      } else {
        // A paragraph goes on without being indented.
        lines.append(line.drop { $0 == " " })
      }
      hasGap = false
      rest = rest.dropFirst()
    }
    if hasGap, next != nil { isTight = false }
    while let last = lines.last, isBlank(last) { lines.removeLast() }
    let content = blocks(of: lines[...], depth: depth + 1)
    // A blank line between the blocks of an item, and not in one of them.
    if hasBlankBetween(content, lines) { isTight = false }
    items.append(content)
  }
  return .list(first: first.number, items: items, isTight: isTight)
}

/// Whether two blocks of an item have a blank line between them.
private func hasBlankBetween(_ content: [MarkdownBlock], _ lines: [Substring]) -> Bool {
  guard content.count > 1 else { return false }
  var fence: Fence?
  for line in lines {
    if let open = fence {
      if open.isClosed(by: line) { fence = nil }
    } else if let opening = Fence(line) {
      fence = opening
    } else if isBlank(line) {
      return true
    }
  }
  return false
}

// MARK: Tables

private func table(_ rest: inout Lines) -> MarkdownBlock? {
  guard let first = rest.first, first.contains("|"), rest.count > 1,
    let ruler = rest.dropFirst().first, isRuler(ruler)
  else { return nil }
  let header = cells(first)
  guard header.count == cells(ruler).count else { return nil }
  rest = rest.dropFirst(2)
  var rows: [[String]] = []
  while let line = rest.first, !isBlank(line), heading(line) == nil, Fence(line) == nil {
    let row = cells(line).prefix(header.count)
    rows.append(row + Array(repeating: "", count: header.count - row.count))
    rest = rest.dropFirst()
  }
  return .table(header: header, rows: rows)
}

private func isRuler(_ line: Substring) -> Bool {
  line.contains("-") && line.allSatisfy { "|-: ".contains($0) }
}

/// Returns the cells of a line; `\|` is a bar of the text, in code as well.
private func cells(_ line: Substring) -> [String] {
  var line = line.drop { $0 == " " }
  while line.last == " " { line.removeLast() }
  if line.first == "|" { line.removeFirst() }
  if line.last == "|", !line.hasSuffix("\\|") { line.removeLast() }
  var cells: [String] = [""]
  var isEscaped = false
  for character in line {
    if character == "|", !isEscaped {
      cells.append("")
      continue
    }
    if character == "|" { cells[cells.count - 1].removeLast() }
    cells[cells.count - 1].append(character)
    isEscaped = character == "\\" && !isEscaped
  }
  return cells.map { trimmed($0[...]) }
}

private func trimmed(_ text: Substring) -> String {
  var text = text.drop { $0 == " " || $0 == "\t" }
  while let last = text.last, last == " " || last == "\t" { text.removeLast() }
  return String(text)
}
