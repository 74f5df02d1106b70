/// Returns a word as a shell must read it to get `text`.
///
/// Messages set commands in single quotes, so double ones are taken where they will do.
func shellWord(_ text: String) -> String {
  let isPlain =
    !text.isEmpty
    && text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "/._-+=:,@%".utf8.contains(byte)
      }
    }
  if isPlain { return text }
  if !text.contains(where: { "\"$`\\!".contains($0) }) { return "\"\(text)\"" }
  let parts = text.split(separator: "'", omittingEmptySubsequences: false)
  return "'" + parts.joined(separator: "'\\''") + "'"
}
