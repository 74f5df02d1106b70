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
    let straight = hopFolders.filter { $0.length > 1 }
    var hops: [HopFolder: RenamingHop] = [:]
    for folder in hopFolders where folder.renamesModule {
      let over = straight.filter { $0.covers(folder) }
      let taken = over.first { !$0.rules.isDisjoint(with: found) } ?? folder
      let own = RenamingHop(
        library: folder.library, from: taken.from, to: taken.to,
        rules: over.reduce(folder.rules) { $0.union($1.rules) }, gates: folder.gates)
      hops[taken] = hops[taken].map { own.joined(to: $0) } ?? own
    }
    return hops.values.sorted { ($0.library, $0.from, $0.to) < ($1.library, $1.from, $1.to) }
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
