import MoultFindings
import MoultFixes
package import MoultRules
import MoultSource
import MoultSurfaces

/// What an analysis found in one program of a tree.
package struct ProgramResult: Sendable {
  /// As `Program.name`.
  package let program: String
  package let result: AnalysisResult

  package init(program: String, result: AnalysisResult) {
    self.program = program
    self.result = result
  }
}

extension AnalysisResult {
  /// Puts together what the programs of a tree gave.
  ///
  /// - Parameter absences: the rules that find that nothing is there: it is so only if no program has anything. So it is with
  ///   what was found because no consumer is in sight.
  init(merging results: [AnalysisResult], of tree: DividedTree, absences: Set<RuleID>) {
    self.init(
      merging: zip(tree.parts, results).map {
        ProgramResult(program: $0.program.name, result: $1)
      }, absences: absences, reporters: tree.reporters)
  }

  /// Puts together what programs gave, in their order.
  ///
  /// What is found in a file that programs share is one finding, whose fix has the edits of all of them.
  ///
  /// - Parameters:
  ///   - catalogue: the one that they were judged by.
  ///   - reporters: returns how many programs report on the file at a path.
  package init(
    merging results: [ProgramResult], _ catalogue: Catalogue, reporters: (String) -> Int
  ) {
    self.init(merging: results, absences: catalogue.rulesOfAbsence, reporters: reporters)
  }

  private init(
    merging parts: [ProgramResult], absences: Set<RuleID>, reporters: (String) -> Int
  ) {
    let results = parts.map(\.result)
    if let only = results.first, results.count == 1,
      only.findings.allSatisfy({ reporters($0.path) <= 1 })
    {
      self = only
      programs = parts
      return
    }
    var gaps: Set<String> = []
    self.init(
      findings: mergedFindings(results.map(\.findings), absences: absences, reporters: reporters)
        .sorted(),
      suppressed: unique(results.flatMap(\.suppressed)).sorted { $0.finding < $1.finding },
      gaps: results.flatMap(\.gaps).filter { gaps.insert($0.path).inserted }
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
      kept: unique(results.flatMap(\.kept)).sorted(),
      // Programs that share a file may not know the type for another reason each.
      unknown: sortedOnce(results.flatMap(\.unknown)))
    programs = parts
  }
}

/// What makes findings of several programs one.
struct FindingPlace: Hashable {
  let path: String
  let rule: RuleID
  let range: ByteRange

  init(_ finding: Finding) {
    path = finding.path
    rule = finding.rule
    range = finding.range
  }
}

private func mergedFindings(
  _ results: [[Finding]], absences: Set<RuleID>, reporters: (String) -> Int
) -> [Finding] {
  var own: [Finding] = []
  var shared: [FindingPlace: (first: Int, findings: [Finding], programs: Set<Int>)] = [:]
  var reportersOfPath: [String: Int] = [:]
  func numberOfReporters(_ path: String) -> Int {
    if let known = reportersOfPath[path] { return known }
    let number = reporters(path)
    reportersOfPath[path] = number
    return number
  }
  for (number, findings) in results.enumerated() {
    for finding in findings {
      guard numberOfReporters(finding.path) > 1 else {
        own.append(finding)
        continue
      }
      let place = FindingPlace(finding)
      guard var known = shared[place] else {
        shared[place] = (number, [finding], [number])
        continue
      }
      known.programs.insert(number)
      if known.first == number {
        known.findings.append(finding)
      } else if let index = known.findings.firstIndex(where: { $0.message == finding.message }) {
        let first = known.findings[index]
        known.findings[index] =
          first.isOfAbsence && !finding.isOfAbsence
          ? finding.merged(with: first) : first.merged(with: finding)
      }
      shared[place] = known
    }
  }
  return own
    + shared.values.flatMap { entry -> [Finding] in
      guard let finding = entry.findings.first else { return [] }
      let isEverywhere = entry.programs.count == numberOfReporters(finding.path)
      let isOfAbsence = absences.contains(finding.rule) || finding.isOfAbsence
      return isOfAbsence && !isEverywhere ? [] : entry.findings
    }
}

extension DividedTree {
  /// Whether more than one program reports on the file at a path.
  func isShared(_ path: String) -> Bool { reporters(on: path) > 1 }

  /// The number of programs that report on the file at a path, those that are not in this run counted as one.
  func reporters(on path: String) -> Int {
    programs.reporters(on: path) + (programs.isReportedElsewhere(path) ? 1 : 0)
  }
}

extension Finding {
  /// Whether it was found because nothing in the program makes or uses what it is about.
  fileprivate var isOfAbsence: Bool { evidence.contains(noConsumerInSight) }

  /// Returns the finding with the edits that another program needs as well.
  ///
  /// What one of them cannot do is not done, and what both would do differently is left to a person. Alternatives stay
  /// where both programs have the same.
  fileprivate func merged(with other: Finding) -> Finding {
    guard fix != other.fix || related != other.related || alternatives != other.alternatives else {
      return self
    }
    guard let fix, let more = other.fix, fix.safety != .manual, more.safety != .manual else {
      return safety < other.safety ? other : self
    }
    let both = fix.merged(with: more)
    return Finding(
      rule: rule, severity: max(severity, other.severity), path: path, range: range,
      construct: construct, message: message,
      nextStep: both == nil
        ? "change it by hand, because programs that share the file need different edits here"
        : nextStep ?? other.nextStep,
      evidence: evidence, related: related + other.related.filter { !related.contains($0) },
      fix: both
    ).caused(by: cause).offering(alternatives == other.alternatives ? alternatives : nil)
      .obeying(commonOptions.union(other.commonOptions))
      .resting(on: bases + other.bases.filter { !bases.contains($0) })
  }
}

/// Returns each element once, where it comes first.
package func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  if elements.count < 2 { return elements }
  var known: Set<Element> = []
  return elements.filter { known.insert($0).inserted }
}

extension Catalogue {
  /// The rules that say of a file that nothing is there: nothing that a suppression ignores, nothing that makes Objective-C.
  var rulesOfAbsence: Set<RuleID> {
    Set(
      surfaceRules.filter { $0.suppressionFault == .unused || $0.findsUndecidedPrefixes }
        .map(\.id))
  }
}

/// Returns elements in their order; of several that stand at one place in it, the first that is given.
///
/// - Complexity: O(*n* log *n*).
package func sortedOnce<Element: Comparable>(_ elements: [Element]) -> [Element] {
  var result: [Element] = []
  let sorted = elements.enumerated().sorted { a, b in
    a.element < b.element || !(b.element < a.element) && a.offset < b.offset
  }
  for (_, element) in sorted where result.last.map({ $0 < element }) ?? true {
    result.append(element)
  }
  return result
}
