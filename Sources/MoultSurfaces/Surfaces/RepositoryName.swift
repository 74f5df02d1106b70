/// Returns `owner/name` of a repository by its address, path, or itself, in lower case and without `.git`.
///
/// The last part alone where there is no other.
func repositoryName(_ address: String) -> String {
  let text = address.lowercased()
  let ending = text.utf8.suffix(4).elementsEqual(".git".utf8) ? 4 : 0
  let parts = text.utf8.dropLast(ending).split {
    $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":")
  }
  return parts.suffix(2).map { String(Substring($0)) }.joined(separator: "/")
}
