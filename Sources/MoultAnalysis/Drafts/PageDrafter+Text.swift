import MoultFindings
import MoultLearning
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSurfaces
import MoultSyntax

extension PageDrafter {
  func id(_ page: DraftedPage) -> RuleID { RuleID("\(request.library).\(page.name)") }

  func path(_ page: DraftedPage) -> String {
    "\(request.library)/\(request.hop)/\(page.name).md"
  }

  var texts: [CatalogueText] {
    pages.map { CatalogueText(path: path($0), text: text($0)) }
  }

  func text(_ page: DraftedPage) -> String {
    var text = "---\nid: \(id(page))\n"
    let severity = page.rows.map(\.severity).max() ?? .error
    text += "severity: \(severity.rawValue)\nrows:\n"
    for row in page.rows {
      text += "  - find: { \(row.finder): \(quoted(row.name)) }\n"
      if let rewriting = row.rewriting { text += "    put: \(put(rewriting))\n" }
      text += "    safety: \(row.safety.rawValue)\n    message: \(quoted(row.message))\n"
      if row.rewriting != nil {
        text += "    fix: \(quoted("Write '\(row.candidates.first ?? "what took its place")'"))\n"
      } else {
        text += "    next: \(quoted(next(row)))\n"
      }
    }
    let shown = page.rows.filter { $0.use != nil }
    text += "---\n# \(title(page))\n\n"
    text +=
      "Drafted from what \(request.library) \(request.from) and \(request.to) declare. Say here what replaced it, since which release, and why.\n\n"
    text += "## Where it is used\n\n```swift before\n"
    var loud = importLines(of: shown).map { $0 + "\n" }.joined()
    loud += shown.flatMap { $0.use ?? [] }.map { $0 + "\n" }.joined()
    text += marked(loud, page.carets) + "```\n"
    if let after = page.after { text += "```swift after\n\(after)```\n" }
    text += "\n## The project's own is left alone\n\n```swift before\n\(page.silent)```\n"
    return text
  }

  private func title(_ page: DraftedPage) -> String {
    guard page.rows.count == 1, let row = page.rows.first else {
      return "What became of `\(page.rows.first?.topLevel ?? page.name)`"
    }
    if let candidate = row.candidates.first, row.rewriting != nil {
      return "`\(row.name)` became `\(candidate)`"
    }
    return "What became of `\(row.name)`"
  }

  private func next(_ row: DraftedRow) -> String {
    guard let first = row.candidates.first else {
      return "replace it by hand; nothing in \(request.version) is like it"
    }
    let list = row.candidates.map { "'\($0)'" }
    return row.candidates.count == 1
      ? "see whether '\(first)' takes its place"
      : "see which takes its place: \(list.joined(separator: ", "))"
  }

  func put(_ rewriting: LibraryChange.Rewriting) -> String {
    switch rewriting {
    case .text(let text): return quoted(text)
    case .call(let name, let labels):
      var parts: [String] = []
      if let name { parts.append("name: \(quoted(name))") }
      if !labels.isEmpty {
        let list = labels.sorted { $0.key < $1.key }.map {
          "\(quoted($0.key)): \(quoted($0.value))"
        }
        parts.append("labels: { \(list.joined(separator: ", ")) }")
      }
      return "{ \(parts.joined(separator: ", ")) }"
    case .surroundings(let throwing, let async, let optional):
      var parts: [String] = []
      if let throwing { parts.append("throws: \(throwing)") }
      if let async { parts.append("async: \(async)") }
      if let optional { parts.append("optional: \(optional)") }
      return "{ \(parts.joined(separator: ", ")) }"
    }
  }

  /// What became of every change, in the order of the names.
  var report: [DraftedChange] {
    let drafted = pages.flatMap { page in page.rows.map { (row: $0, page: Optional(id(page))) } }
    return (drafted + left.map { ($0, nil) }).map { row, page in
      DraftedChange(
        name: row.name, message: row.message, page: page, safety: row.safety,
        put: row.rewriting.map(put), candidates: row.candidates, reason: row.reason)
    }.sorted { $0.name < $1.name }
  }
}
