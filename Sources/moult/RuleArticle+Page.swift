import MoultFindings
import MoultMatching
import MoultReporting
import MoultRules
import MoultSurfaces

extension RuleArticle {
  /// Takes a page apart into what readers are shown.
  ///
  /// - Parameter step: when `moult fix --commit-each` gets to the rule.
  /// - Complexity: O(*n*) in the bytes of the page.
  init(_ page: RulePage, step: Int) {
    let prose = PageSections(ofPage: page.body)
    // Cases are headings that have code; two of one name stand in the order of the page.
    var cases = page.cases[...]
    let sections = prose.sections.map { title, text in
      var files: [File] = []
      if cases.first?.name == title, let example = cases.popFirst() {
        files = exampleFiles(example)
      }
      return Section(title: title, text: text, files: files)
    }
    let summary = RuleSummary(page)
    self.init(
      id: summary.id, title: summary.title, library: summary.library, hop: summary.hop,
      severity: summary.severity,
      finders: distinct(page.rows.map(\.find.word)), step: step,
      safeties: Set(page.rows.map(\.safety)).sorted().map(\.rawValue),
      messages: distinct(page.rows.map(\.message)),
      nextSteps: distinct(page.rows.compactMap(\.nextStep)), introduction: prose.introduction,
      sections: sections)
  }
}

/// Returns the files before with what they become, and then those that are only there afterwards.
private func exampleFiles(_ example: PageCase) -> [RuleArticle.File] {
  let after = Dictionary(example.after.map { ($0.path, $0) }) { first, _ in first }
  let paths = Set(example.before.map(\.path))
  return example.before.map { block in
    let marks = block.expected.map { finding in
      RuleArticle.Mark(
        line: finding.line, column: finding.columns.lowerBound,
        endColumn: finding.columns.upperBound, rule: finding.rule.rawValue,
        safety: finding.safety.rawValue)
    }
    return RuleArticle.File(
      path: block.path, language: block.language, before: block.text,
      after: after[block.path]?.text,
      findings: marks.sorted {
        ($0.line, $0.column, -$0.endColumn) < ($1.line, $1.column, -$1.endColumn)
      })
  }
    + example.after.filter { !paths.contains($0.path) }.map { block in
      RuleArticle.File(
        path: block.path, language: block.language, before: nil, after: block.text, findings: [])
    }
}

private func distinct(_ texts: [String]) -> [String] {
  var seen: Set<String> = []
  return texts.filter { seen.insert($0).inserted }
}
