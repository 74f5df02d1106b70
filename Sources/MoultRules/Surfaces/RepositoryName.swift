/// Returns `owner/name` of a repository by its address, path, or itself, in lower case and without `.git`.
///
/// The last part alone where there is no other.
func repositoryName(_ address: String) -> String {
  var text = address.lowercased()
  if text.hasSuffix(".git") { text.removeLast(4) }
  return text.split { $0 == "/" || $0 == ":" }.suffix(2).joined(separator: "/")
}
