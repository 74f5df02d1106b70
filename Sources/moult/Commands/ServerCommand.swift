import ArgumentParser
import MoultReporting

/// What an editor's server takes from its command line.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration (default: the nearest .moult.yml upward, inside the repository).",
      valueName: "file"))
  var config: String?

  @OptionGroup var catalogue: CatalogueOption

  @Flag(help: .init("Use the standard streams, which is the default.", visibility: .hidden))
  var stdio = false

  /// Returns the options with which `moult lint` would look at `root`.
  func projectOptions(_ root: String) throws(Failure) -> ProjectOptions {
    var arguments: [String] = []
    if let config { arguments += ["--config", config] }
    if let folder = catalogue.folder { arguments += ["--catalogue", folder] }
    do {
      return try ProjectOptions.parse(arguments + ["--", root])
    } catch {
      throw Failure(ProjectOptions.message(for: error))
    }
  }
}

/// `moult lsp`: findings, fixes and pages in an editor.
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", _superCommandName: "moult",
    abstract: "Serve an editor over the standard streams.",
    discussion: """
      Speaks the Language Server Protocol: diagnostics, a code action for each fix and one \
      for all safe fixes of a file, and the rule's page on hover.
      """)

  @OptionGroup var options: ServerOptions

  func run() async throws {
    var server = LanguageServer(options)
    if !(await server.run()) { throw Verdict.found }
  }
}
