import ArgumentParser
import MoultFindings
import MoultMatching

/// `moult config`: which configuration holds, and what it says about a file.
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", _superCommandName: "moult",
    abstract: "Show the configuration in effect for a path.",
    discussion: """
      Prints the files that are read. With --effective, prints what they come to for the path, with every \
      rule, as a configuration of its own.
      """)

  @Argument(help: "A file or folder (default: the working directory).")
  var path = "."

  @Flag(help: "Print the configuration in effect for the path.")
  var effective = false

  @Option(
    help: ArgumentHelp(
      "The configuration (default: the nearest .moult.yml upward, inside the repository).",
      valueName: "file"))
  var config: String?

  @OptionGroup var catalogue: CatalogueOption

  func run() async throws {
    let root = try Root(path)
    let project = try ProjectConfiguration(
      explicit: config, start: root.folder, catalogue: catalogue.folder)
    guard effective else {
      let files = project.files.isEmpty ? ["no configuration"] : project.files
      Terminal.write(files.map { $0 + "\n" }.joined())
      return
    }
    Terminal.write(effectiveText(project, at: root))
  }

  private func migrationText(_ answers: MigrationAnswers) -> String {
    var output = ""
    if let verify = answers.verify { output += "  verify: \(quoted(verify))\n" }
    if let generate = answers.generate { output += "  generate: \(quoted(generate))\n" }
    if !answers.placeholders.isEmpty {
      output += "  placeholders:\n"
      for (name, text) in answers.placeholders.sorted(by: { $0.key < $1.key }) {
        output += "    \(quoted(name)): \(quoted(text))\n"
      }
    }
    return output.isEmpty ? "" : "migrate:\n" + output
  }

  private func effectiveText(_ project: ProjectConfiguration, at root: Root) -> String {
    let configuration = project.configuration
    var output = project.files.map { "# from \($0)\n" }.joined()
    output += "fail_on: \((configuration.failOn ?? .warning).rawValue)\n"
    if let baseline = configuration.baseline { output += "baseline: \(quoted(baseline))\n" }
    let lists = [
      ("exclude", configuration.exclude), ("include", configuration.include),
      ("report_exclude", configuration.reportExclude),
    ]
    for (key, list) in lists {
      let patterns = list.flatMap(\.patterns)
      if !patterns.isEmpty {
        output += "\(key): [\(patterns.map(quoted).joined(separator: ", "))]\n"
      }
    }
    output += migrationText(configuration.migration)
    output += optionText(configuration.options)
    let choice = RuleChoice(configuration, project.engine, asked: [], base: root.folder)
    let name = root.isFolder ? "" : relativePath(root.path, in: root.folder)
    let targets = choice.targets(path: name)
    if !targets.isEmpty {
      output += "targets:\n"
      for (library, era) in targets.sorted(by: { $0.key < $1.key }) {
        output += "  \(library): \(quoted(era))\n"
      }
    }
    output += "rules:\n"
    for rule in project.engine.rules {
      let decision = choice.decision(RuleID(rule.id), path: name)
      var value = decision.isOff ? "\"off\"" : decision.severity?.rawValue ?? rule.severity
      if let safety = decision.safety, !decision.isOff {
        value = "{ severity: \(value), safety: \(safety.rawValue) }"
      }
      output += "  \(rule.id): \(value)\n"
    }
    return output
  }

  private func optionText(_ options: OptionValues) -> String {
    var output = ""
    var section = ""
    for name in options.names {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      guard let value = options[name], parts.count == 2 else { continue }
      if parts[0] != section {
        section = parts[0]
        output += "\(section):\n"
      }
      output += "  \(parts[1]): \(text(of: value))\n"
    }
    return output
  }

  private func text(of value: OptionValue) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .texts(let texts): "[\(texts.map(quoted).joined(separator: ", "))]"
    case .table(let table):
      "{ "
        + table.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(quoted($0.value))" }
        .joined(separator: ", ") + " }"
    }
  }
}

/// Returns `text` as YAML and JSON write it in quotes.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
