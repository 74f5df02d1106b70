/// What else could be done where a finding has a fix, and what decides between them for a whole project.
///
/// A rule offers them where each is right and only a person knows which is wanted. The finding's own fix is the first
/// choice: that of the configuration, or else the rule's.
package struct FixAlternatives: Hashable, Sendable {
  /// The option of the configuration that decides: `grpc-swift.blocking-calls`.
  package let option: String

  /// The value of the option that gives the finding's own fix.
  package let chosen: String

  /// The others, in the order of the rule's page; never empty.
  package let others: [Other]

  /// A fix that may take the place of the finding's own.
  package struct Other: Hashable, Sendable {
    /// The value of the option that makes it the first choice.
    package let value: String
    package let fix: Fix

    package init(value: String, fix: Fix) {
      self.value = value
      self.fix = fix
    }
  }

  package init(option: String, chosen: String, others: [Other]) {
    self.option = option
    self.chosen = chosen
    self.others = others
  }
}

extension Finding {
  /// Returns the same finding with other fixes to choose from; with none where it has no fix itself, or there is no other.
  package func offering(_ alternatives: FixAlternatives?) -> Finding {
    guard fix != nil, let alternatives, !alternatives.others.isEmpty else { return self }
    return setting(alternatives)
  }
}
