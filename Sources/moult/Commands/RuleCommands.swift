import ArgumentParser
import Foundation
import MoultFindings
import MoultReporting
import MoultSource

/// Where the project's own rules come from, for commands that look at no project.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration (default: the nearest .moult.yml upward, inside the repository).",
      valueName: "file"))
  var config: String?

  @OptionGroup var catalogue: CatalogueOption

  @OptionGroup var dependencies: DependencyOptions

  /// - Parameter pages: rule pages to load beside those that the configuration names.
  func engine(adding pages: [RuleFile] = []) throws -> Engine {
    guard let directory = resolvedPath(".") else {
      throw Failure("cannot read the working directory: \(systemMessage(errno))")
    }
    return try ProjectConfiguration(
      explicit: config, start: directory, catalogue: catalogue.folder, adding: pages,
      dependencies: dependencies.request(.ofUser)
    ).engine
  }
}

/// `moult rules`: the list of rules.
struct RulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", _superCommandName: "moult", abstract: "List all rules.")

  @Option(help: "How to print the list.")
  var format: ListFormat = .text

  @Flag(
    help:
      "List what dependencies and their versions call deprecated instead, with what was learned.")
  var learned = false

  @OptionGroup var options: RuleOptions

  func run() async throws {
    if learned { return try listLessons() }
    let rules = try options.engine().rules
    switch format {
    case .text:
      let width = rules.map(\.id.utf8.count).max() ?? 0
      for rule in rules {
        let padding = String(repeating: " ", count: width - rule.id.utf8.count)
        Terminal.write("\(rule.id)\(padding)  \(rule.severity), \(rule.safety): \(rule.title)\n")
      }
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      Terminal.write(String(decoding: try encoder.encode(rules), as: UTF8.self) + "\n")
    }
  }
}

extension RulesCommand {
  /// Prints each declaration with its place and what is written instead, or why nothing is.
  private func listLessons() throws {
    var options = options
    options.dependencies.isOn = true
    let lessons = try options.engine().lessons()
    if format == .json {
      return Terminal.write(try LearnedLesson.json(lessons) + "\n")
    }
    var library = ""
    for lesson in lessons {
      if lesson.library != library {
        library = lesson.library
        let own = lessons.filter { $0.library == library }
        let fixes = own.count { ["renamed", "renamed-unknown", "body"].contains($0.lesson) }
        let version = lesson.version.map { " \($0)" } ?? ""
        Terminal.write(
          "\(library)\(version): \(own.count) declarations, \(fixes) with a fix [\(lesson.rule)]\n")
      }
      Terminal.write("  \(lesson.name)  \(lesson.summary)  (\(lesson.place))\n")
    }
    if lessons.isEmpty {
      Terminal.write("no dependency was found that calls anything deprecated\n")
    }
  }
}

extension LearnedLesson {
  /// Returns a JSON array of them, without a line break at its end.
  static func json(_ lessons: [LearnedLesson]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(lessons), as: UTF8.self)
  }

  /// What is done about a use, in a few words.
  fileprivate var summary: String {
    let text = (says ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return switch lesson {
    case "renamed": "renamed to '\(text)'"
    case "renamed-unknown": "renamed to '\(text)', which nothing declares"
    case "body": "is '\(text)'"
    case "advice": "advice: \(text)"
    case "platforms": "only on some platforms"
    case "conformance": "a conformance that is taken back"
    case "overload": "one of several of its name, of which others are current"
    default: "nothing is said"
    }
  }
}
