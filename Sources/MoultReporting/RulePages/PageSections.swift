/// The prose of a page, cut at its headings of the second level.
package struct PageSections: Equatable, Sendable {
  /// What stands between the title and the first heading.
  package let introduction: String

  /// In the order of the page; prose without the code blocks of cases.
  package let sections: [(title: String, text: String)]

  /// Cuts the body of a page; `##` inside a code block is no heading.
  ///
  /// Blocks whose info string has `before` or `after` as its second word are left out, as they are read as the
  /// case's files. The case's `.moult.yml` stays in the prose, because what it sets is part of what is shown.
  ///
  /// - Complexity: O(*n*) in the characters of the body.
  package init(ofPage body: String) {
    var introduction: [Substring] = []
    var sections: [(title: String, lines: [Substring])] = []
    var fence: (isKept: Bool, marker: Substring)?
    func keep(_ line: Substring) {
      if sections.isEmpty {
        introduction.append(line)
      } else {
        sections[sections.count - 1].lines.append(line)
      }
    }
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if open.isKept { keep(line) }
        if line == open.marker { fence = nil }
      } else if line.hasPrefix("```") {
        let words = line.drop { $0 == "`" }.split(separator: " ")
        let isCase = words.count > 1 && (words[1] == "before" || words[1] == "after")
        let isKept = !isCase || words.contains("path=.moult.yml")
        fence = (isKept, line.prefix { $0 == "`" })
        if isKept { keep(isCase ? line.prefix { $0 != " " } : line) }
      } else if line.hasPrefix("## ") {
        sections.append((String(line.dropFirst(3)), []))
      } else if !(sections.isEmpty && line.hasPrefix("# ")) {
        keep(line)
      }
    }
    self.introduction = text(introduction)
    self.sections = sections.map { ($0.title, text($0.lines)) }
  }

  package static func == (lhs: PageSections, rhs: PageSections) -> Bool {
    lhs.introduction == rhs.introduction
      && lhs.sections.elementsEqual(rhs.sections) { $0 == $1 }
  }
}

/// Returns lines as one text without empty lines around it.
private func text(_ lines: [Substring]) -> String {
  let isEmpty: (Substring) -> Bool = { $0.allSatisfy(\.isWhitespace) }
  var lines = lines.drop(while: isEmpty)
  while let last = lines.last, isEmpty(last) { lines.removeLast() }
  return lines.joined(separator: "\n")
}
