import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// `buf-command: { words: "mod update" }`.
package let bufCommandFinder = Finder(
  FinderTerms(
    "buf-command", .table([.required("words")]), anchors: { _ in ["buf"] }),
  on: [.manifest, .script], bufCommandFindings)

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
    guard case .put(let put) = rule.row.action else { return rule.finding(in: file, at: range) }
    if let pin = facts.bufProject.oldPin {
      return rule.finding(in: file, at: range, nextStep: pin.nextStep)
    }
    return rule.finding(in: file, at: range, edits: [Edit(range, put.text)])
  }
}
