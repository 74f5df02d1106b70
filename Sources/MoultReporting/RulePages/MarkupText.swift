/// Returns a text in which no character means anything to HTML, in elements and quoted attributes.
func markupText(_ text: some StringProtocol) -> String {
  var output = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": output += "&amp;"
    case "<": output += "&lt;"
    case ">": output += "&gt;"
    case "\"": output += "&quot;"
    case "'": output += "&#39;"
    // A page may hold no other control characters.
    case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t":
      output += "\u{FFFD}"
    default: output.unicodeScalars.append(scalar)
    }
  }
  return output
}
