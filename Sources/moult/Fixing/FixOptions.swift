import ArgumentParser
import MoultFindings

/// Which fixes to apply, and what becomes of them.
struct FixOptions: ParsableArguments {
  @Flag(
    help: "Print a patch for 'git apply' and write nothing; the exit code is 1 if it has changes.")
  var diff = false

  @Option(
    help: ArgumentHelp(
      "Write the patch to this file and change nothing else.", valueName: "file"))
  var patch: String?

  @Flag(help: "Also apply fixes that build but may mean something else.")
  var review = false

  @Flag(help: "Also apply fixes that leave a placeholder for you to fill in.")
  var placeholders = false

  @Flag(help: "Write to files that are modified or untracked in git.")
  var allowDirty = false

  @Flag(
    name: .shortAndLong,
    help:
      "Show each fix and ask: y applies it, n skips it, a applies it and the rest, q skips the rest, r and x do so for its rule, b goes back, e edits it."
  )
  var interactive = false

  @Flag(
    help:
      "Apply the fixes of one rule, the first in order, or of a hop that renames a module, and stop."
  )
  var step = false

  @Flag(
    help:
      "Commit the fixes of each rule separately, with the title of the rule's page as the message.")
  var commitEach = false

  @Option(
    help: ArgumentHelp(
      """
      Run this shell command after the fixes; if it fails, find the fixes without which it does not, \
      and take only these back.
      """, valueName: "command"))
  var verify: String?

  func validate() throws {
    let shows = diff ? "--diff" : "--patch"
    if diff, patch != nil { throw ValidationError("--diff and --patch exclude each other") }
    if diff, interactive { throw ValidationError("--diff and --interactive exclude each other") }
    if interactive, step || verify != nil {
      // Both look for fixes more than once, and nobody wants to answer twice.
      throw ValidationError("--interactive excludes --step and --verify")
    }
    if diff || patch != nil, verify != nil {
      throw ValidationError("\(shows) writes no source, so there is nothing to --verify")
    }
    if diff || patch != nil, commitEach {
      throw ValidationError("\(shows) writes no source, so there is nothing to commit")
    }
    if commitEach, allowDirty {
      throw ValidationError(
        "--commit-each would commit what is modified already: it excludes --allow-dirty")
    }
  }

  /// What whoever runs the command gets to see of fixes beside the fixes themselves.
  var questions: FixQuestions {
    if interactive { return .alternatives }
    // A patch comes without a list of what is left.
    if diff { return .none }
    return FixQuestions(alternatives: Set(Safety.allCases).subtracting(safeties))
  }

  /// The safeties whose fixes are applied.
  var safeties: Set<Safety> {
    var result: Set<Safety> = [.safe]
    if review { result.insert(.review) }
    if placeholders { result.insert(.placeholder) }
    return result
  }
}
