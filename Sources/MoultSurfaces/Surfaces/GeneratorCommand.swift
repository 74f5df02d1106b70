import MoultManifests
import MoultSource

/// A command line of the project that runs protoc with a plugin.
struct GeneratorCommand: Sendable {
  let command: ReadCommand
  let source: SourceText

  /// `Makefile:12`.
  let place: String

  /// The plugins whose output it asks for.
  let plugins: [String]

  /// The folders that it writes into, as far as the file with the command says them: behind what only a run knows.
  let folders: [String]

  /// Returns the command as it is with the plugin's successor, on one line.
  ///
  /// - Parameter home: where the old plugin is built; in a checkout that SwiftPM makes of it, the new one is built in that of its own.
  func translated(by rename: PluginRename, from home: PluginSource?) -> String {
    let range = command.line.range
    let shift = range.lowerBound.index
    let change = rename.change(of: command)
    let moved = change == nil ? [] : home.map { command.checkouts(rename, of: $0) } ?? []
    let all = ((change?.edits ?? []) + moved).sorted { $0.range.lowerBound < $1.range.lowerBound }
    let edits = all.map { edit in
      let start = ByteOffset(edit.range.lowerBound.index - shift)
      let end = ByteOffset(edit.range.upperBound.index - shift)
      return Edit(range: start..<end, replacement: edit.replacement)
    }
    let written = Array(source.bytes[range.indices])
    let text = String(decoding: applying(edits, to: written) ?? written, as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace).filter { $0 != "\\" }
    return words.joined(separator: " ")
  }

  /// Whether the command's words name the file, as a path that ends with it.
  func names(_ file: String) -> Bool {
    command.line.words.contains { word in
      word.text == file || word.text.hasSuffix("/" + file) || file.hasSuffix("/" + word.text)
    }
  }
}

extension GeneratorCommand {
  /// Whether it writes into the folder, or one above it.
  func writes(into folder: String) -> Bool {
    folders.contains { "/\(folder)/".contains("/\($0)/") }
  }
}

/// Returns the commands of a file that run protoc.
func generatorCommands(of commands: [ReadCommand], in source: SourceText) -> [GeneratorCommand] {
  guard !commands.isEmpty else { return [] }
  let lines = source.lines
  let variables = AssignedValues(commands)
  return commands.compactMap { command in
    guard let invocation = command.invocation else { return nil }
    return GeneratorCommand(
      command: command, source: source,
      place: "\(source.path):\(lines.line(of: command.line.range.lowerBound))",
      plugins: invocation.outputs.map(\.name.text),
      folders: invocation.outputs.compactMap { output in
        let known = output.directory.map { variables.tail($0.text) } ?? ""
        let parts = known.split(separator: "/").filter { $0 != "." && $0 != ".." }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
      })
  }
}
