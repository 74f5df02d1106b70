import MoultManifests

/// What the variables of a script hold, where it says so once.
struct AssignedValues {
  /// Nil for a variable that is assigned twice, or not one word.
  private let values: [String: String?]

  /// - Parameter commands: those of one file.
  init(_ commands: [ReadCommand]) {
    var values: [String: String?] = [:]
    for command in commands {
      guard case .assignment(let name) = command.line.role else { continue }
      let value = command.line.words.count == 1 ? command.line.words[0].text : nil
      values[name] = values[name] == nil || values[name] == value ? .some(value) : .some(nil)
    }
    self.values = values
  }

  /// Returns a text with `$NAME`, `${NAME}` and `$(NAME)` replaced.
  ///
  /// - Parameter depth: how many variables may stand in each other's values.
  /// - Returns: nil if something in it is only known when the command runs.
  /// - Complexity: O(*n*) in the length of the result, for each depth.
  func expanded(_ text: String, depth: Int = 8) -> String? {
    var result = ""
    var rest = Substring(text)
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      // A recipe of make writes the shell's variables with two.
      rest = rest[dollar...].drop { $0 == "$" }
      guard depth > 0, let name = name(at: &rest), let value = values[name] ?? nil,
        let whole = expanded(value, depth: depth - 1), result.utf8.count + whole.utf8.count < 4096
      else { return nil }
      result += whole
    }
    return rest.contains("`") ? nil : result + rest
  }

  /// Returns the end of a path with variables replaced, from the first `/` behind what is only known when the command runs.
  func tail(_ path: String, depth: Int = 8) -> String {
    if let whole = expanded(path) { return whole }
    var known: [String] = []
    for part in path.split(separator: "/") {
      if let whole = expanded(String(part)) {
        known.append(whole)
      } else {
        var rest = part.drop { $0 == "$" }
        let value = name(at: &rest).flatMap { values[$0] ?? nil }
        known = depth > 0 && rest.isEmpty ? value.map { [tail($0, depth: depth - 1)] } ?? [] : []
      }
    }
    return known.filter { !$0.isEmpty }.joined(separator: "/")
  }

  /// Reads the name behind a `$`; nil for whatever else may stand there, such as `${NAME:-default}`.
  private func name(at rest: inout Substring) -> String? {
    let closing: Character? = rest.first == "{" ? "}" : rest.first == "(" ? ")" : nil
    if closing != nil { rest.removeFirst() }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    rest = rest.dropFirst(name.count)
    if let closing {
      guard rest.first == closing else { return nil }
      rest.removeFirst()
    }
    return name.isEmpty ? nil : String(name)
  }
}
