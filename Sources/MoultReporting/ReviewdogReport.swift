import MoultFindings
import MoultSource

/// reviewdog's diagnostic format; the property names are its schema.
///
/// Columns are one-based and count UTF-8 bytes.
struct ReviewdogReport: Codable, Equatable {
  let source: Source
  let diagnostics: [Diagnostic]

  struct Source: Codable, Equatable {
    let name: String
  }

  struct Diagnostic: Codable, Equatable {
    let message: String
    let location: Location
    let severity: String
    let code: Code
    let suggestions: [Suggestion]
    // The schema names it.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let related_locations: [Related]
  }

  struct Location: Codable, Equatable {
    let path: String
    let range: Range?
  }

  struct Range: Codable, Equatable {
    let start: Position
    let end: Position
  }

  struct Position: Codable, Equatable {
    let line: Int
    let column: Int
  }

  struct Code: Codable, Equatable {
    let value: String
  }

  struct Suggestion: Codable, Equatable {
    let range: Range
    let text: String
  }

  struct Related: Codable, Equatable {
    let message: String
    let location: Location
  }
}

extension Report {
  /// Returns the findings as one rdjson object.
  ///
  /// A suggestion replaces one range, so only a fix that is a single edit in the finding's own file, and
  /// needs no import, is one.
  package func rdjson() throws -> String {
    let value = ReviewdogReport(
      source: ReviewdogReport.Source(name: "moult"), diagnostics: findings.map(diagnostic))
    return try jsonText(value) + "\n"
  }

  private func diagnostic(_ finding: Finding) -> ReviewdogReport.Diagnostic {
    let severity =
      switch finding.severity {
      case .note: "INFO"
      case .warning: "WARNING"
      case .error: "ERROR"
      }
    return ReviewdogReport.Diagnostic(
      message: fullMessage(of: finding),
      location: ReviewdogReport.Location(
        path: finding.path, range: range(finding.range, in: finding.path)),
      severity: severity, code: ReviewdogReport.Code(value: finding.rule.rawValue),
      suggestions: suggestions(finding),
      related_locations: finding.related.map { place in
        ReviewdogReport.Related(
          message: place.message,
          location: ReviewdogReport.Location(
            path: place.path, range: range(place.range, in: place.path)))
      })
  }

  private func suggestions(_ finding: Finding) -> [ReviewdogReport.Suggestion] {
    guard let fix = finding.fix, fix.imports.add.isEmpty, fix.files.count == 1,
      let file = fix.files.first, file.path == finding.path, file.edits.count == 1,
      let edit = file.edits.first, let range = range(edit.range, in: file.path)
    else { return [] }
    return [
      ReviewdogReport.Suggestion(
        range: range, text: String(decoding: edit.replacement, as: UTF8.self))
    ]
  }

  private func range(_ range: ByteRange, in path: String) -> ReviewdogReport.Range? {
    lines(of: range, in: path, .utf8).map { range in
      ReviewdogReport.Range(
        start: ReviewdogReport.Position(
          line: range.lowerBound.line, column: range.lowerBound.column),
        end: ReviewdogReport.Position(
          line: range.upperBound.line, column: range.upperBound.column))
    }
  }
}
