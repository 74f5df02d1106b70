import Foundation
import MoultFindings
import MoultReporting

/// What `moult baseline --budget` does: count, compare, lower.
struct BudgetWork {
  let session: Session
  let unit: Budget.Unit

  /// As messages call it.
  let file: String

  /// Writes the budget for the first time, or lowers it to what there is.
  ///
  /// - Throws: `Verdict.found` if a part is over its budget, in which case nothing is written.
  func lower() async throws {
    let counts = try await counts()
    guard let budget = try known() else {
      let budget = Budget(unit: unit, limits: counts.filter { $0.value > 0 })
      try write(budget)
      Terminal.write(
        "Wrote a budget of \(counted(total(counts), "finding")) for "
          + "\(parts(budget.limits.count)) to \(file)\n")
      return
    }
    let lines = budget.lines(for: counts)
    let over = lines.filter(\.isOver)
    guard over.isEmpty else {
      for line in over { Terminal.write(sentence(line) + "\n") }
      Terminal.write("Over budget: \(over.count) of \(parts(lines.count)); \(file) is as it was\n")
      throw Verdict.found
    }
    let lowered = budget.lowered(to: counts)
    let freed = total(budget.limits) - total(lowered.limits)
    if freed > 0 { try write(lowered) }
    Terminal.write(
      freed == 0
        ? "Nothing to lower: \(file) has what is found\n"
        : "Lowered \(file) by \(counted(freed, "finding")), to \(total(lowered.limits))\n")
  }

  /// Says which parts are over their budget, and which numbers are higher than at a reference.
  ///
  /// - Throws: `Verdict.found` if there are any.
  func check(since reference: String?) async throws {
    guard let budget = try known() else {
      throw Failure("there is no '\(file)'; 'moult baseline --budget \(unit.rawValue)' writes it")
    }
    let lines = budget.lines(for: try await counts())
    for line in lines where line.count != line.limit { Terminal.write(sentence(line) + "\n") }
    let over = lines.filter(\.isOver)
    var raised: [Budget.Line] = []
    if let reference, let earlier = try earlier(reference) {
      guard earlier.unit == budget.unit else {
        throw Failure(
          "'\(file)' counts by \(budget.unit.rawValue), and by \(earlier.unit.rawValue) at '\(reference)': what rose cannot be told"
        )
      }
      raised = budget.raised(over: earlier)
      for line in raised {
        Terminal.write(
          "\(printable(line.name)): the budget rose from \(line.limit) to \(line.count) "
            + "since \(reference)\n")
      }
    }
    Terminal.write(
      over.isEmpty
        ? "Within budget: \(parts(lines.count))\n"
        : "Over budget: \(over.count) of \(parts(lines.count))\n")
    if over.isEmpty, raised.isEmpty, lines.contains(where: { $0.count < $0.limit }) {
      Terminal.write("next: 'moult baseline --budget \(unit.rawValue)' lowers \(file)\n")
    }
    if !over.isEmpty || !raised.isEmpty { throw Verdict.found }
  }

  private func counts() async throws -> [String: Int] {
    let run = try await session.lint(LintRun.Terms())
    if run.report.verdict == .undecided { throw run.complaint }
    return try session.counts(of: run.report.findings, by: unit)
  }

  /// The budget on disk; nil if there is no file.
  private func known() throws(Failure) -> Budget? {
    guard resolvedPath(absolutePath(file)) != nil else { return nil }
    let budget = try read(try textFile(absolutePath(file), called: file), called: file)
    guard budget.unit == unit else {
      throw Failure(
        "'\(file)' counts by \(budget.unit.rawValue): remove it to count by \(unit.rawValue), or name another file with --budget-file"
      )
    }
    return budget
  }

  private func read(_ text: String, called name: String) throws(Failure) -> Budget {
    let budget: Budget?
    do throws(ConfigurationError) {
      budget = try BudgetFile.budget(text)
    } catch {
      throw Failure("\(name):\(error.line):\(error.column): \(error.message)")
    }
    guard let budget else { throw Failure("'\(name)' is empty") }
    return budget
  }

  /// The budget at the place at which the branch left a reference; nil if there was none.
  private func earlier(_ reference: String) throws(Failure) -> Budget? {
    let path = absolutePath(file)
    let texts = try EarlierTexts(since: reference, in: parentFolder(path)) { name in
      name.split(separator: "/").last == path.split(separator: "/").last
    }
    // What did not change is as it is now.
    guard let then = texts.changed[resolvedPath(path) ?? path] else { return try known() }
    guard let then else { return nil }
    return try read(String(decoding: then, as: UTF8.self), called: "\(file) at \(reference)")
  }

  private func write(_ budget: Budget) throws {
    try writeWhole(try BudgetFile.text(of: budget), to: absolutePath(file), called: file)
  }

  private func sentence(_ line: Budget.Line) -> String {
    let head = "\(printable(line.name)): \(counted(line.count, "finding")), "
    return head
      + (line.isOver
        ? "\(line.count - line.limit) above its budget of \(line.limit)"
        : "\(line.limit - line.count) below its budget of \(line.limit)")
  }

  private func total(_ numbers: [String: Int]) -> Int { numbers.values.reduce(0, +) }

  private func parts(_ number: Int) -> String { counted(number, unit.rawValue) }
}
