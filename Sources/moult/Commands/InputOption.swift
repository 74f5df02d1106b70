import ArgumentParser
import Foundation

/// A text that comes from the input stream in place of a file's content.
struct InputOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Read this file's text from the input stream and look at nothing else; the project around the \
      path is read as ever. The file need not exist.
      """, valueName: "path"))
  var stdinFilename: String?

  /// Reads the input stream to its end.
  static func read() throws(Failure) -> [UInt8] {
    do {
      return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
    } catch {
      throw Failure("cannot read the input stream: \(error.localizedDescription)")
    }
  }
}
