import MoultFindings
import MoultMatching
import MoultSurfaces

/// Reads the cases of a page: each heading of the second level with its fenced blocks.
///
/// The word behind a fence's language says what the block is (`before`, `after`); other blocks are prose.
func parseCases(
  _ lines: [String], firstLine: Int, path: String
) throws(PageError) -> [PageCase] {
  var cases: [PageCase] = []
  var name: String?
  var headingLine = 0
  var before: [CodeBlock] = []
  var after: [CodeBlock] = []
  var options = OptionValues()
  // Of the blocks, behind their sides.
  var paths: Set<String> = []
  func close() {
    if let name, !before.isEmpty {
      cases.append(
        PageCase(
          name: name, line: headingLine, before: before, after: after,
          options: options))
    }
    before = []
    after = []
    options = OptionValues()
    paths = []
  }
  var index = 0
  while index < lines.count {
    let line = lines[index]
    if line.hasPrefix("## ") {
      close()
      name = String(line.dropFirst(3))
      headingLine = firstLine + index
    }
    guard line.hasPrefix("```"), line != "```" else {
      index += 1
      continue
    }
    let opening = index
    let content = lines[(index + 1)...].prefix { $0 != "```" }
    index += content.count + 2
    guard opening + content.count + 1 < lines.count else {
      throw PageError(
        path: path, line: firstLine + opening, message: "the code block is not closed")
    }
    let words = line.dropFirst(3).split(separator: " ").map(String.init)
    guard words.count > 1 else { continue }
    guard words[1] == "before" || words[1] == "after" else {
      let near = near(words[1], ["before", "after"])
      // Any other word is of a block in the prose.
      if near.isEmpty { continue }
      throw PageError(
        path: path,
        PagePlace(
          line: firstLine + opening, column: words[0].utf8.count + 5,
          length: words[1].utf8.count),
        message: "'\(words[1])' is not a side of a case\(near)")
    }
    guard name != nil else {
      throw PageError(
        path: path, line: firstLine + opening,
        message: "a case's code belongs under a heading of the second level ('## …')")
    }
    let block = try parseBlock(
      words, Array(content), line: firstLine + opening, pagePath: path)
    guard paths.insert(words[1] + " " + block.path).inserted else {
      throw PageError(
        path: path, line: firstLine + opening,
        message:
          "this case has two '\(words[1])' blocks for '\(block.path)'; give one another 'path=…'")
    }
    if block.path == ".moult.yml" {
      options = try parseOptions(block, pagePath: path)
    } else if words[1] == "before" {
      before.append(block)
    } else {
      after.append(block)
    }
  }
  close()
  return cases
}

private func parseOptions(
  _ block: CodeBlock, pagePath: String
) throws(PageError) -> OptionValues {
  do throws(OptionError) {
    return try readOptions(block.text)
  } catch {
    throw PageError(path: pagePath, line: block.line + error.line, message: error.message)
  }
}

private func parseBlock(
  _ words: [String], _ lines: [String], line: Int, pagePath: String
) throws(PageError) -> CodeBlock {
  let language = words[0]
  var path = defaultPath(for: language)
  for (index, word) in words.enumerated().dropFirst(2) {
    guard word.hasPrefix("path=") else {
      let column = words[..<index].reduce(4) { $0 + $1.utf8.count + 1 }
      throw PageError(
        path: pagePath, PagePlace(line: line, column: column, length: word.utf8.count),
        message: "'\(word)' is not an option of a code block; 'path=…' is")
    }
    path = String(word.dropFirst("path=".count))
  }
  var kept: [String] = []
  var expected: [ExpectedFinding] = []
  var places: [PagePlace] = []
  for (offset, text) in lines.enumerated() {
    let pageLine = line + offset + 1
    guard let marker = try parseMarker(text, line: pageLine, pagePath: pagePath) else {
      kept.append(text)
      continue
    }
    guard !kept.isEmpty else {
      throw PageError(
        path: pagePath, PagePlace(line: pageLine, length: text.utf8.count),
        message: "a caret line belongs under the line it marks")
    }
    expected.append(
      ExpectedFinding(
        path: path, line: kept.count, columns: marker.columns, rule: marker.rule,
        safety: marker.safety))
    places.append(marker.place)
  }
  return CodeBlock(
    language: language, path: path, text: kept.map { $0 + "\n" }.joined(), expected: expected,
    expectedPlaces: places, line: line)
}

private func defaultPath(for language: String) -> String {
  switch language {
  case "swift": "Sources/App/Case.swift"
  case "objc": "Case.m"
  case "proto": "case.proto"
  case "makefile": "Makefile"
  case "ruby": "Podfile"
  case "yaml": "case.yml"
  case "sh", "bash", "shell": "case.sh"
  default: "case." + language
  }
}

private struct CaretLine {
  let columns: Range<Int>
  let rule: RuleID
  let safety: Safety

  /// Where the rule stands.
  let place: PagePlace
}

/// `//  ^^^^ rule safety`, or `// 1-5 rule safety` where carets would not fit before the comment marker.
private func parseMarker(
  _ line: String, line number: Int, pagePath: String
) throws(PageError) -> CaretLine? {
  let start = line.prefix { $0 == " " || $0 == "\t" }
  var rest = line.dropFirst(start.count)
  if rest.hasPrefix("//") {
    rest = rest.dropFirst(2)
  } else if rest.hasPrefix("#") {
    rest = rest.dropFirst(1)
  } else {
    return nil
  }
  let words = rest.split { $0 == " " || $0 == "\t" }
  func place(_ word: Substring) -> PagePlace {
    PagePlace(
      line: number, column: line.utf8.distance(from: line.startIndex, to: word.startIndex) + 1,
      length: word.utf8.count)
  }
  // A comment of carets alone can be meant as nothing else.
  if let first = words.first, words.count != 3, first.allSatisfy({ $0 == "^" }) {
    throw PageError(
      path: pagePath, place(first),
      message:
        "a caret line has carets, the id of a rule and a safety, and this has \(words.count) words")
  }
  guard words.count == 3, let columns = parseColumns(words[0], in: line) else { return nil }
  guard isRuleID(String(words[1])) else {
    throw PageError(path: pagePath, place(words[1]), message: "'\(words[1])' is not a rule id")
  }
  guard let safety = Safety(rawValue: String(words[2])) else {
    throw PageError(
      path: pagePath, place(words[2]),
      message:
        "'\(words[2])' is not a safety\(suggestion(String(words[2]), Safety.allCases.map(\.rawValue)))"
    )
  }
  return CaretLine(
    columns: columns, rule: RuleID(String(words[1])), safety: safety, place: place(words[1]))
}

private func parseColumns(_ word: Substring, in line: String) -> Range<Int>? {
  if word.allSatisfy({ $0 == "^" }) {
    let start = line.utf8.distance(from: line.startIndex, to: word.startIndex) + 1
    return start..<(start + word.count)
  }
  let ends = word.split(separator: "-").map { Int($0) }
  guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 1, last >= first,
    last < Int.max
  else { return nil }
  return first..<(last + 1)
}
