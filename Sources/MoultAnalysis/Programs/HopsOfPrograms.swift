import MoultFindings
package import MoultRules
import MoultSource
package import MoultSurfaces

/// Returns the hops that rename a module and lie ahead, by the programs that share files, library and part.
///
/// - Parameter result: of the whole tree and all rules.
package func openHops(
  among result: AnalysisResult, in files: [ProjectText], _ catalogue: Catalogue,
  of programs: Programs, cache: TreeCache
) -> [OpenHop] {
  let found = Dictionary(grouping: result.findings, by: \.path)
  let suppressed = Dictionary(grouping: result.suppressed, by: \.finding.path)
  return filesOfGroups(programs, files).flatMap { files in
    let paths = files.map(\.source.path)
    return openHops(
      among: AnalysisResult(
        findings: paths.flatMap { found[$0] ?? [] },
        suppressed: paths.flatMap { suppressed[$0] ?? [] }, gaps: []),
      in: files, catalogue, cache: cache)
  }
}
