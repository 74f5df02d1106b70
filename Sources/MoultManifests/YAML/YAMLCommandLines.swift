package import MoultSource

/// Returns the command lines of a YAML file: the scripts of workflows (`run: |`), of build descriptions and
/// of task files, and the words that environment variables keep.
///
/// - Returns: sorted by where they start.
package func yamlCommandLines(in source: SourceText) -> [CommandLine] {
  var reader = YAMLScriptReader()
  for document in parseYAML(source).documents { reader.read(document) }
  return reader.lines.sorted(by: CommandLine.inFileOrder)
}

private struct YAMLScriptReader {
  var lines: [CommandLine] = []

  mutating func read(_ node: YAMLNode) {
    for element in node.elements ?? [] { read(element) }
    for entry in node.entries ?? [] {
      let key = entry.key.scalar?.text ?? ""
      if Self.scripts.contains(key) { readScripts(entry.value) }
      if Self.argumentLists.contains(key) { readArguments(entry.value) }
      if Self.environments.contains(key) { readVariables(entry.value) }
      read(entry.value)
    }
  }

  /// Reads a script, or each of a list of scripts.
  private mutating func readScripts(_ node: YAMLNode) {
    if let scalar = node.scalar {
      lines += shellCommands(in: scalar.content.markingExpressions(), surface: .yaml)
    }
    for element in node.elements ?? [] where element.scalar != nil { readScripts(element) }
  }

  /// Reads a script, or the words of one command.
  private mutating func readArguments(_ node: YAMLNode) {
    guard let elements = node.elements else { return readScripts(node) }
    let words = elements.compactMap { element in
      element.scalar.map { Word(range: element.range, content: $0.content.markingExpressions()) }
    }
    guard !words.isEmpty else { return }
    lines.append(CommandLine(surface: .yaml, role: .command, words: words))
    // `["sh", "-c", "protoc …"]`
    if let command = ShellCommand(words), let script = command.scriptArgument {
      lines += shellCommands(in: script.content, surface: .yaml)
    }
  }

  private mutating func readVariables(_ node: YAMLNode) {
    for entry in node.entries ?? [] {
      guard let name = entry.key.scalar?.text, let value = entry.value.scalar?.content,
        let line = assignment(of: name, value.markingExpressions(), surface: .yaml)
      else { continue }
      lines.append(line)
    }
  }

  private static let scripts: Set<String> = [
    "run", "script", "scripts", "before_script", "after_script", "install", "before_install",
    "commands", "cmd", "cmds", "bash", "sh", "content",
  ]

  private static let argumentLists: Set<String> = ["command", "entrypoint", "args"]

  private static let environments: Set<String> = ["env", "environment", "variables", "vars"]
}

extension MappedText {
  /// Returns the text with what a workflow fills in (`${{ … }}`, `<< parameters.x >>`) opaque.
  fileprivate func markingExpressions() -> MappedText {
    var marked: [Range<Int>] = []
    var index = 0
    var mayHaveEnd = true
    while index < count, mayHaveEnd {
      if bytes.hasText("${{", at: index) {
        if let end = endOfExpression(from: index, closing: "}}") {
          marked.append(index..<end)
          index = end
        } else {
          mayHaveEnd = false
        }
      } else if bytes.hasText("<< parameters.", at: index)
        || bytes.hasText("<< pipeline.", at: index),
        let end = endOfExpression(from: index, closing: ">>")
      {
        marked.append(index..<end)
        index = end
      } else {
        index += 1
      }
    }
    return marked.isEmpty ? self : withOpaque(marked)
  }

  /// An expression ends in its line.
  private func endOfExpression(from start: Int, closing: StaticString) -> Int? {
    var index = start
    while index < count, !bytes[index].isLineBreak {
      if bytes.hasText(closing, at: index) { return index + 2 }
      index += 1
    }
    return nil
  }
}
