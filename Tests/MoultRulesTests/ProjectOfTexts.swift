import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces

/// The files of a project, by their paths.
func project(_ texts: [String: String]) -> [ProjectText] {
  texts.sorted { $0.key < $1.key }.compactMap { path, text in
    ProjectText(path: path, bytes: Array(text.utf8))
  }
}

/// The rules that run where grpc-swift 1 is the target.
func firstHop() throws -> AnalysisOptions {
  let pages = try Catalogue(embeddedTexts).pages
  return AnalysisOptions(rules: Set(pages.filter { $0.hop != "1-2" && $0.hop != "0-2" }.map(\.id)))
}

/// The findings of a project, one line each: `path:line rule`.
func foundOnFirstHop(_ texts: [String: String]) async throws -> [String] {
  let result = await analyse(
    project(texts), try Catalogue(embeddedTexts), try firstHop(), cache: TreeCache())
  return result.findings.map { finding in
    let bytes = Array((texts[finding.path] ?? "").utf8)
    let line = LineIndex(bytes).line(of: finding.range.lowerBound)
    return "\(finding.path):\(line) \(finding.rule)"
  }
}
