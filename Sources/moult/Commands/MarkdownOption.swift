import ArgumentParser

/// Whether the code in Markdown files is looked at.
struct MarkdownOption: ParsableArguments {
  @Flag(
    name: .customLong("markdown"),
    help: "Look at fenced Swift, YAML, .proto and shell code in Markdown and DocC files, too.")
  var isAsked = false

  /// How a command that is about the same files is called.
  var arguments: String { isAsked ? " --markdown" : "" }
}
