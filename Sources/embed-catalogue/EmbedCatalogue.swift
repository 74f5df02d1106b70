import Foundation

/// Writes a Swift file that holds every page, interface and sample of a folder as a literal, and beside a
/// page what its front matter says.
///
/// A file that says the same already stays as it is: SwiftPM builds and runs the tool with every build, and what imports the
/// file is compiled again only if it changed.
///
/// Usage: `embed-catalogue RULES OUTPUT`.
@main
struct EmbedCatalogue {
  static func main() throws {
    let rules = URL(filePath: CommandLine.arguments[1]).standardizedFileURL
    let output = URL(filePath: CommandLine.arguments[2])
    let files =
      FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }
      .filter { ["md", "swiftinterface", "swift", "yml", "h"].contains($0.pathExtension) } ?? []
    // What every run reads comes before what few do, as literals lie in the program in this order.
    var read = ""
    var contents = ""
    for file in files.sorted(by: { $0.path < $1.path }) {
      let path = file.standardizedFileURL.path.dropFirst(rules.path.count).drop { $0 == "/" }
      let content = try String(contentsOf: file, encoding: .utf8)
      read += "  (\"\(path)\", "
      if let matter = try matter(of: content, named: String(path)) {
        read += "EmbeddedMatter(notation: \(literal(matter.notation)), "
        read += "title: \(literal(matter.title)))),\n"
      } else {
        read += "nil),\n"
      }
      contents += "  \(literal(content)),\n"
    }
    let text = """
      package import MoultSurfaces

      private let pathsAndMatter: [(path: String, matter: EmbeddedMatter?)] = [
      \(read)]

      private let contents: [String] = [
      \(contents)]

      /// The texts of the folder `Rules`, as they were when this was built.
      package let embeddedTexts: [CatalogueText] = zip(pathsAndMatter, contents).map { read, content in
        CatalogueText(path: read.path, text: content, matter: read.matter)
      }

      """
    guard (try? String(contentsOf: output, encoding: .utf8)) != text else { return }
    try text.write(to: output, atomically: true, encoding: .utf8)
  }
}

/// Returns a literal of several lines; no page holds a quote behind so many number signs.
private func literal(_ text: String) -> String { "####\"\"\"\n\(text)\n\"\"\"####" }

/// Returns what the front matter of a page says; nil for texts that have none.
private func matter(
  of text: String, named path: String
) throws -> (notation: String, title: String)? {
  guard path.hasSuffix(".md"), !path.hasSuffix("README.md") else {
    return path.hasSuffix(".yml") ? (try matterNotation(text), "") : nil
  }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  // What is no page is left to those who read pages, with their own words for it.
  guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---"),
    let heading = lines[end...].first(where: { $0.hasPrefix("# ") })
  else { return nil }
  let yaml = lines[1..<end].joined(separator: "\n")
  return (try matterNotation(yaml), String(heading.dropFirst(2)))
}
