package import MoultFindings
import MoultFixes
import MoultSource
package import MoultSurfaces

/// What `moult fix` without options does about findings, told without doing it.
package struct PlainRun: Sendable {
  /// The safe fixes that wait, because a hop that renames a module cannot be made whole by safe ones.
  package let waiting: Set<Finding>

  /// The number of findings of such hops that need more than a safe fix.
  package let inTheWay: Int

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
    waiting = late
    inTheWay = kept.reduce(0) { $0 + $1.findings.count { $0.safety != .safe } }
    let broken = pathsWithErrors(
      among: Set(safe.flatMap { $0.fix?.files.map(\.path) ?? [] }), files, cache)
    unreadable = Set(safe.filter { $0.fix?.files.contains { broken.contains($0.path) } ?? false })
  }

  /// What a person must do about a finding, where the run's own conditions count.
  func safety(of finding: Finding) -> Safety {
    if unreadable.contains(finding) { return .manual }
    return waiting.contains(finding) ? .review : finding.safety
  }
}

private func pathsWithErrors(
  among paths: Set<String>, _ files: [ProjectText], _ cache: TreeCache
) -> Set<String> {
  let inspection = inspection(cache)
  let wanted = files.map(\.source).filter { paths.contains($0.path) }
  return Set(wanted.filter { inspection.errorCount($0.path, $0.bytes) > 0 }.map(\.path))
}
