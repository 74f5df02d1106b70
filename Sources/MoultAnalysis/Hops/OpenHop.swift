package import MoultFindings
package import MoultFixes
package import MoultRules
import MoultSource
package import MoultSurfaces

/// A hop that renames a module and lies ahead of a part of the project, which makes it whole or not at all.
package struct OpenHop: Hashable, Sendable {
  /// The hop for people: `grpc-swift 0 → 1`.
  package let title: String
  package let library: String
  package let rules: Set<RuleID>

  /// The files of the part.
  package let paths: Set<String>

  /// What its rules find in the part, sorted; what comments ask to ignore comes with it.
  package let findings: [Finding]

  /// Those of its rules that find the old module where it is imported or depended upon.
  let gates: Set<RuleID>

  /// Those of the gates that wait for no release of a package; whatever goes with such a release waits by itself.
  let firmGates: Set<RuleID>

  init(_ hop: RenamingHop, _ catalogue: Catalogue, paths: Set<String>, findings: [Finding]) {
    title = hop.title
    library = hop.library
    rules = hop.rules
    gates = hop.gates
    firmGates = hop.gates.filter { catalogue.page($0)?.needs.isEmpty ?? true }
    self.paths = paths
    self.findings = findings
  }

  /// Whether a fix of the finding takes part in the hop.
  package func contains(_ finding: Finding) -> Bool {
    rules.contains(finding.rule) && paths.contains(finding.path)
  }

  /// Whether fixes that are safe make all of it.
  package var isSafe: Bool { findings.allSatisfy { $0.safety == .safe } }
}

/// Returns the hops that rename a module and lie ahead, by library and part.
///
/// - Parameter result: of the whole project and all rules: a use in a file that nobody asked about is in the way all
///   the same.
package func openHops(
  among result: AnalysisResult, in files: [ProjectText], _ catalogue: Catalogue, cache: TreeCache
) -> [OpenHop] {
  let found = (result.findings + result.suppressed.map(\.finding)).sorted()
  let hops = catalogue.renamingHops(finding: Set(found.map(\.rule)))
  let concerned = found.filter { finding in hops.contains { $0.gates.contains(finding.rule) } }
  guard !concerned.isEmpty else { return [] }
  let parts = ProjectParts(
    files, found.filter { finding in hops.contains { $0.rules.contains(finding.rule) } }, cache)
  return hops.flatMap { hop -> [OpenHop] in
    let gates = found.filter { hop.gates.contains($0.rule) }
    return Set(gates.map { parts.part(ofPath: $0.path) }).sorted().map { part in
      let paths = parts.paths(of: part)
      return OpenHop(
        hop, catalogue, paths: paths,
        findings: found.filter { hop.rules.contains($0.rule) && paths.contains($0.path) })
    }
  }
}

/// Returns the fixes that wait because a hop cannot be made whole by those that are applied, or a file's import stays.
///
/// - Parameters:
///   - allowed: the safeties whose fixes are applied.
///   - isChosen: whether the fix of a finding is one of those that were asked for.
package func heldBackFixes(
  of hops: [OpenHop], allowed: Set<Safety>, isChosen: (Finding) -> Bool = { _ in true }
) -> HeldBackFixes {
  HeldBackFixes(
    hops.compactMap { hop in
      let unchosen = hop.findings.filter { !isChosen($0) }
      if unchosen.contains(where: { allowed.contains($0.safety) }) {
        return hop.hold(leaving: unchosen)
      }
      guard !allowed.contains(.review) else { return hop.holdOfStuckFiles }
      let inTheWay = hop.findings.filter { !allowed.contains($0.safety) }
      return inTheWay.first.map { first in
        hop.hold(
          "\(hop.library) changes its module, and \(inTheWay.count) \(inTheWay.count == 1 ? "finding needs" : "findings need") more than a safe fix, such as \(first.rule) in \(first.path)"
        )
      }
    })
}

extension OpenHop {
  func hold(_ reason: String) -> HeldBackFixes.Hold {
    HeldBackFixes.Hold(rules: rules, paths: paths, reason: reason)
  }

  /// The hold of files whose imports of the old module stay, and with them all else in the files.
  private func hold(importsOf paths: [String], _ reason: String) -> HeldBackFixes.Hold {
    HeldBackFixes.Hold(
      rules: rules, paths: Set(paths),
      reason: reason + "; deal with that by hand, and run it again")
  }

  /// The hold of a hop that cannot be whole, as a fix that brings the new module in was taken back.
  func hold(becauseOf gate: RefusedFix) -> HeldBackFixes.Hold {
    hold(
      "the hop \(title) changes its module, so it is made whole or not at all, and '\(gate.finding.rule)' stays in \(gate.finding.path): \(gate.reason); deal with that by hand, and run it again"
    )
  }

  /// The hold of files whose imports of the old module were taken back.
  func hold(of imports: [RefusedFix]) -> HeldBackFixes.Hold {
    let files = imports.count == 1 ? "the file" : "\(imports.count) files"
    return hold(
      importsOf: imports.map(\.finding.path),
      "the import stays in \(files), such as \(imports[0].finding.path): \(imports[0].reason)")
  }

  /// The hold of the files whose import of the old module is left to a person; nil if there are none.
  fileprivate var holdOfStuckFiles: HeldBackFixes.Hold? {
    let stuck = findings.filter { finding in
      firmGates.contains(finding.rule) && finding.safety == .manual
        && Surface(path: finding.path)?.isCode == true
    }
    guard let first = stuck.first else { return nil }
    return hold(
      importsOf: stuck.map(\.path),
      "the import of the file is left to a person, as '\(first.rule)' says in \(first.path)")
  }

  /// The hold of a hop of which `left` would stay as it is.
  ///
  /// - Parameter refusal: of a fix of the hop that was tried, which is why.
  func hold(leaving left: [Finding], since refusal: RefusedFix? = nil) -> HeldBackFixes.Hold {
    let example = left.first { gates.contains($0.rule) } ?? left.first
    let option = isSafe ? "" : " --review"
    let files = Set(left.map(\.path)).count
    let leaves =
      "\(left.count) more \(left.count == 1 ? "finding" : "findings") in \(files) \(files == 1 ? "file" : "files") would be left"
      + (example.map { ", such as \($0.rule) in \($0.path)" } ?? "")
    if let refusal {
      return hold(
        "it belongs to the hop \(title), which changes its module, and \(leaves): '\(refusal.finding.rule)' stays in \(refusal.finding.path), as \(refusal.reason); deal with that by hand, and run it again"
      )
    }
    return hold(
      "it belongs to the hop \(title), which changes its module: run 'moult fix\(option)' on all of it, as \(leaves)"
    )
  }
}
