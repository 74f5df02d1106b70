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
    version: toolVersion, subcommands: commands, defaultSubcommand: LintCommand.self)

  /// Every command, in the order of the help.
  ///
  /// Each names what stands above it: its own help then calls it `moult lint`, and its parser does not begin with two more for
  /// completion scripts, which `moult` has.
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

  /// Returns the command that the words call, with its options.
  ///
  /// A command that its name calls reads what follows by itself: the parser reads the options of every command that it knows
  /// before it looks at a word. What the command does not understand, and help, is for the tree of all commands to answer, which
  /// knows how it is called.
  ///
  /// - Parameter words: the arguments without the program's name.
  static func parse(_ words: [String]) throws -> any ParsableCommand {
    if let command = plainLint(words) { return command }
    // The first of them is called most, and to name a command takes the runtime a moment.
    let called: (any ParsableCommand.Type)? =
      words.first == LintCommand.configuration.commandName
      ? LintCommand.self
      : commands.first { $0.configuration.commandName == words.first }
    if let called, let command = try? called.parseAsRoot(Array(words.dropFirst())) {
      return command
    }
    return try parseAsRoot(words)
  }

  /// Returns `moult lint` where it is called by that name or by none, in words that need no parser; else nil.
  private static func plainLint(_ words: [String]) -> LintCommand? {
    if words.first == LintCommand.configuration.commandName {
      return LintCommand(plain: words.dropFirst())
    }
    // The parser has a command of its own.
    guard words.first != "help",
      !commands.contains(where: { $0.configuration.commandName == words.first })
    else { return nil }
    return LintCommand(plain: words[...])
  }

  /// The names of the commands that the help shows.
  static var names: [String] {
    // Key paths into metatypes crash the compiler of Swift 6.3, closures do not.
    commands.filter { $0.configuration.shouldDisplay }
      .compactMap { $0.configuration.commandName }
  }
}
