extension RuleArticle {
  /// The article as Markdown: examples are differences, and caret lines are gone.
  package var markdown: String {
    var parts = [
      "# \(title)", "`\(id)` · \(subject) · \(([severity] + safeties).joined(separator: " · "))",
    ]
    parts += messages.isEmpty ? [] : [messages.map { "> \($0)" }.joined(separator: "\n>\n")]
    parts.append(introduction)
    if !nextSteps.isEmpty {
      parts.append(
        "Where there is no fix:\n\n" + nextSteps.map { "- \($0)" }.joined(separator: "\n"))
    }
    for section in sections.filter({ !$0.isSilent }) {
      parts += ["## \(section.title)", section.text] + section.files.map(\.markdown)
    }
    let silent = sections.filter(\.isSilent)
    if !silent.isEmpty { parts.append("## What it leaves alone") }
    for section in silent {
      parts += ["### \(section.title)", section.text] + section.files.map(\.markdown)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}

extension RuleArticle.File {
  fileprivate var markdown: String {
    let isChanged = after != nil
    let lines = self.lines
    let code = lines.map { line in
      switch line.kind {
      case _ where !isChanged: line.text
      case .kept: line.text.isEmpty ? "" : " \(line.text)"
      case .removed: "-\(line.text)"
      case .added: "+\(line.text)"
      }
    }
    // A fence is longer than any in the code.
    let longest =
      lines.map { line in
        line.text.drop { $0 == " " }.prefix { $0 == "`" }.count
      }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    let block = ([fence + (isChanged ? "diff" : language)] + code + [fence]).joined(separator: "\n")
    return "`\(path)`\n\n\(block)"
  }
}
