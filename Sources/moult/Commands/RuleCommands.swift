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
  func engine(adding pages: [SourceText] = []) throws -> Engine {
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

/// `moult test`: the cases on rule pages.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the cases on rule pages.",
    discussion: "Without folders, runs the cases of the built-in rules.")

  @Argument(help: ArgumentHelp("Folders with rule pages.", valueName: "folder"))
  var folders: [String] = []

  @Flag(
    help:
      "Have the Swift compiler in PATH type-check the cases' code in its era instead of running them."
  )
  var typeCheck = false

  @OptionGroup var options: RuleOptions

  func run() async throws {
    guard let directory = resolvedPath(".") else {
      throw Failure("cannot read the working directory: \(systemMessage(errno))")
    }
    let pages = try rulePages(in: folders, of: directory)
    let engine = try options.engine(adding: pages)
    if typeCheck {
      try await checkTypes(engine.typeCheckPlan(pages))
      return
    }
    let outcome = await engine.test(pages)
    for failure in outcome.failures { Terminal.write(failure + "\n") }
    Terminal.write("\(outcome.cases) cases, \(outcome.failures.count) failed\n")
    if !outcome.failures.isEmpty { throw Verdict.found }
    if outcome.cases == 0 { throw Failure("there is no case to run") }
  }
}
