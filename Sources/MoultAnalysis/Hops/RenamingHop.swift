package import MoultFindings
import MoultMatching
package import MoultRules

/// A hop of a library that changes the name of its module, so that no file can stand between its eras.
struct RenamingHop: Hashable, Sendable {
  let library: String

  /// The eras that it leads between, as pages name them: `0`, `1`.
  let from: String
  let to: String
  let rules: Set<RuleID>

  /// Those of its rules that find the old module where it is imported or depended upon.
  ///
  /// As long as one of them finds something, the hop lies ahead; behind it only single uses are left.
  let gates: Set<RuleID>

  /// The hop for people: `grpc-swift 0 → 1`.
  var title: String { "\(library) \(from) → \(to)" }
}

extension Catalogue {
  /// Returns the hops that rename a module, in order; one that is found straight over others makes them one with it.
  ///
  /// A rule that goes straight (`0-2`) waits with each hop on its way, as it leaves what only its end understands.
  ///
  /// - Parameter found: the rules that have found something.
  func renamingHops(finding found: Set<RuleID>) -> [RenamingHop] {
    var folders: [Folder: [RulePage]] = [:]
    for page in pages {
      if let folder = Folder(page) { folders[folder, default: []].append(page) }
    }
    let renaming = folders.filter { $0.value.contains { $0.rows.contains(where: \.isImport) } }
    let straight = folders.filter { $0.key.length > 1 }
    var hops: [Folder: RenamingHop] = [:]
    for (folder, pages) in renaming {
      let over = straight.filter { $0.key.covers(folder) }
      let taken = over.first { $0.value.contains { found.contains($0.id) } }?.key ?? folder
      let own = RenamingHop(
        library: folder.library, from: taken.from, to: taken.to,
        rules: Set((pages + over.values.joined()).map(\.id)),
        gates: Set(pages.filter(\.isGate).map(\.id)))
      hops[taken] = hops[taken].map { own.joined(to: $0) } ?? own
    }
    return hops.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the rules whose fixes are one step with those of `rule`: all of its hop if this renames a module.
  ///
  /// - Parameter found: as `renamingHops(finding:)` says.
  package func step(of rule: RuleID, finding found: Set<RuleID>) -> Set<RuleID> {
    renamingHops(finding: found).first { $0.rules.contains(rule) }?.rules ?? [rule]
  }
}

extension RenamingHop {
  fileprivate func joined(to other: RenamingHop) -> RenamingHop {
    RenamingHop(
      library: library, from: from, to: to, rules: rules.union(other.rules),
      gates: gates.union(other.gates))
  }
}

/// The folder of a hop's pages: a library and two eras.
private struct Folder: Hashable, Comparable {
  let library: String
  let from: String
  let to: String

  init?(_ page: RulePage) {
    guard let ends = page.hop?.split(separator: "-"), ends.count == 2 else { return nil }
    library = String(page.path.prefix { $0 != "/" })
    from = String(ends[0])
    to = String(ends[1])
  }

  /// The number of eras that the hop leads over.
  var length: Int { (Int(to) ?? 0) - (Int(from) ?? 0) }

  func covers(_ other: Folder) -> Bool {
    guard library == other.library, let low = Int(from), let high = Int(to),
      let start = Int(other.from), let end = Int(other.to)
    else { return false }
    return low <= start && end <= high
  }

  static func < (lhs: Folder, rhs: Folder) -> Bool {
    (lhs.library, lhs.from, lhs.to) < (rhs.library, rhs.from, rhs.to)
  }
}

extension RulePage {
  /// Whether the page finds what brings the old module in, and can take it away.
  fileprivate var isGate: Bool { rows.contains { $0.isImport || $0.isDependency } }
}

extension RuleRow {
  fileprivate var isImport: Bool { finder.terms.role == .module }

  /// Whether the row is about the dependency itself, and not about what stands beside it.
  fileprivate var isDependency: Bool {
    finder.terms.role == .dependency && safety != .manual && find.options["old"] == nil
  }
}
