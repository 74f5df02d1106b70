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

  /// - Parameter pages: rule pages to load beside those that the configuration names.
  func engine(adding pages: [RuleFile] = []) throws -> Engine {
    guard let directory = resolvedPath(".") else {
      throw Failure("cannot read the working directory: \(systemMessage(errno))")
    }
    return try ProjectConfiguration(
      explicit: config, start: directory, catalogue: catalogue.folder, adding: pages
    ).engine
  }
}

/// `moult rules`: the list of rules.
struct RulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List all rules.")

  @Option(help: "How to print the list.")
  var format: ListFormat = .text

  @OptionGroup var options: RuleOptions

  func run() async throws {
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
