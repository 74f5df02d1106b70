import ArgumentParser

/// The command line.
struct MoultCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moult",
    abstract:
      "Find old gRPC, Protobuf and Connect APIs, report what replaced them, and rewrite them.",
    discussion: """
      Exit codes: 0 if nothing was found at or above --fail-on, 1 if something was, 2 if Moult could \
      not judge: a wrong call, a malformed configuration, a file that could not be read or understood.
      """,
    version: toolVersion, subcommands: calledCommands, defaultSubcommand: LintCommand.self)

  /// Every command, in the order of the help.
  private static var commands: [any ParsableCommand.Type] {
    [
      LintCommand.self, MergeCommand.self, FixCommand.self, PlanCommand.self, MigrateCommand.self,
      SuppressCommand.self,
      BaselineCommand.self, RenamePrefixCommand.self, ImpactCommand.self, ConfigCommand.self,
      InitCommand.self,
      ExplainCommand.self, RulesCommand.self, TestCommand.self, NewCommand.self,
      LearnCommand.self, UpgradeCommand.self, ServerCommand.self,
      MeasureCommand.self,
    ]
  }

  /// The commands that the parser has to know: the one that the first word names, or all.
  ///
  /// It reads the options of every command that it knows before it looks at a word, and that would be a twentieth of a short
  /// run. Nothing that it says of one command depends on the others.
  private static var calledCommands: [any ParsableCommand.Type] {
    guard let word = CommandLine.arguments.dropFirst().first,
      let called = commands.first(where: { $0.configuration.commandName == word })
    else { return commands }
    return [called]
  }

  /// The names of the commands that the help shows.
  static var names: [String] {
    // Key paths into metatypes crash the compiler of Swift 6.3, closures do not.
    commands.filter { $0.configuration.shouldDisplay }
      .compactMap { $0.configuration.commandName }
  }
}
