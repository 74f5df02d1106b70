/// Returns the text with a visible form for each control character: `\u{1B}` for an escape.
///
/// Names of files are a project's choice. One with a line break or an escape in it must not write lines of its own into
/// a log that a CI system obeys, or colors onto a terminal.
///
/// - Complexity: O(*n*).
package func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isControl(scalar) {
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether a scalar is one of C0 (tabs and line breaks among them), DEL or C1.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
}
