package import MoultFindings
import MoultSource

/// What goes on where a rule's hop ends.
package struct HopOnward: Hashable, Sendable {
  /// The era that the rule's hop ends in: `grpc-swift 1`.
  package let era: String

  /// The rules of the hops that begin there.
  package let rules: Set<RuleID>
}

extension Catalogue {
  /// By rule, for those whose hop ends where another one of the library begins.
  ///
  /// - Complexity: O(*n*) in the pages, once.
  package var onward: [RuleID: HopOnward] { knownOnward.value(readOnward) }

  private func readOnward() -> [RuleID: HopOnward] {
    var result: [RuleID: HopOnward] = [:]
    for hop in hopFolders {
      let next = hopFolders.filter {
        $0.library == hop.library && $0.from == hop.to && $0.to != hop.to
      }
      guard !next.isEmpty else { continue }
      let onward = HopOnward(
        era: "\(hop.library) \(hop.to)", rules: next.reduce(into: []) { $0.formUnion($1.rules) })
      for rule in hop.rules { result[rule] = onward }
    }
    return result
  }
}
