import Foundation

/// An old use that a reader found in a fixture: a row of its `expected.md`.
struct FixtureUse: Hashable, CustomStringConvertible {
  let path: String
  /// One-based.
  let line: Int
  /// One-based, in UTF-8 bytes; the end of what the row shows is exclusive.
  let columns: Range<Int>
  /// Nothing rewrites it.
  let isManual: Bool

  var description: String { "\(path):\(line):\(columns.lowerBound)" }
}

extension Fixture {
  /// Returns the rows of `expected.md`.
  ///
  /// A row names a place (`3:14`, or several with commas between) and ends with `auto` or `manual`. The path
  /// is in the heading above, or in the row's first column.
  func uses() throws -> [FixtureUse] {
    let text = try String(contentsOf: folder.appending(path: "expected.md"), encoding: .utf8)
    var result: [FixtureUse] = []
    var heading: String?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { heading = code(in: line.dropFirst(3)) }
      var cells = line.split(separator: " | ").map { String($0.trimmingPrefix("| ")) }
      guard let last = cells.popLast(), let kind = last.split(separator: " ").first,
        kind == "auto" || kind == "manual"
      else { continue }
      let path: String?
      if let first = cells.first, first.hasPrefix("`") {
        path = code(in: cells.removeFirst()[...])
      } else {
        path = heading
      }
      guard let path, let places = cells.first else { continue }
      // A row that shows no code means the rest of the line.
      let length = cells.dropFirst().first.flatMap { code(in: $0[...]) }?.utf8.count ?? 1000
      for place in places.split(separator: ", ") {
        let numbers = place.split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2 else { continue }
        result.append(
          FixtureUse(
            path: path, line: numbers[0], columns: numbers[1]..<(numbers[1] + length),
            isManual: kind == "manual"))
      }
    }
    return result
  }

  private func code(in text: Substring) -> String? {
    guard text.hasPrefix("`") else { return nil }
    let ticks = text.prefix { $0 == "`" }
    let inner = text.dropFirst(ticks.count)
    guard let end = inner.range(of: ticks) else { return nil }
    return inner[..<end.lowerBound].trimmingCharacters(in: .whitespaces)
  }
}

/// A finding in the JSON report.
struct ReportedFinding: Decodable {
  struct Position: Decodable {
    let line: Int
    let utf8Column: Int
  }
  struct Range: Decodable {
    let start: Position
    let end: Position
  }
  struct Edit: Decodable { let range: Range }
  struct FileEdits: Decodable {
    let path: String
    let edits: [Edit]
  }
  struct Fix: Decodable { let files: [FileEdits] }

  let path: String
  let range: Range
  let rule: String
  let safety: String
  let nextStep: String?
  let fix: Fix?

  /// Whether the finding, or an edit of its fix, touches the use.
  ///
  /// In a generated file it is the file that was found. What is inserted below a line touches that line.
  func covers(_ use: FixtureUse) -> Bool {
    if path == use.path, path.hasSuffix(".grpc.swift") { return true }
    let edits = fix?.files.flatMap { file in file.edits.map { (file.path, $0.range) } } ?? []
    return ([(path, range)] + edits).contains { path, range in
      guard path == use.path else { return false }
      let isBelow =
        range.start.line == use.line + 1 && range.start.utf8Column == 1
        && range.end.line == range.start.line && range.end.utf8Column == 1
      let start = (range.start.line, range.start.utf8Column)
      let end = (range.end.line, range.end.utf8Column)
      return isBelow
        || (start < (use.line, use.columns.upperBound) && (use.line, use.columns.lowerBound) < end)
    }
  }
}

/// Lints a folder and returns what is found.
func findings(_ folder: TemporaryFolder) throws -> [ReportedFinding] {
  struct Report: Decodable { let findings: [ReportedFinding] }
  let run = try folder.moult("lint", "--format", "json")
  return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).findings
}
