import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces

extension AnalysisResult {
  /// Puts together what the programs of a tree gave.
  ///
  /// What is found in a file that programs share is one finding, whose fix has the edits of all of them.
  ///
  /// - Parameter unused: the rules that find what ignores nothing: it does so only if no program has anything to ignore.
  init(merging results: [AnalysisResult], of tree: DividedTree, unused: Set<RuleID>) {
    if let only = results.first, results.count == 1 {
      self = only
      return
    }
    var gaps: Set<String> = []
    self.init(
      findings: mergedFindings(results.map(\.findings), of: tree, unused: unused).sorted(),
      suppressed: unique(results.flatMap(\.suppressed)).sorted { $0.finding < $1.finding },
      gaps: results.flatMap(\.gaps).filter { gaps.insert($0.path).inserted }
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
      kept: unique(results.flatMap(\.kept)).sorted())
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
  _ results: [[Finding]], of tree: DividedTree, unused: Set<RuleID>
) -> [Finding] {
  var own: [Finding] = []
  var shared: [FindingPlace: (first: Int, findings: [Finding], programs: Set<Int>)] = [:]
  for (part, findings) in zip(tree.parts, results) {
    for finding in findings {
      guard part.program.shared.contains(finding.path) || tree.isShared(finding.path) else {
        own.append(finding)
        continue
      }
      let place = FindingPlace(finding)
      guard var known = shared[place] else {
        shared[place] = (part.number, [finding], [part.number])
        continue
      }
      known.programs.insert(part.number)
      if known.first == part.number {
        known.findings.append(finding)
      } else if let index = known.findings.firstIndex(where: { $0.message == finding.message }) {
        known.findings[index] = known.findings[index].merged(with: finding)
      }
      shared[place] = known
    }
  }
  return own
    + shared.values.flatMap { entry -> [Finding] in
      guard let finding = entry.findings.first else { return [] }
      let isEverywhere = entry.programs.count == tree.reporters(on: finding.path)
      return unused.contains(finding.rule) && !isEverywhere ? [] : entry.findings
    }
}

extension DividedTree {
  /// Whether more than one program reports on the file at a path.
  func isShared(_ path: String) -> Bool { reporters(on: path) > 1 }

  /// The number of programs that report on the file at a path.
  func reporters(on path: String) -> Int {
    programs.programs(ofPath: path).count { !programs.all[$0].seen.contains(path) }
  }
}

extension Finding {
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
  }
}

/// Returns each element once, where it comes first.
func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var known: Set<Element> = []
  return elements.filter { known.insert($0).inserted }
}

extension Catalogue {
  /// The rules about suppressions that ignore nothing.
  var unusedSuppressions: Set<RuleID> {
    Set(surfaceRules.filter { $0.suppressionFault == .unused }.map(\.id))
  }
}
