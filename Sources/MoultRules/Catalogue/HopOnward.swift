package import MoultFindings
import MoultSource

/// What goes on where a rule's hop ends.
package struct HopOnward: Hashable, Sendable {
  /// The era that the rule's hop ends in: `grpc-swift 1`.
  package let era: String

  /// The eras that hops from there lead to: `grpc-swift 2`.
  package let targets: Set<String>

  /// The rules of the hops that begin there.
  package let rules: Set<RuleID>

  /// Whether something goes on from what a person is told to do: what goes does not, and what speaks of the era beyond is said
  /// for that already.
  package func leads(from step: String) -> Bool {
    !step.hasPrefix("delete ") && !targets.contains(where: step.contains)
  }
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
        era: "\(hop.library) \(hop.to)", targets: Set(next.map { "\($0.library) \($0.to)" }),
        rules: next.reduce(into: []) { $0.formUnion($1.rules) })
      for rule in hop.rules { result[rule] = onward }
    }
    return result
  }
}
