import ArgumentParser
import Foundation
import MoultAnalysis
import MoultFindings
import MoultSource

/// `moult new`: what a person begins with.
struct NewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", _superCommandName: "moult", abstract: "Write something new: a rule page.",
    subcommands: [NewRuleCommand.self])
}

/// `moult new rule`: a page that passes, from what the interfaces of two eras declare.
struct NewRuleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule",
    abstract: "Write a rule page that passes, with a case that is found and one that is not.",
    discussion: """
      Draws both from the interfaces of the library: what the old era declares and the new one does not. What is not \
      said is asked for on a terminal.
      """)

  @Option(help: ArgumentHelp("The library: the name of its folder.", valueName: "name"))
  var library: String?

  @Option(
    help: ArgumentHelp("The eras that the rule leads between, such as '2-3'.", valueName: "hop"))
  var hop: String?

  @Option(
    help: ArgumentHelp(
      "What is looked for: import, type, member, call or case (default: what fits the symbol).",
      valueName: "finder"))
  var kind: String?

  @Option(
    help: ArgumentHelp(
      "The declaration, such as 'AcmeNet.PingClient.lastCode' (default: the first that is gone).",
      valueName: "name"))
  var symbol: String?

  @Option(
    help: ArgumentHelp(
      "What takes its place, such as '$base.status.code' (default: nothing; the page gives advice).",
      valueName: "text"))
  var put: String?

  @Option(help: "What the fix promises: safe, review (default) or placeholder.")
  var safety: String?

  @Option(help: ArgumentHelp("The rule's name behind 'library.'.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("The rule folder.", valueName: "folder"))
  var folder = "MoultRules"

  @Flag(help: "Print the page and write nothing.")
  var dryRun = false

  @OptionGroup var options: RuleOptions

  func validate() throws {
    let kinds = ["import", "type", "member", "call", "case"]
    if let kind, !kinds.contains(kind) {
      throw ValidationError(
        "'\(kind)' cannot be drafted; \(kinds.joined(separator: ", ")) can")
    }
    if let safety, ["safe", "review", "placeholder"].contains(safety) == false {
      throw ValidationError(
        "'\(safety)' is not a safety of a fix; safe, review and placeholder are")
    }
    if safety != nil, put == nil {
      throw ValidationError("'--safety' is about what '--put' writes")
    }
  }

  func run() async throws {
    guard let directory = resolvedPath(".") else {
      throw Failure("cannot read the working directory: \(systemMessage(errno))")
    }
    var request = DraftRequest(
      library: try answer(library, "library", "The library, as its folder is called"),
      hop: try answer(hop, "hop", "The eras that the rule leads between, such as 2-3"))
    request.kind = kind
    request.symbol = symbol
    request.put = put
    request.safety = safety.flatMap(Safety.init(rawValue:))
    request.name = name
    let pages = access(folder, F_OK) == 0 ? try rulePages(in: [folder], of: directory) : []
    let engine = try options.engine(adding: pages)
    let draft: RuleDraft
    do throws(DraftProblem) {
      draft = try await engine.draft(request)
    } catch {
      throw Failure(error.message)
    }
    if dryRun { return Terminal.write(draft.text) }
    let path = joined(folder, draft.path)
    guard access(path, F_OK) != 0 else { throw Failure("'\(path)' is there already") }
    do {
      try FileManager.default.createDirectory(
        atPath: parentFolder(path), withIntermediateDirectories: true)
    } catch {
      throw Failure("cannot make the folder of '\(path)': \(error.localizedDescription)")
    }
    try writeWhole(draft.text, to: path, called: path)
    Terminal.write("Wrote \(path); its 2 cases pass\n")
    Terminal.write("next: say in it what replaced the old, then run 'moult test \(folder)'\n")
    let more = draft.others
    if !more.isEmpty {
      let shown = more.prefix(5).joined(separator: ", ") + (more.count > 5 ? ", …" : "")
      Terminal.write("no page yet for \(more.count) more that \(request.library) lost: \(shown)\n")
    }
  }

  /// Returns what was said, or asks for it where someone can answer.
  private func answer(_ given: String?, _ option: String, _ question: String) throws -> String {
    if let given { return given }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure("'moult new rule' wants '--\(option)': \(question.lowercased())")
    }
    Terminal.complain(question + ": ", endingLine: false)
    guard let line = readLine(), !line.isEmpty else { throw Failure("nothing was said") }
    return line
  }
}
