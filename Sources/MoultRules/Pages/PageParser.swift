import MoultFindings
package import MoultSurfaces

/// Reads a rule page.
///
/// - Parameters:
///   - text: the page: front matter between `---` lines, a heading, prose, and cases under headings of
///     the second level.
///   - path: where the page stands in the catalogue.
///   - name: what errors call it, if that is something else.
/// - Throws: a `PageError` that names the line for front matter that is no YAML, unknown or missing keys,
///   values of the wrong kind, and caret lines that point at nothing.
package func parsePage(
  _ text: String, path: String, called name: String? = nil
) throws(PageError) -> RulePage {
  let name = name ?? path
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.hasSuffix("\r") ? String(line.dropLast()) : String(line)
  }
  let places = PageLines(lines: lines)
  guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else {
    throw PageError(
      path: name, line: 1, message: "a page begins with front matter between two lines of '---'")
  }
  let text = lines[1..<end].joined(separator: "\n")
  let root: MatterNode?
  do throws(MatterError) {
    root = try parseMatter(text)
  } catch {
    switch error {
    case .alias(let anchor):
      throw PageError(
        path: name, places.place(line: 2, column: 1, marking: "*" + anchor),
        message: "'*\(anchor)' is an alias, which front matter cannot have")
    case .malformed(let problem, let line, let column):
      throw PageError(
        path: name, places.place(line: line + 1, column: column, marking: nil),
        message: "the front matter is not valid YAML: \(problem)")
    }
  }
  let matter = try frontMatter(root, path: name, firstLine: 2, judgedBy: places)
  let body = Array(lines[(end + 1)...])
  guard let heading = body.firstIndex(where: { $0.hasPrefix("# ") }) else {
    throw PageError(
      path: name, line: end + 2, message: "the page has no heading ('# …') below its front matter")
  }
  let cases = try parseCases(body, firstLine: end + 2, path: name)
  return RulePage(
    path: path, name: name, matter: matter, title: String(body[heading].dropFirst(2)),
    content: .read(body: body.drop { $0.isEmpty }.joined(separator: "\n"), cases: cases))
}

/// Returns what stands below the front matter of a page that was read before, from its first line with text on.
func pageBody(_ text: String) -> String {
  let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  guard let end = lines.dropFirst().firstIndex(where: { $0.elementsEqual("---".utf8) }),
    let first = lines[(end + 1)...].first(where: { !$0.isEmpty })
  else { return "" }
  return String(text[first.startIndex...])
}
