package import MoultSource

/// Where a plugin writes: `--NAME_out=[OPTIONS:]DIRECTORY`.
package struct PluginOutput: Sendable {
  /// The `NAME`, for which protoc runs `protoc-gen-NAME`.
  package let name: WordPart

  /// The options before the `:`; no items if there is none.
  package let options: PluginOptionList

  /// Nil if the flag ends the command.
  package let directory: WordPart?
}

/// What a plugin is told: `--NAME_opt=OPTIONS`.
package struct PluginOptionFlag: Sendable {
  package let name: WordPart
  package let options: PluginOptionList
}

/// Where a plugin is found: `--plugin=[protoc-gen-NAME=]PATH`.
package struct PluginPath: Sendable {
  /// The `NAME`, from the left side of `=` or else from the path; nil if neither tells it.
  package let name: WordPart?
  package let path: WordPart
}

/// A command line as protoc reads it.
package struct ProtocInvocation: Sendable {
  /// What the line starts, as far as it can be told.
  package enum Program: Sendable {
    case protoc(Word)
    /// The program is a variable: `$(PROTOC)`.
    case variable(Word)
    /// Another program that takes protoc's flags, such as a wrapper script.
    case other(Word)
    /// The words of a variable, meant for some command.
    case unknown
  }

  package let command: CommandLine
  package let program: Program
  package let outputs: [PluginOutput]
  package let optionFlags: [PluginOptionFlag]
  package let plugins: [PluginPath]
  package let importPaths: [WordPart]

  /// The words that name `.proto` files, or may do so when they are expanded.
  package let files: [Word]

  /// Reads a command line.
  ///
  /// - Parameter source: the file that the command line stands in.
  /// - Returns: nil if the command only prints or searches, or has no flag for a plugin.
  package init?(_ command: CommandLine, in source: SourceText) {
    guard let (program, first) = Self.program(of: command) else { return nil }
    var reader = FlagReader(command: command, source: source, index: first)
    reader.read()
    if reader.outputs.isEmpty, reader.optionFlags.isEmpty, reader.plugins.isEmpty { return nil }
    self.command = command
    self.program = program
    outputs = reader.outputs
    optionFlags = reader.optionFlags
    plugins = reader.plugins
    importPaths = reader.importPaths
    files = reader.files
  }

  /// Returns the program and the index of the first word that may be a flag.
  private static func program(of command: CommandLine) -> (Program, Int)? {
    if case .assignment = command.role { return (.unknown, 0) }
    let first = command.words[0]
    if printingPrograms.contains(first.content.text(of: first.lastPathComponent)) { return nil }
    for (index, word) in command.words.enumerated() {
      if word.content.bytes.first == "-" { continue }
      let name = word.content.bytes[word.lastPathComponent]
      guard name.starts(with: "protoc".utf8), !name.starts(with: "protoc-gen-".utf8),
        !name.contains(UInt8(ascii: ".")) || name.isText("protoc.exe")
      else { continue }
      return (.protoc(word), index + 1)
    }
    return (first.isStatic ? .other(first) : .variable(first), first.isStatic ? 1 : 0)
  }

  /// Programs that take protoc's flags as text.
  private static let printingPrograms: Set<String> = [
    "echo", "printf", "grep", "egrep", "fgrep", "rg", "sed", "awk", "git", "cat", "test", "[", "[[",
    ":", "which", "type", "brew", "apt-get", "apt", "man", "info", "warning", "error",
  ]
}

/// Goes through the words of a command line once.
private struct FlagReader {
  let command: CommandLine
  let source: SourceText
  var index: Int
  var outputs: [PluginOutput] = []
  var optionFlags: [PluginOptionFlag] = []
  var plugins: [PluginPath] = []
  var importPaths: [WordPart] = []
  var files: [Word] = []

  mutating func read() {
    while index < command.words.count {
      let word = command.words[index]
      let bytes = word.content.bytes
      if bytes.hasText("--", at: 0) {
        readLongFlag(word)
      } else if bytes.hasText("-I", at: 0), !word.content.opaque.contains(where: { $0.contains(0) })
      {
        if let path = valueOrNext(word, from: bytes.count > 2 ? 2 : nil) {
          importPaths.append(path)
        }
      } else if bytes.suffix(6).isText(".proto") || (!word.isStatic && bytes.first != "-") {
        files.append(word)
      }
      index += 1
    }
  }

  private mutating func readLongFlag(_ word: Word) {
    let content = word.content
    let equals = content.firstIndex(of: UInt8(ascii: "="), in: 0..<content.count)
    let name = 2..<max(2, equals ?? content.count)
    let flag = content.bytes[name]
    if flag.isText("descriptor_set_out") || flag.isText("dependency_out") {
      if equals == nil { index += 1 }
    } else if flag.suffix(4).isText("_out"), name.count > 4 {
      readOutput(WordPart(word, name.lowerBound..<name.upperBound - 4), word, equals)
    } else if flag.suffix(4).isText("_opt"), name.count > 4 {
      let flagIndex = index
      guard let value = valueOrNext(word, from: equals.map { $0 + 1 }) else { return }
      let whole = removal(flagIndex...index)
      optionFlags.append(
        PluginOptionFlag(
          name: WordPart(word, name.lowerBound..<name.upperBound - 4),
          options: PluginOptionList(value.word, value.part, wholeRange: whole)))
    } else if flag.isText("plugin") {
      if let value = valueOrNext(word, from: equals.map { $0 + 1 }) { readPlugin(value) }
    } else if flag.isText("proto_path") {
      if let value = valueOrNext(word, from: equals.map { $0 + 1 }) { importPaths.append(value) }
    }
  }

  /// protoc takes what stands before the first `:` as options.
  private mutating func readOutput(_ name: WordPart, _ word: Word, _ equals: Int?) {
    guard let value = valueOrNext(word, from: equals.map { $0 + 1 }) else {
      let nothing = PluginOptionList(word, 0..<0, wholeRange: word.content.range(of: 0..<0))
      outputs.append(PluginOutput(name: name, options: nothing, directory: nil))
      return
    }
    let content = value.word.content
    let colon = content.firstIndex(of: UInt8(ascii: ":"), in: value.part)
    let start = value.part.lowerBound
    let options = start..<(colon ?? start)
    let directory = (colon.map { $0 + 1 } ?? start)..<value.part.upperBound
    outputs.append(
      PluginOutput(
        name: name,
        options: PluginOptionList(
          value.word, options,
          wholeRange: content.range(of: start..<(colon.map { $0 + 1 } ?? start))),
        directory: WordPart(value.word, directory)))
  }

  private mutating func readPlugin(_ value: WordPart) {
    let content = value.word.content
    let equals = content.firstIndex(of: UInt8(ascii: "="), in: value.part)
    let path = (equals.map { $0 + 1 } ?? value.part.lowerBound)..<value.part.upperBound
    let named = value.part.lowerBound..<(equals ?? value.part.upperBound)
    let file = content.parts(of: named, separatedBy: UInt8(ascii: "/")).last ?? named
    let prefix = "protoc-gen-".utf8
    let name =
      content.bytes[file].starts(with: prefix)
      ? WordPart(value.word, file.lowerBound + prefix.count..<file.upperBound) : nil
    plugins.append(PluginPath(name: name, path: WordPart(value.word, path)))
  }

  /// Returns the rest of the word, or the next word if the flag has no value of its own.
  private mutating func valueOrNext(_ word: Word, from start: Int?) -> WordPart? {
    if let start { return WordPart(word, start..<word.content.count) }
    guard index + 1 < command.words.count else { return nil }
    index += 1
    let next = command.words[index]
    return WordPart(next, 0..<next.content.count)
  }

  private func removal(_ words: ClosedRange<Int>) -> ByteRange {
    command.removal(of: words, in: source)
  }
}

extension CommandLine {
  /// Returns the range to delete so that these words go with the space and line break before them.
  ///
  /// - Parameter words: indices into `words`.
  package func removal(of words: ClosedRange<Int>, in source: SourceText) -> ByteRange {
    let first = self.words[words.lowerBound].range
    let last = self.words[words.upperBound].range
    let bytes = source.bytes
    guard words.lowerBound > 0 else {
      let after = words.upperBound + 1
      guard after < self.words.count else { return first.lowerBound..<last.upperBound }
      let limit = self.words[after].range.lowerBound.index
      var end = last.upperBound.index
      while end < limit, bytes[end].isBlank { end += 1 }
      return first.lowerBound..<ByteOffset(end)
    }
    let limit = self.words[words.lowerBound - 1].range.upperBound.index
    var start = first.lowerBound.index
    while start > limit {
      let byte = bytes[start - 1]
      let escapesLineBreak = byte == "\\" && bytes[start].isLineBreak
      guard byte.isBlank || byte.isLineBreak || escapesLineBreak else { break }
      start -= 1
    }
    return ByteOffset(start)..<last.upperBound
  }

  /// The places that name a plugin's program: `NAME` of each `protoc-gen-NAME` in a word, be it a path, a
  /// part of a flag, or the name of a product to build.
  package var pluginNames: [WordPart] { words.flatMap(\.pluginNames) }
}

extension Word {
  fileprivate var pluginNames: [WordPart] {
    let bytes = content.bytes
    let prefix: StaticString = "protoc-gen-"
    var found: [WordPart] = []
    var index = 0
    while index < bytes.count {
      let isStart = index == 0 || !(bytes[index - 1].isNamePart || bytes[index - 1] == "-")
      guard isStart, bytes.hasText(prefix, at: index) else {
        index += 1
        continue
      }
      let start = index + prefix.utf8CodeUnitCount
      var end = start
      while end < bytes.count, bytes[end].isNamePart || bytes[end] == "-" { end += 1 }
      if end > start { found.append(WordPart(self, start..<end)) }
      index = end
    }
    return found
  }
}
