import MoultRewriting

/// An `.editorconfig`: sections of properties, each for the paths below its folder that a pattern matches.
struct EditorConfig: Sendable {
  /// Whether files further up do not count.
  private(set) var isRoot = false

  /// What could not be read: phrases without a final period, in the order of the file.
  private(set) var problems: [String] = []

  private var sections: [Section] = []
  private let depth: Int

  private struct Section {
    let patterns: [IgnorePattern]
    var properties: [String: String] = [:]
  }

  /// - Parameter folder: where it lies, absolute.
  init(_ text: String, in folder: String) {
    depth = components(of: folder).count
    let lines: [Substring] = text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let content = trimmed(index == 0 && line.first == "\u{FEFF}" ? line.dropFirst() : line)
      guard let first = content.first, first != "#", first != ";" else { continue }
      if first == "[" {
        let pattern = content.dropFirst().dropLast()
        if content.last != "]" { problems.append("line \(index + 1): ']' is missing") }
        sections.append(Section(patterns: expanded(pattern).compactMap(Self.pattern)))
      } else if let equals = content.firstIndex(where: { $0 == "=" || $0 == ":" }) {
        let key = trimmed(content[..<equals]).lowercased()
        let value = trimmed(content[content.index(after: equals)...]).lowercased()
        set(key, String(value), line: index + 1)
      } else {
        problems.append("line \(index + 1): neither a section nor 'key = value'")
      }
    }
  }

  private mutating func set(_ key: String, _ value: String, line: Int) {
    guard !sections.isEmpty else {
      if key == "root" { isRoot = value == "true" }
      return
    }
    if let expected = expectedValues(of: key, value) {
      problems.append("line \(line): '\(key)' is '\(value)', and not \(expected)")
    } else {
      sections[sections.count - 1].properties[key] = value
    }
  }

  /// Returns what a layout property can be, if `value` is something else.
  private func expectedValues(of key: String, _ value: String) -> String? {
    if value == "unset" { return nil }
    func isNumber(below limit: Int) -> Bool { Int(value).map { $0 > 0 && $0 <= limit } ?? false }
    switch key {
    case "indent_style" where value != "tab" && value != "space": return "'tab' or 'space'"
    case "indent_size" where value != "tab" && !isNumber(below: columnLimit):
      return "'tab' or a number from 1 to \(columnLimit)"
    case "tab_width" where !isNumber(below: columnLimit):
      return "a number from 1 to \(columnLimit)"
    case "max_line_length" where value != "off" && !isNumber(below: .max):
      return "'off' or a number"
    case "end_of_line" where !["lf", "crlf", "cr"].contains(value): return "'lf', 'crlf' or 'cr'"
    default: return nil
    }
  }

  /// Returns the properties that hold for the file at an absolute path, below the file's folder.
  func properties(forFile path: String) -> [String: String] {
    let below = components(of: path)[depth...]
    return sections.reduce(into: [:]) { result, section in
      if section.patterns.contains(where: { $0.matches(below, isFolder: false) }) {
        result.merge(section.properties) { $1 }
      }
    }
  }

  /// A pattern with a slash begins at the folder, one without matches names at any depth, as in git.
  private static func pattern(_ text: String) -> IgnorePattern? {
    // These two mean something else at the start of a line of git's.
    let isSpecial = text.hasPrefix("#") || text.hasPrefix("!")
    return IgnorePattern(line: ((isSpecial ? "\\" : "") + text).utf8)
  }
}

/// What all `.editorconfig` above a file say about it.
struct EditorSettings {
  /// The properties with the folder whose file decided.
  private var decided: [String: (value: String, folder: String)] = [:]

  /// - Parameter files: with their folders, the innermost first.
  init(_ files: [(folder: String, file: EditorConfig)], forFile path: String) {
    for (folder, file) in files {
      for (key, value) in file.properties(forFile: path) where decided[key] == nil {
        decided[key] = (value, folder)
      }
      if file.isRoot { return }
    }
  }

  /// Returns what was decided in the file of one folder.
  ///
  /// Style and size of indentation may come from two files: the inner one counts.
  func settings(decidedIn folder: String) -> LayoutSettings {
    var result = LayoutSettings()
    if let unit, unit.folders.first == folder { result.indentUnit = unit.value }
    if let width = decided["max_line_length"], width.folder == folder {
      result.width = Int(width.value)
    }
    if let tab = decided["tab_width"] ?? decided["indent_size"], tab.folder == folder {
      result.tabWidth = Int(tab.value)
    }
    if let ending = decided["end_of_line"], ending.folder == folder {
      result.lineEnding = ["lf": "\n", "crlf": "\r\n"][ending.value]
    }
    return result
  }

  /// One level of indentation, and the folders of the files that said so, the innermost first.
  private var unit: (value: String, folders: [String])? {
    guard let style = decided["indent_style"] else { return nil }
    if style.value == "tab" { return ("\t", [style.folder]) }
    guard style.value == "space", let size = decided["indent_size"],
      let tab = size.value == "tab" ? decided["tab_width"] : size, let count = Int(tab.value)
    else { return nil }
    let folders = Set([style.folder, size.folder, tab.folder])
    return (
      String(repeating: " ", count: count), folders.sorted { $0.utf8.count > $1.utf8.count }
    )
  }
}

/// Returns the patterns that one with alternatives, `{a,b}` and `{1..3}`, stands for.
///
/// Braces that hold neither are text.
private func expanded(_ pattern: Substring) -> [String] {
  var depth = 0
  var commas: [Substring.Index] = []
  guard let open = pattern.firstIndex(of: "{") else { return [String(pattern)] }
  var close: Substring.Index?
  for index in pattern.indices[open...] where close == nil {
    switch pattern[index] {
    case "{": depth += 1
    case "}":
      depth -= 1
      if depth == 0 { close = index }
    case "," where depth == 1: commas.append(index)
    default: break
    }
  }
  guard let close else { return [String(pattern)] }
  let inside = pattern[pattern.index(after: open)..<close]
  let rest = expanded(pattern[pattern.index(after: close)...])
  func choosing(_ alternatives: [String]) -> [String] {
    alternatives.flatMap { choice in rest.map { pattern[..<open] + choice + $0 } }
  }
  if let numbers = numbers(inside) { return choosing(numbers.map(String.init)) }
  guard !commas.isEmpty else { return choosing(["{\(inside)}"]) }
  let starts = [open] + commas
  let ends = commas + [close]
  return choosing(
    zip(starts, ends).flatMap { expanded(pattern[pattern.index(after: $0)..<$1]) })
}

/// The numbers of `1..3`; nil for anything else, and for more than a thousand.
private func numbers(_ text: Substring) -> ClosedRange<Int>? {
  let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
  guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high,
    high.subtractingReportingOverflow(low).partialValue < 1000
  else { return nil }
  return low...high
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text
  while text.first?.isWhitespace ?? false { text.removeFirst() }
  while text.last?.isWhitespace ?? false { text.removeLast() }
  return text
}
