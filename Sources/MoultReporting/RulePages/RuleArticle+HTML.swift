extension RuleArticle {
  /// The article as an HTML page that needs nothing else: no network, no other file.
  package var htmlPage: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(markupText(id))</title>
    <style>\(articleStyle)</style>
    </head>
    <body>
    <main>
    \(html)
    </main>
    </body>
    </html>

    """
  }

  /// The article as one element, `<article class="rule">`; `articleStyle` says how it looks.
  package var html: String {
    var parts = [
      "<header>\n<p class=\"subject\">\(markupText(subject))</p>",
      "<h1>\(htmlOfInlineMarkdown(title))</h1>", "<p class=\"facts\">\(facts)</p>\n</header>",
      said("Moult says", messages), htmlOfMarkdown(introduction),
      said("Where there is no fix", nextSteps),
    ]
    parts += sections.filter { !$0.isSilent }.map { section in
      "<section>\n<h2>\(htmlOfInlineMarkdown(section.title))</h2>\n\(content(section))\n</section>"
    }
    let silent = sections.filter(\.isSilent)
    if !silent.isEmpty {
      parts.append("<section class=\"silent\">\n<h2>What it leaves alone</h2>")
      parts += silent.map { section in
        """
        <details>
        <summary>\(htmlOfInlineMarkdown(section.title))</summary>
        \(content(section))
        </details>
        """
      }
      parts.append("</section>")
    }
    let body = parts.filter { !$0.isEmpty }.joined(separator: "\n")
    return "<article class=\"rule\">\n\(body)\n</article>"
  }

  private var facts: String {
    let words = [severity] + safeties
    let badges = words.map { "<span class=\"badge \($0)\">\($0)</span>" }
    return "<code>\(markupText(id))</code> " + badges.joined(separator: " ")
  }

  /// A sentence stands by itself; several are a list that opens on demand.
  private func said(_ title: String, _ texts: [String]) -> String {
    switch texts.count {
    case 0: ""
    case 1: "<p class=\"said\"><b>\(title):</b> \(quoted(texts[0]))</p>"
    default:
      """
      <details class="said"><summary><b>\(title)</b> one of \(texts.count) things</summary>
      <ul>
      \(texts.map { "<li>\(quoted($0))</li>" }.joined(separator: "\n"))
      </ul></details>
      """
    }
  }

  private func content(_ section: Section) -> String {
    let changed = section.files.contains { $0.after != nil }
    let files = section.files.map { file in
      let isContext = changed && file.after == nil && file.findings.isEmpty
      let code = "<pre><code>\(file.lines.map(html(of:)).joined())</code></pre>"
      let path = "<code>\(markupText(file.path))</code>"
      return isContext
        ? "<details class=\"file\"><summary>\(path)</summary>\(code)</details>"
        : "<figure class=\"file\"><figcaption>\(path)</figcaption>\(code)</figure>"
    }
    return ([htmlOfMarkdown(section.text)] + files).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}

/// Returns a message, with what stands in single quotes as code.
private func quoted(_ text: String) -> String {
  let pieces = text.split(separator: "'", omittingEmptySubsequences: false)
  guard pieces.count % 2 == 1 else { return markupText(text) }
  return pieces.enumerated().map { index, piece in
    index % 2 == 1 ? "<code>\(markupText(piece))</code>" : markupText(piece)
  }.joined()
}

/// Returns a line with its line feed; what a rule found in it is marked.
private func html(of line: ExampleLine) -> String {
  let bytes = Array(line.text.utf8)
  var output = ""
  var done = 0
  for mark in line.marks {
    let range = mark.column - 1..<min(mark.endColumn - 1, bytes.count)
    // One finding inside another is marked by the outer one.
    guard range.lowerBound >= done, !range.isEmpty else { continue }
    output += markupText(String(decoding: bytes[done..<range.lowerBound], as: UTF8.self))
    let found = markupText(String(decoding: bytes[range], as: UTF8.self))
    output +=
      "<mark class=\"\(markupText(mark.safety))\" title=\"\(markupText(mark.rule)), \(markupText(mark.safety))\">\(found)</mark>"
    done = range.upperBound
  }
  output += markupText(String(decoding: bytes[done...], as: UTF8.self))
  return switch line.kind {
  case .kept: "<span class=\"kept\">\(output)\n</span>"
  case .removed: "<del>\(output)\n</del>"
  case .added: "<ins>\(output)\n</ins>"
  }
}
