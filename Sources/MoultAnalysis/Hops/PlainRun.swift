package import MoultFindings
import MoultFixes
import MoultSource
package import MoultSurfaces

/// What `moult fix` without options does about findings, told without doing it.
package struct PlainRun: Sendable {
  /// The safe fixes that wait, because a hop that renames a module cannot be made whole by safe ones, or because they rest
  /// on others that are not made.
  package let waiting: Set<Finding>

  /// The number of findings that they wait for: those of such hops that need more than a safe fix, and what they rest on.
  package let inTheWay: Int

  /// Safe fixes that rest on others which nobody asked about, as they are in another folder or of another rule.
  package let elsewhere: Set<Finding>

  /// Safe fixes in files that are not edited, as they have syntax errors already.
  package let unreadable: Set<Finding>

  /// - Parameters:
  ///   - findings: those that are counted.
  ///   - hops: those that lie ahead of the whole project.
  package init(
    _ findings: [Finding], hops: [OpenHop], in files: [ProjectText], cache: TreeCache
  ) {
    let held = heldBackFixes(of: hops, allowed: [.safe])
    let safe = findings.filter { $0.safety == .safe }
    let late = Set(safe.filter { held.reason(for: $0) != nil })
    let kept = hops.filter { hop in late.contains(where: hop.contains) }
    let broken = pathsWithErrors(
      among: Set(safe.flatMap { $0.fix?.files.map(\.path) ?? [] }), files, cache)
    let unreadable = Set(
      safe.filter { $0.fix?.files.contains { broken.contains($0.path) } ?? false })
    let made = standing(safe.filter { !late.contains($0) && !unreadable.contains($0) })
    let left = Set(safe).subtracting(made).subtracting(unreadable)
    let there = Set(findings.map { FixBase($0) })
    elsewhere = left.filter { !late.contains($0) && !there.isSuperset(of: $0.bases) }
    waiting = left.subtracting(elsewhere)
    self.unreadable = unreadable
    let bases = Set(waiting.subtracting(late).flatMap(\.bases))
      .subtracting(made.map { FixBase($0) })
    let needed = kept.flatMap(\.findings).filter { $0.safety != .safe }
    inTheWay = needed.count + bases.subtracting(needed.map { FixBase($0) }).count
  }

  /// What a person must do about a finding, where the run's own conditions count.
  func safety(of finding: Finding) -> Safety {
    if unreadable.contains(finding) { return .manual }
    return waiting.contains(finding) || elsewhere.contains(finding) ? .review : finding.safety
  }
}

/// Returns those of some fixes that rest on nothing but others of them.
private func standing(_ fixes: [Finding]) -> [Finding] {
  var left = fixes
  while true {
    let there = Set(left.map { FixBase($0) })
    let standing = left.filter { there.isSuperset(of: $0.bases) }
    if standing.count == left.count { return standing }
    left = standing
  }
}

private func pathsWithErrors(
  among paths: Set<String>, _ files: [ProjectText], _ cache: TreeCache
) -> Set<String> {
  let inspection = inspection(cache)
  let wanted = files.map(\.source).filter { paths.contains($0.path) }
  return Set(wanted.filter { inspection.errorCount($0.path, $0.bytes) > 0 }.map(\.path))
}
