import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// `command: { words: "swift package generate-xcodeproj" }`.
package let commandFinder = Finder(
  FinderTerms(
    "command", .textOrTable("a command's words", [.required("words"), .optional("needs")]),
    anchors: { commandWords($0) }), on: [.manifest, .script], commandFindings)

/// Finds commands of scripts, and of the shell blocks of a README, by their words.
///
/// The finder's options: `words`, the program and what must follow it in this order, among other words;
/// `needs`, what a Cartfile of the project must name for the command to matter. The fix replaces the whole
/// command, in a README alone, and only one without options: what else depends on the command is not seen in a script, and
/// what an option said would be lost.
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
    var edits: [Edit] = []
    if case .put(let put) = rule.row.action, command.surface == .markdown,
      command.words.count == wanted.count
    {
      edits.append(Edit(command.range, put.text))
    }
    return rule.finding(in: file, at: command.range, edits: edits)
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
