/// Returns Markdown as HTML; nothing that the text holds becomes markup but what `MarkdownBlock` names.
package func htmlOfMarkdown(_ text: String) -> String {
  html(of: markdownBlocks(text), isTight: false)
}

private func html(of blocks: [MarkdownBlock], isTight: Bool) -> String {
  var output = ""
  for block in blocks {
    switch block {
    case .heading(let level, let text):
      output += "<h\(level)>\(htmlOfInlineMarkdown(text))</h\(level)>\n"
    case .paragraph(let text):
      let inline = htmlOfInlineMarkdown(text)
      output += isTight ? inline : "<p>\(inline)</p>\n"
    case .code(let language, let text):
      let name = language.isEmpty ? "" : " class=\"language-\(markupText(language))\""
      output += "<pre><code\(name)>\(markupText(text))</code></pre>\n"
    case .list(let first, let items, let isTight):
      let tag = first == nil ? "ul" : "ol"
      let start = first.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? ""
      output += "<\(tag)\(start)>\n"
      for item in items {
        let content = html(of: item, isTight: isTight)
        output += "<li>\(isTight ? "" : "\n")\(content)</li>\n"
      }
      output += "</\(tag)>\n"
    case .table(let header, let rows):
      output += "<table>\n<thead>\n\(row(header, "th"))</thead>\n"
      if !rows.isEmpty { output += "<tbody>\n\(rows.map { row($0, "td") }.joined())</tbody>\n" }
      output += "</table>\n"
    }
  }
  return output
}

private func row(_ cells: [String], _ tag: String) -> String {
  let cells = cells.map { "<\(tag)>\(htmlOfInlineMarkdown($0))</\(tag)>\n" }
  return "<tr>\n\(cells.joined())</tr>\n"
}

/// Returns the text of a paragraph, a heading or a cell as HTML.
///
/// Code, `*emphasis*`, `**strong**`, `[links](…)`, `<https://…>` and escapes are read; a link that leads to anything but
/// the web, an address or a place in the same book stays text.
package func htmlOfInlineMarkdown(_ text: String) -> String {
  var reader = InlineReader(Array(text))
  return reader.read(until: nil)
}

private struct InlineReader {
  private let text: [Character]
  private var index = 0

  /// Marks that nothing closes from here to the end, so that each is looked for once.
  private var unclosed: Set<[Character]> = []

  init(_ text: [Character]) { self.text = text }

  /// Reads up to a closing mark, which is not consumed, or to the end.
  mutating func read(until end: [Character]?) -> String {
    var output = ""
    while index < text.count {
      if let end, stands(end) { return output }
      let character = text[index]
      switch character {
      case "\\" where index + 1 < text.count && text[index + 1].isASCIIPunctuation:
        output += markupText(String(text[index + 1]))
        index += 2
      case "`": output += code()
      case "*", "_": output += emphasis(character)
      case "[": output += link() ?? literal()
      case "<": output += address() ?? literal()
      default: output += literal()
      }
    }
    return output
  }

  private func stands(_ mark: [Character]) -> Bool { text[index...].starts(with: mark) }

  private mutating func literal() -> String {
    index += 1
    return markupText(String(text[index - 1]))
  }

  private mutating func code() -> String {
    let ticks = text[index...].prefix { $0 == "`" }.count
    let marks = Array(repeating: Character("`"), count: ticks)
    var end = unclosed.contains(marks) ? text.count : index + ticks
    while end < text.count {
      guard text[end] == "`" else {
        end += 1
        continue
      }
      let closing = text[end...].prefix { $0 == "`" }.count
      if closing == ticks {
        var content = text[index + ticks..<end].map { $0 == "\n" ? " " : $0 }
        if content.count > 1, content.first == " ", content.last == " ",
          !content.allSatisfy({ $0 == " " })
        {
          content = Array(content.dropFirst().dropLast())
        }
        index = end + closing
        return "<code>\(markupText(String(content)))</code>"
      }
      end += closing
    }
    unclosed.insert(marks)
    index += ticks
    return String(marks)
  }

  private mutating func emphasis(_ mark: Character) -> String {
    let count = min(2, text[index...].prefix { $0 == mark }.count)
    let before = index == 0 ? " " : text[index - 1]
    let marks = Array(repeating: mark, count: count)
    index += count
    let isOpening =
      index < text.count && !text[index].isWhitespace
      && (mark == "*" || !(before.isLetter || before.isNumber))
    guard isOpening, !unclosed.contains(marks) else { return String(marks) }
    guard closes(marks) else {
      unclosed.insert(marks)
      return String(marks)
    }
    let inner = read(until: marks)
    // What would have closed it was a part of something else.
    guard index < text.count else { return String(marks) + inner }
    index += count
    let tag = count == 2 ? "strong" : "em"
    return "<\(tag)>\(inner)</\(tag)>"
  }

  /// Whether the mark that has just been read is closed further on, outside of code.
  private func closes(_ marks: [Character]) -> Bool {
    var place = index
    var isInCode = false
    while place < text.count {
      if text[place] == "`" { isInCode.toggle() }
      if !isInCode, place > index, text[place...].starts(with: marks),
        !text[place - 1].isWhitespace
      {
        let next = place + marks.count
        let after: Character = next < text.count ? text[next] : " "
        if marks[0] == "*" || !(after.isLetter || after.isNumber) { return true }
      }
      place += 1
    }
    return false
  }

  private mutating func link() -> String? {
    guard !unclosed.contains(["["]) else { return nil }
    let start = index
    var depth = 0
    var close = index
    var isInCode = false
    while close < text.count {
      if text[close] == "`" { isInCode.toggle() }
      if !isInCode, text[close] == "[" { depth += 1 }
      if !isInCode, text[close] == "]" {
        depth -= 1
        if depth == 0 { break }
      }
      close += 1
    }
    if close == text.count { unclosed.insert(["["]) }
    guard close + 1 < text.count, text[close + 1] == "(",
      let end = text[(close + 2)...].firstIndex(of: ")")
    else { return nil }
    let target = String(text[close + 2..<end])
    guard isTarget(target) else { return nil }
    var inner = InlineReader(Array(text[start + 1..<close]))
    let label = inner.read(until: nil)
    index = end + 1
    return "<a href=\"\(markupText(target))\">\(label)</a>"
  }

  private mutating func address() -> String? {
    guard let end = text[index...].firstIndex(of: ">") else { return nil }
    let target = String(text[index + 1..<end])
    guard target.hasPrefix("https://") || target.hasPrefix("http://"),
      !target.contains(where: \.isWhitespace)
    else { return nil }
    index = end + 1
    return "<a href=\"\(markupText(target))\">\(markupText(target))</a>"
  }
}

private func isTarget(_ target: String) -> Bool {
  if target.isEmpty || target.contains(where: { $0.isWhitespace || $0 == "<" }) { return false }
  if ["https://", "http://", "mailto:", "#"].contains(where: { target.hasPrefix($0) }) {
    return true
  }
  return !target.contains(":") && !target.hasPrefix("//")
}

extension Character {
  fileprivate var isASCIIPunctuation: Bool {
    guard let value = asciiValue else { return false }
    return (33...47).contains(value) || (58...64).contains(value) || (91...96).contains(value)
      || (123...126).contains(value)
  }
}
