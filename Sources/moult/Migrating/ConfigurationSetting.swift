/// A value at a path of keys in a configuration.
struct ConfigurationSetting {
  let keys: [String]
  let value: String

  /// Returns the text of a configuration with the setting in it, and everything else as it was.
  ///
  /// - Throws: `Failure` where a table on the way is written between braces, which a person has to change.
  func put(into text: String) throws(Failure) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    var range = 0..<lines.count
    var depth = 0
    for key in keys.dropLast() {
      let indent = String(repeating: "  ", count: depth)
      guard let place = range.first(where: { lines[$0].hasPrefix("\(indent)\(quoted(key)):") })
      else { break }
      let rest = lines[place].dropFirst(indent.count + quoted(key).count + 1)
        .prefix { $0 != "#" }
      guard rest.allSatisfy(\.isWhitespace) else {
        throw Failure(
          "'\(key)' in the configuration is between braces; write '\(keys.joined(separator: ": ")): \(value)' there yourself, and run it again"
        )
      }
      depth += 1
      let deeper = String(repeating: "  ", count: depth)
      let end = (place + 1..<range.upperBound).first { index in
        !lines[index].hasPrefix(deeper) && !lines[index].allSatisfy(\.isWhitespace)
      }
      range = place + 1..<(end ?? range.upperBound)
    }
    var new: [String] = []
    for (number, key) in keys.enumerated() where number >= depth {
      let end = number == keys.count - 1 ? " \(literal(value))" : ""
      new.append(String(repeating: "  ", count: number) + quoted(key) + ":" + end)
    }
    lines.insert(contentsOf: new, at: range.upperBound)
    return lines.joined(separator: "\n") + "\n"
  }

  private func quoted(_ key: String) -> String {
    let isPlain = key.utf8.allSatisfy { byte in
      switch byte {
      case 0x2D, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    return isPlain ? key : literal(key)
  }

  private func literal(_ text: String) -> String {
    var output = "\""
    for character in text {
      switch character {
      case "\"", "\\": output += "\\\(character)"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      default: output.append(character)
      }
    }
    return output + "\""
  }
}
