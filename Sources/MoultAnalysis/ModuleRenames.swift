import MoultFindings
import MoultFixes
import MoultRules

/// Returns which rules wait because a hop that renames a module cannot be made whole by the fixes that are applied.
///
/// Such a hop is a transaction: once a file imports the new module, or the manifest asks for it, every use of the
/// old one has to be gone. Where a fix of the hop is not applied anywhere in the project, none of it is.
///
/// - Parameters:
///   - result: of the whole project: a use in a file that nobody asked about is in the way all the same.
///   - allowed: the safeties whose fixes are applied.
func heldBackFixes(
  among result: AnalysisResult, _ catalogue: Catalogue, allowed: Set<Safety>
) -> HeldBackFixes {
  let found = result.findings + result.suppressed.map(\.finding)
  var reasons: [RuleID: String] = [:]
  var whole: [WholeHop] = []
  for (hop, rules) in catalogue.hopsThatRenameModules.sorted(by: { $0.key < $1.key }) {
    let inTheWay = found.filter {
      rules.contains($0.rule) && !allowed.contains($0.fix?.safety ?? .manual)
    }
    let library = hop.split(separator: "/").first.map(String.init) ?? hop
    guard let first = inTheWay.first else {
      whole.append(WholeHop(library: library, rules: rules))
      continue
    }
    for rule in rules {
      reasons[rule] =
        "\(library) changes its module, and \(inTheWay.count) \(inTheWay.count == 1 ? "finding needs" : "findings need") more than a safe fix, such as \(first.rule) in \(first.path)"
    }
  }
  return HeldBackFixes(reasons, whole: whole)
}

extension Catalogue {
  /// The rules of each hop that renames a module, by the hop's folder: `grpc-swift/0-1`.
  fileprivate var hopsThatRenameModules: [String: Set<RuleID>] {
    var rules: [String: Set<RuleID>] = [:]
    var renaming: Set<String> = []
    for page in pages where page.hop != nil {
      let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
      rules[folder, default: []].insert(page.id)
      if page.rows.contains(where: { $0.find.kind == .module }) { renaming.insert(folder) }
    }
    return rules.filter { renaming.contains($0.key) }
  }
}
