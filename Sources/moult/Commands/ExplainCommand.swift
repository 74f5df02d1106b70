import ArgumentParser
import MoultFindings
import MoultReporting
import MoultSemantics
import MoultSource

/// `moult explain`: the page of a rule, or what is inferred at a place.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", _superCommandName: "moult",
    abstract: "Print the page of a rule, or the type that is inferred at a place and why.")

  @Argument(
    help: ArgumentHelp(
      "The id of the rule, or with --dependencies what a dependency calls deprecated: 'Module.Type.name(label:)'.",
      valueName: "rule"))
  var rule: String?

  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "Explain the type at a place of a Swift file instead; one-based, columns count UTF-8 bytes.",
      valueName: "file:line:column"))
  var place: SourcePlace?

  @Flag(help: "Print the whole page with all its cases, carets included.")
  var cases = false

  @Option(help: "How to print the page of a rule.")
  var format: PageFormat = .text

  @Flag(help: "Print the pages of all rules as one JSON array; with '--format json'.")
  var all = false

  @OptionGroup var options: RuleOptions

  func validate() throws {
    if all, rule != nil || place != nil || format != .json {
      throw ValidationError("'--all' takes '--format json', and neither a rule nor a place")
    }
    if !all, (rule == nil) == (place == nil) {
      throw ValidationError("name a rule, or a place with --type")
    }
    if cases, format != .text {
      throw ValidationError("'--cases' is about the text; the other formats have all cases")
    }
    if place != nil, format != .text {
      throw ValidationError("'--format' is about the page of a rule, and '--type' prints text")
    }
  }

  func run() async throws {
    if let place { return try await explain(place) }
    let engine = try options.engine()
    guard let rule else {
      let articles = engine.rules.compactMap { engine.article(RuleID($0.id)) }
      return Terminal.write(try RuleArticle.json(articles) + "\n")
    }
    if let text = try page(of: RuleID(rule), in: engine) {
      return Terminal.write(text.hasSuffix("\n") ? text : text + "\n")
    }
    let lessons = engine.lessons().filter { $0.name == rule || $0.name.hasSuffix("." + rule) }
    if lessons.isEmpty { throw Failure(unknownRule(rule, engine)) }
    Terminal.write(try pages(of: lessons))
  }

  private func pages(of lessons: [LearnedLesson]) throws -> String {
    switch format {
    case .text, .markdown: lessons.map(\.page).joined(separator: "\n")
    case .json: try LearnedLesson.json(lessons) + "\n"
    case .html:
      throw Failure(
        "what a dependency declares has no HTML page; use '--format markdown' or '--format json'")
    }
  }

  private func page(of rule: RuleID, in engine: Engine) throws -> String? {
    switch format {
    case .text: cases ? engine.page(rule) : engine.ruleText(rule)
    case .markdown: engine.article(rule)?.markdown
    case .html: engine.article(rule)?.htmlPage
    case .json: try engine.article(rule)?.json()
    }
  }

  private func explain(_ place: SourcePlace) async throws {
    let options = try projectOptions(for: place.path)
    let session = try await Session(options)
    let chosen = try ChosenProject(options)
    // No rule has to be interested in a file for its types to be asked for.
    let files = await Workspace(
      chosen.walk, context: chosen.context, base: chosen.base, jobs: session.request.jobs,
      extent: .allSwift
    ) { _ in WorkspaceWords(anchors: [], evidence: nil) }.files
    guard let file = files.first(where: { $0.isInScope && $0.surface == .swift }) else {
      throw Failure("'\(place.path)' is not a readable Swift file")
    }
    let lines = file.source.lines
    guard let line = lines.range(ofLine: place.line, in: file.source.bytes),
      place.column <= line.upperBound.index - line.lowerBound.index + 1
    else {
      throw Failure("'\(place.path)' has no line \(place.line) with a column \(place.column)")
    }
    let offset = ByteOffset(line.lowerBound.index + place.column - 1)
    let found = await session.engine.explain(offset, file.source.path, files, session.request)
    guard let found else {
      throw Failure(
        "there is no name, expression or type at \(place.path):\(place.line):\(place.column)")
    }
    Terminal.write(text(of: found, lines, file.source.bytes))
  }

  private func projectOptions(for path: String) throws -> ProjectOptions {
    var arguments = [path]
    if let config = options.config { arguments += ["--config", config] }
    if let folder = options.catalogue.folder { arguments += ["--catalogue", folder] }
    return try ProjectOptions.parse(arguments)
  }
}

/// The forms in which the page of a rule can be had.
enum PageFormat: String, WordChoice {
  case text
  case markdown
  case html
  case json
}

extension LearnedLesson {
  /// What there is to know of the declaration, as Markdown.
  fileprivate var page: String {
    let from = library + (version.map { " \($0)" } ?? "")
    let state = state == "unavailable" ? "unavailable" : "deprecated"
    let says =
      switch lesson {
      case "renamed": "It was renamed to `\(says ?? "")`, which is written where it is used."
      case "renamed-unknown":
        "It was renamed to `\(says ?? "")`. Nothing that was read declares that, so a fix needs a review."
      case "body": "A use becomes what the body says, where that means the same."
      case "advice": "The library's advice: \(says ?? "")"
      case "platforms": "Only some platforms say so, so nothing is reported."
      case "conformance": "It is a conformance that was taken back; no code names it."
      case "overload":
        "Another of its name and labels is current, and uses of the two are not told apart, so nothing is reported."
      default: "The library does not say what replaces it."
      }
    return """
      # `\(name)` is \(state) in \(from)

      \(place), rule `\(rule)`

      ```swift
      \(declaration)
      ```

      \(says)

      """
  }
}

/// A place as compilers and editors write it: `Sources/App/main.swift:12:7`.
struct SourcePlace: ExpressibleByArgument {
  let path: String
  let line: Int
  let column: Int

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]), line > 0,
      let column = Int(parts[parts.count - 1]), column > 0
    else { return nil }
    path = parts.dropLast(2).joined(separator: ":")
    self.line = line
    self.column = column
    if path.isEmpty { return nil }
  }
}

/// Writes each step with its place, what it was found to be, and what that rests on.
private func text(of explanation: Explanation, _ lines: LineIndex, _ bytes: [UInt8]) -> String {
  var text = ""
  for (index, step) in explanation.steps.enumerated() {
    let start = lines.position(of: step.range.lowerBound, in: .utf8, of: bytes)
    let word = index == 0 ? "" : "from "
    text += "\(word)\(step.path):\(start.line):\(start.column): \(step.text)\n"
    if let type = step.type { text += "  type: \(type)\n" }
    for symbol in step.symbols {
      text += "  \(step.symbols.count > 1 ? "perhaps" : "is"): \(symbol)\n"
    }
    for reason in step.evidence { text += "  because of: \(reason)\n" }
    if let gap = step.gap { text += "  not known: \(gap)\n" }
  }
  return text
}
