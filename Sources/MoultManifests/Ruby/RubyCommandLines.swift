package import MoultSource

/// Returns the command lines of a Ruby script: of `prepare_command` and `:script`, of `system` and `sh`, of
/// back-ticks, and the strings that local variables keep.
///
/// - Returns: sorted by where they start.
package func rubyCommandLines(in source: SourceText, surface: ManifestKind) -> [CommandLine] {
  var parser = RubyParser(MappedText(source))
  parser.parse()
  var lines: [CommandLine] = []
  for token in parser.tokens {
    guard case .string(.command) = token.kind else { continue }
    lines += shellCommands(in: parser.makeString(token, .command).content, surface: surface)
  }
  for call in parser.calls {
    lines += commandLines(of: call, text: parser.text, surface: surface)
  }
  return lines.sorted(by: CommandLine.inFileOrder)
}

private func commandLines(
  of call: RubyCall, text: MappedText, surface: ManifestKind
) -> [CommandLine] {
  var lines: [CommandLine] = []
  for argument in call.arguments {
    if let label = argument.label, label.name == "script", let script = argument.value.string {
      lines += shellCommands(in: script.content, surface: surface)
    }
  }
  if call.isAssignment {
    guard let value = call.arguments.first?.value else { return lines }
    switch value {
    case .string(let string) where call.name == "prepare_command" || call.name == "script":
      lines += shellCommands(in: string.content, surface: surface)
    case .string(let string) where call.receiver == nil:
      if let line = assignment(of: call.name, string.content, surface: surface) {
        lines.append(line)
      }
    case .array(let elements) where call.receiver == nil:
      let words = elements.compactMap { word($0, in: text) }
      if !words.isEmpty {
        lines.append(
          CommandLine(surface: surface, role: .assignment(variable: call.name), words: words))
      }
    case .string, .array, .symbol, .hash, .other: break
    }
  } else if runningMethods.contains(call.name) {
    let arguments = call.arguments.filter { $0.label == nil }
    if arguments.count == 1, let script = arguments[0].value.string {
      lines += shellCommands(in: script.content, surface: surface)
    } else {
      let words = arguments.compactMap { word($0, in: text) }
      if !words.isEmpty {
        lines.append(CommandLine(surface: surface, role: .command, words: words))
      }
    }
  }
  return lines
}

/// Methods of Ruby, Rake and fastlane that run a command.
private let runningMethods: Set<String> = [
  "system", "sh", "exec", "spawn", "popen", "capture2", "capture2e", "capture3",
]

/// Returns an argument as a word that no shell splits; what is no string is opaque.
private func word(_ argument: RubyArgument, in text: MappedText) -> Word? {
  guard argument.label == nil, !argument.range.isEmpty else { return nil }
  if let string = argument.value.string {
    return Word(range: string.range, content: string.content)
  }
  let content = text.slice(argument.range.indices)
  return Word(range: argument.range, content: content.withOpaque([0..<content.count]))
}
