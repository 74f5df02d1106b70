/// Returns `text` as the value of an XML attribute or the content of an element.
///
/// Characters that XML cannot hold become U+FFFD.
func xml(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&apos;"
    case "\n", "\r", "\t": result += "&#\(scalar.value);"
    case _ where scalar.value < 0x20, "\u{FFFE}", "\u{FFFF}":
      result.unicodeScalars.append("\u{FFFD}")
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
