/// One line of an example, as a difference shows it.
package struct ExampleLine: Equatable {
  /// Whether the line is in both sides of the example, only in the first, or only in the second.
  package enum Kind { case kept, removed, added }

  package let kind: Kind
  package let text: String

  /// The line's findings, if it is one of `before`.
  package let marks: [RuleArticle.Mark]
}

extension RuleArticle.File {
  /// The lines of both texts in one order: what goes stands above what comes.
  package var lines: [ExampleLine] {
    let old = before.map(lineTexts) ?? []
    guard let after else { return old.indices.map { line(.kept, $0, old) } }
    let new = lineTexts(after)
    var numbers: [String: Int] = [:]
    func number(_ text: String) -> Int {
      if let known = numbers[text] { return known }
      numbers[text] = numbers.count
      return numbers.count - 1
    }
    let changes = lineChanges(from: old.map(number), to: new.map(number))
    var result: [ExampleLine] = []
    var next = 0
    for change in changes {
      result += (next..<change.old.lowerBound).map { line(.kept, $0, old) }
      result += change.old.map { line(.removed, $0, old) }
      result += change.new.map { ExampleLine(kind: .added, text: new[$0], marks: []) }
      next = change.old.upperBound
    }
    return result + (next..<old.count).map { line(.kept, $0, old) }
  }

  private func line(_ kind: ExampleLine.Kind, _ index: Int, _ texts: [String]) -> ExampleLine {
    ExampleLine(kind: kind, text: texts[index], marks: findings.filter { $0.line == index + 1 })
  }
}

private func lineTexts(_ text: String) -> [String] {
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  if lines.last == "" { lines.removeLast() }
  return lines
}
