package import MoultFindings
import MoultSource
package import MoultSurfaces

/// Returns the fingerprint of each finding.
///
/// - Parameter files: all that findings name; one that is missing gives a fingerprint without code.
/// - Complexity: O(*n*) in the bytes of the files with findings.
package func fingerprints(
  of findings: [Finding], in files: [ProjectText], cache: TreeCache
) -> [Finding: Fingerprint] {
  let texts = Dictionary(files.map { ($0.source.path, $0) }) { first, _ in first }
  var result: [Finding: Fingerprint] = [:]
  var counts: [Fingerprint: Int] = [:]
  for (path, findings) in Dictionary(grouping: findings.sorted(), by: \.path) {
    let places = texts[path].map { CodePlaces($0, cache) }
    for finding in findings {
      let first = Fingerprint(
        path: path, rule: finding.rule, context: places?.context(of: finding.range) ?? "",
        code: places?.words(around: finding.range) ?? "", ordinal: 1)
      let ordinal = counts[first, default: 0] + 1
      counts[first] = ordinal
      result[finding] = Fingerprint(
        path: path, rule: finding.rule, context: first.context, code: first.code,
        ordinal: ordinal)
    }
  }
  return result
}
