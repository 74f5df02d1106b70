/// Returns what stands behind the last `/` of a path; all of it where there is none.
///
/// - Complexity: O(*n*) in the UTF-8 bytes of the path.
package func lastComponent(ofPath path: String) -> String {
  let bytes = path.utf8
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return path }
  return String(path[bytes.index(after: slash)...])
}
