import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// Finds commands of scripts, and of the shell blocks of a README, by their words.
///
/// The finder's options: `words`, the program and what must follow it in this order, among other words;
/// `needs`, what a Cartfile of the project must name for the command to matter. The fix replaces the whole
/// command, in a README alone: what else depends on the command is not seen in a script.
func commandFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  let wanted = commandWords(of: rule.row.find)
  if let needs = rule.row.find.options["needs"],
    !facts.carthageDependencies.contains(needs.lowercased())
  {
    return []
  }
  return (facts.commands[file.source.path] ?? []).compactMap { read in
    let command = read.line
    guard runs(wanted, command) else { return nil }
    let bindings: [String: Binding] = ["found": .text(file.source.text(command.range))]
    var fix: Fix?
    if case .put(let put) = rule.row.action, command.surface == .markdown {
      fix = Fix(
        title: filled(rule.row.fixTitle, bindings, file.source), safety: rule.row.safety,
        files: [FileEdits(path: file.source.path, edits: [Edit(command.range, put.text)])])
    }
    return Finding(
      rule: rule.id, severity: rule.severity, path: file.source.path, range: command.range,
      message: filled(rule.row.message, bindings, file.source),
      nextStep: fix == nil ? rule.row.nextStep.map { filled($0, bindings, file.source) } : nil,
      fix: fix)
  }
}

/// The word of a command that a file must mention: the last is the rarest.
func commandWords(_ find: FinderSpec) -> [String] { commandWords(of: find).suffix(1) }

private func commandWords(of find: FinderSpec) -> [String] {
  (find.options["words"] ?? find.subject).split(separator: " ").map(String.init)
}

private func runs(_ wanted: [String], _ command: CommandLine) -> Bool {
  guard command.role == .command, let program = command.words.first, program.isStatic,
    program.content.text(of: program.lastPathComponent) == wanted.first
  else { return false }
  var rest = wanted.dropFirst()
  for word in command.words.dropFirst() where word.value == rest.first { rest = rest.dropFirst() }
  return rest.isEmpty
}
