import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// Finds commands of buf by a name that they had before.
///
/// The finder's option `words` is the old command without `buf`, and `put` the new one. Words that follow stay as they are.
func bufCommandFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  let wanted = (rule.row.find.options["words"] ?? "").split(separator: " ").map(String.init)
  guard !wanted.isEmpty else { return [] }
  return (facts.commands[file.source.path] ?? []).compactMap { read in
    let words = read.line.words
    guard read.line.role == .command, let program = words.first, program.isStatic,
      program.content.text(of: program.lastPathComponent) == "buf", words.count > wanted.count,
      zip(words.dropFirst(), wanted).allSatisfy({ $0.isStatic && $0.value == $1 })
    else { return nil }
    let range = words[1].range.lowerBound..<words[wanted.count].range.upperBound
    let bindings: [String: Binding] = ["found": .text(file.source.text(range))]
    var fix: Fix?
    if case .put(let put) = rule.row.action {
      fix = Fix(
        title: filled(rule.row.fixTitle, bindings, file.source), safety: rule.row.safety,
        files: [FileEdits(path: file.source.path, edits: [Edit(range, put.text)])])
    }
    return Finding(
      rule: rule.id, severity: rule.severity, path: file.source.path, range: range,
      message: filled(rule.row.message, bindings, file.source),
      nextStep: fix == nil ? rule.row.nextStep.map { filled($0, bindings, file.source) } : nil,
      fix: fix)
  }
}
