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
  // They come file by file.
  var current: (path: String, places: CodePlaces?)?
  return fingerprints(of: findings) { finding in
    if current?.path != finding.path {
      current = (finding.path, texts[finding.path].map { CodePlaces($0, cache) })
    }
    let places = current?.places
    return CodeSurroundings(
      context: places?.context(of: finding.range) ?? "",
      code: places?.words(around: finding.range) ?? "")
  }
}
