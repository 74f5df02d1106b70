import Foundation
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource
import Synchronization

/// Runs a command on the fixed project and takes back the fixes without which it succeeds.
struct Verification {
  let command: String
  let work: FixWork

  /// One fix, by where it was found before anything was changed.
  private struct Place: Hashable {
    let rule: RuleID
    let path: String
    let start: ByteOffset

    init(_ finding: Finding) {
      rule = finding.rule
      path = finding.path
      start = finding.range.lowerBound
    }
  }

  /// Writes `outcome` and runs the command; on failure writes what is left of it without the guilty fixes.
  ///
  /// - Returns: what is on disk afterwards, and one line for each fix that was taken back.
  /// - Throws: `Failure` if the command fails without any fix as well, or someone interrupts. All files
  ///   are as they were then.
  func verified(
    _ outcome: Engine.FixOutcome
  ) async throws(Failure) -> (Engine.FixOutcome, [String]) {
    let trial = Trial(command: command, work: work)
    do throws(Failure) {
      if try trial.passes(with: outcome.report.changes) {
        return (outcome, ["'\(command)' succeeds"])
      }
      Terminal.complain("'\(command)' fails; looking for the fix that makes it fail")
      guard try trial.passes(with: []) else {
        throw Failure(
          "nothing was written: '\(command)' fails without any fix as well, so it tells nothing")
      }
      return try await withoutGuilty(of: outcome, trial)
    } catch {
      try trial.restore()
      throw error
    }
  }

  private func withoutGuilty(
    of outcome: Engine.FixOutcome, _ trial: Trial
  ) async throws(Failure) -> (Engine.FixOutcome, [String]) {
    let rules = Set(outcome.history.flatMap(\.applied).map(\.rule)).sorted()
    let guiltyRules = try await fewest(rules) { some throws(Failure) in
      let some = Set(some)
      return try trial.passes(
        with: try await work.fix { question in
          some.contains(question.finding.rule) ? .decline : work.choice(question)
        }.report.changes)
    }
    // Within a rule, single fixes are told apart by where they were found before the first round.
    var guilty: Set<Place> = []
    var wholeRules = Set(guiltyRules)
    for rule in guiltyRules {
      let places = (outcome.history.first?.applied ?? []).filter { $0.rule == rule }.map(Place.init)
      guard places.count > 1 else { continue }
      let others = wholeRules.subtracting([rule])
      let known = guilty
      guard
        try await passes(without: known.union(places), and: others, trial)
      else { continue }
      let few = try await fewest(places) { some throws(Failure) in
        try await passes(without: known.union(some), and: others, trial)
      }
      guilty.formUnion(few)
      wholeRules.remove(rule)
    }
    let rest = try await fixed(without: guilty, and: wholeRules)
    guard try trial.passes(with: rest.report.changes) else {
      throw Failure(
        "nothing was written: '\(command)' fails now with fixes that it succeeded with before")
    }
    let reverted = outcome.history.flatMap(\.applied).filter { finding in
      wholeRules.contains(finding.rule) || guilty.contains(Place(finding))
    }
    return (rest, reverted.map { note($0, in: outcome) })
  }

  private func fixed(
    without places: Set<Place>, and rules: Set<RuleID>
  ) async throws(Failure) -> Engine.FixOutcome {
    try await work.fix { question in
      if rules.contains(question.finding.rule) { return .decline }
      if question.round == 0, places.contains(Place(question.finding)) { return .decline }
      return work.choice(question)
    }
  }

  private func passes(
    without places: Set<Place>, and rules: Set<RuleID>, _ trial: Trial
  ) async throws(Failure) -> Bool {
    try trial.passes(with: try await fixed(without: places, and: rules).report.changes)
  }

  private func note(_ finding: Finding, in outcome: Engine.FixOutcome) -> String {
    let round = outcome.history.first { $0.applied.contains(finding) }
    let line = round?.texts[finding.path].map { LineIndex($0).line(of: finding.range.lowerBound) }
    let place = line.map { "\(finding.path):\($0)" } ?? finding.path
    return "taken back: \(place) [\(finding.rule)]: '\(command)' fails with this fix"
  }
}

/// The files on disk while a command is tried on them.
///
/// A class because it knows what is on disk at the moment.
private final class Trial {
  private let command: String
  private let base: String
  private let original: [String: [UInt8]]

  /// What differs on disk from the original texts.
  private var current: [String: [UInt8]] = [:]
  private let interruption = Interruption()

  init(command: String, work: FixWork) {
    self.command = command
    base = work.session.workspace.base
    original = Dictionary(
      work.session.workspace.files.map { ($0.source.path, $0.source.bytes) },
      uniquingKeysWith: { $1 })
  }

  /// Writes the texts after `changes`, which start from the original ones, and runs the command.
  func passes(with changes: [FileChange]) throws(Failure) -> Bool {
    try put(Dictionary(changes.map { ($0.path, $0.after) }, uniquingKeysWith: { $1 }))
    Terminal.complain("running '\(command)'")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardInput = FileHandle.nullDevice
    // What the command says is no part of the report.
    process.standardOutput = FileHandle.standardError
    do {
      try process.run()
    } catch {
      throw Failure("nothing was written: cannot run '\(command)'")
    }
    process.waitUntilExit()
    if interruption.hasHappened { throw Failure("nothing was written: interrupted") }
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// Writes the original texts.
  func restore() throws(Failure) { try put([:]) }

  private func put(_ texts: [String: [UInt8]]) throws(Failure) {
    let paths = Set(texts.keys).union(current.keys).sorted()
    let changes = paths.compactMap { path -> FileChange? in
      let first = original[path] ?? []
      let before = current[path] ?? first
      let after = texts[path] ?? first
      return before == after ? nil : FileChange(path: path, before: before, after: after)
    }
    try write(changes, in: base, guarding: .contentOnly)
    current = texts
  }
}

/// Whether a signal has asked the process to end since `Interruption` watches.
private let interrupted = Atomic(false)

/// Remembers signals that ask the process to end, in place of ending, as long as it lives.
private final class Interruption {
  private let numbers = [SIGINT, SIGTERM, SIGHUP]

  var hasHappened: Bool { interrupted.load(ordering: .acquiring) }

  init() {
    interrupted.store(false, ordering: .releasing)
    for number in numbers {
      signal(number) { _ in interrupted.store(true, ordering: .releasing) }
    }
  }

  deinit { for number in numbers { signal(number, SIG_DFL) } }
}
