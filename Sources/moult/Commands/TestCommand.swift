import ArgumentParser
import Foundation
import MoultAnalysis
import MoultReporting
import MoultSource

/// `moult test`: the cases on rule pages.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", _superCommandName: "moult", abstract: "Run the cases on rule pages.",
    discussion: """
      Without folders, runs the cases of the built-in rules. Where folders are named and there is a Swift compiler in \
      PATH, it then type-checks the code of their cases, each side in its era.
      """)

  @Argument(help: ArgumentHelp("Folders with rule pages.", valueName: "folder"))
  var folders: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help:
      "Only have the Swift compiler in PATH type-check the cases' code in its era; or only run the cases."
  )
  var typeCheck: Bool?

  @OptionGroup var options: RuleOptions

  func run() async throws {
    guard let directory = resolvedPath(".") else {
      throw Failure("cannot read the working directory: \(systemMessage(errno))")
    }
    let progress = Progress()
    progress.begin("reading rules")
    let pages = try rulePages(in: folders, of: directory)
    let engine = try options.engine(adding: pages)
    if typeCheck == true { return try await checkTypes(engine.typeCheckPlan(pages), progress) }
    let jobs = Surroundings.cores
    let outcome = await engine.test(pages, jobs) { done, all in
      progress.begin("running cases: \(done) of \(all)")
    }
    progress.pause()
    for failure in outcome.failures { Terminal.write(text(of: failure)) }
    Terminal.write("\(outcome.cases) cases, \(outcome.failures.count) failed\n")
    if !outcome.failures.isEmpty { throw Verdict.found }
    if outcome.cases == 0 { throw Failure("there is no case to run") }
    guard typeCheck == nil, !folders.isEmpty else { return }
    guard SwiftCompiler.isInPath else {
      Terminal.write("not type-checked: there is no 'swiftc' in PATH\n")
      return
    }
    let plan = await engine.typeCheckPlan(pages)
    if !plan.tasks.isEmpty { try await checkTypes(plan, progress) }
  }
}

/// Returns a failure with what shows it: the line and its carets, or the difference of two texts.
private func text(of failure: CaseFailure) -> String {
  guard case .text(let path, let variant, let expected, let found) = failure.problem else {
    return "\(failure)\n"
  }
  let change = FileChange(path: path, before: Array(expected.utf8), after: Array(found.utf8))
  let lines = String(decoding: unifiedDiff([change]), as: UTF8.self)
    .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
  return
    "\(failure.page):\(failure.line): \(failure.name): the fix\(variant) of \(path) is not what 'after' says (- expected, + found)\n"
    + lines.joined(separator: "\n")
}
