import ArgumentParser
import Foundation

/// What is asked about where it is less than what is read: changed lines, or one text that lies on no disk.
struct ScopeOptions: ParsableArguments {
  enum Extent: String, WordChoice {
    case lines
    case files
  }

  @Option(
    help: ArgumentHelp(
      """
      Report only what touches lines that changed since the branch left this commit, the working tree \
      and untracked files included; all is read as ever.
      """, valueName: "commit"))
  var since: String?

  @Flag(help: "Report only what touches lines that are staged in git.")
  var staged = false

  @Option(help: "Whether --since and --staged mean the changed lines or all of a changed file.")
  var sinceScope: Extent = .lines

  @Option(
    help: ArgumentHelp(
      """
      Read this file's text from the input stream and look at nothing else; the project around the \
      path is read as ever. The file need not exist.
      """, valueName: "path"))
  var stdinFilename: String?

  func validate() throws {
    if since != nil, staged { throw ValidationError("--since and --staged exclude each other") }
  }

  /// The options that name changed lines as another command takes them, each with a blank in front.
  var arguments: String {
    var words: [String] = []
    if let since { words += ["--since", since] }
    if staged { words.append("--staged") }
    if sinceScope == .files { words += ["--since-scope", "files"] }
    return words.map { " " + shellWord($0) }.joined()
  }

  /// Asks git, or returns nil if all of the project is meant.
  func changedLines(in folder: String) throws(Failure) -> ChangedLines? {
    if let since {
      return try ChangedLines(since: since, in: folder, wholeFiles: sinceScope == .files)
    }
    return staged ? try ChangedLines(stagedIn: folder, wholeFiles: sinceScope == .files) : nil
  }

  /// Reads the input stream to its end.
  static func readInput() throws(Failure) -> [UInt8] {
    do {
      return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
    } catch {
      throw Failure("cannot read the input stream: \(error.localizedDescription)")
    }
  }
}
