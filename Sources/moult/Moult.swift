import ArgumentParser
import MoultReporting
import MoultRules
import MoultSurfaces

/// The version that `--version` and reports name.
let toolVersion = "0.1.0"

/// The rules that are built in, read once.
let builtInCatalogue: Result<Catalogue, PageError> = {
  do throws(PageError) {
    return .success(try Catalogue(embeddedTexts))
  } catch {
    return .failure(error)
  }
}()

/// Where the program begins, and the one place that turns errors into exit codes.
@main
enum Moult {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words == ["--version"] {
      Terminal.write(toolVersion + "\n")
      Terminal.exit(.clean)
    }
    // The rules are read beside the command line, which takes as long; but not for a help text.
    let isCommand = words.first.map { !$0.hasPrefix("-") } ?? true
    let reading = isCommand ? Task.detached { _ = builtInCatalogue } : nil
    do {
      var command = try MoultCommand.parse(words)
      // What was said before is said again without a look at any rule.
      (command as? LintCommand)?.sayAgain()
      // Nearly every command asks for the rules next, and who waits for a global keeps a core busy.
      await reading?.value
      // The one that is called most is known by its type: what it conforms to is searched for in all libraries.
      if let lint = command as? LintCommand {
        try await lint.run()
      } else if var concurrent = command as? any AsyncParsableCommand {
        try await concurrent.run()
      } else {
        try command.run()
      }
    } catch let failure as Failure {
      Terminal.complain("moult: error: \(failure.message)")
      Terminal.exit(.undecided)
    } catch let ending as Verdict {
      Terminal.exit(ending)
    } catch {
      // What is left is the parser's own: help and version end well, anything else is a wrong call.
      let message = MoultCommand.fullMessage(for: error)
      if MoultCommand.exitCode(for: error).isSuccess {
        Terminal.write(message + "\n")
        Terminal.exit(.clean)
      }
      Terminal.complain(message)
      Terminal.exit(.undecided)
    }
  }
}

/// Ends a run with its exit code, once everything is printed.
extension Verdict: Error {}

/// Why a command cannot go on, said to the person who called it.
struct Failure: Error {
  /// One or more lines without a final period or line feed.
  let message: String

  init(_ message: String) { self.message = message }
}
