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
    version: toolVersion,
    subcommands: [
      LintCommand.self, FixCommand.self, PlanCommand.self, MigrateCommand.self,
      SuppressCommand.self,
      BaselineCommand.self, RenamePrefixCommand.self, ImpactCommand.self, ConfigCommand.self,
      InitCommand.self,
      ExplainCommand.self, RulesCommand.self, TestCommand.self, NewCommand.self,
      LearnCommand.self, UpgradeCommand.self, ServerCommand.self,
      MeasureCommand.self,
    ],
    defaultSubcommand: LintCommand.self)

  /// The names of the commands that the help shows.
  static var names: [String] {
    // Key paths into metatypes crash the compiler of Swift 6.3, closures do not.
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .compactMap { $0.configuration.commandName }
  }
}
