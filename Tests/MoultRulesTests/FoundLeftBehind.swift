import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces

/// Returns the lines in which something is found, with the last part of the rule's name.
///
/// - Parameter era: of the generated code beside the file; nil for none.
func foundLeftBehind(
  in text: String, besideGeneratedCodeOf era: String? = nil,
  beside another: String? = nil
) async throws -> [String] {
  let catalogue = try Catalogue(embeddedTexts)
  let source = SourceText(path: "Sources/App/App.swift", bytes: Array((text + "\n").utf8))
  var files = [ProjectText(source: source, surface: .swift, isGenerated: false)]
  if let era, let sample = catalogue.samples["grpc-swift/\(era)"] {
    files.append(
      ProjectText(
        source: SourceText(path: "Sources/App/hello.grpc.swift", bytes: Array(sample.utf8)),
        surface: .swift, isGenerated: true))
  }
  if let another {
    files +=
      ProjectText(path: "Sources/App/Other.swift", bytes: Array((another + "\n").utf8)).map {
        [$0]
      } ?? []
  }
  let result = await analyse(files, catalogue, AnalysisOptions(), cache: TreeCache())
  let lines = LineIndex(source.bytes)
  return result.findings.filter { $0.path == source.path }.map { finding in
    let name = finding.rule.rawValue.split(separator: ".").last ?? ""
    return "\(lines.line(of: finding.range.lowerBound)) \(name)"
  }
}
