import ArgumentParser
import MoultReporting

/// The forms in which a report can be had.
enum ReportFormat: String, WordChoice {
  case text
  case concise
  case xcode
  case json
  case jsonLines = "json-lines"
  case sarif
  case github
  case gitlab
  case checkstyle
  case junit
  case rdjson
  case markdown

  /// Whether the counts and what was seen go to the error stream, because the format has no place for them.
  var needsFooter: Bool {
    switch self {
    case .concise, .xcode, .github, .gitlab, .checkstyle, .junit, .rdjson: true
    case .text, .json, .jsonLines, .sarif, .markdown: false
    }
  }

  /// Whether the report of a shard can carry what `moult merge` needs.
  var carriesShard: Bool {
    switch self {
    case .json, .sarif: true
    case .text, .concise, .xcode, .jsonLines, .github, .gitlab, .checkstyle, .junit, .rdjson,
      .markdown:
      false
    }
  }

  /// Whether each finding comes with the other ways in which its fix can be done.
  var showsAlternatives: Bool {
    switch self {
    case .json, .jsonLines, .sarif: true
    case .text, .concise, .xcode, .github, .gitlab, .checkstyle, .junit, .rdjson, .markdown: false
    }
  }
}

/// A file to write a report to: `sarif=build/moult.sarif`.
struct ReportFile: ExpressibleByArgument {
  let format: ReportFormat
  let path: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="),
      let format = ReportFormat(rawValue: String(argument[..<equals]))
    else { return nil }
    path = String(argument[argument.index(after: equals)...])
    self.format = format
    if path.isEmpty { return nil }
  }
}

extension Report {
  /// Returns the report in a format.
  ///
  /// - Parameters:
  ///   - base: the absolute folder that paths are relative to.
  ///   - jobs: how many threads may share the work.
  func text(
    in format: ReportFormat, style: TextStyle, base: String, layout: TextLayout = TextLayout(),
    jobs: Int = 1
  ) throws -> String {
    switch format {
    case .text: text(style, layout)
    case .concise: concise(style, layout)
    case .xcode: xcode(in: base)
    case .json: try json(version: toolVersion, jobs: jobs)
    case .jsonLines: try jsonLines(version: toolVersion)
    case .sarif: try sarif(version: toolVersion)
    case .github: github()
    case .gitlab: try gitlab()
    case .checkstyle: checkstyle()
    case .junit: junit()
    case .rdjson: try rdjson()
    case .markdown: markdown()
    }
  }
}
