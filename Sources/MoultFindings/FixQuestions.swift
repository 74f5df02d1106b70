/// What is worked out about a fix beside the fix itself.
///
/// Each is a rewrite of its own that is mostly thrown away, so it is done for who shows it or asks a person.
package struct FixQuestions: Hashable, Sendable {
  /// The safeties of the fixes for which `Finding.alternatives` is worked out.
  package let alternatives: Set<Safety>

  /// Whether `Finding.commonOptions` is.
  package let includesCommonOptions: Bool

  package init(alternatives: Set<Safety>, includesCommonOptions: Bool = false) {
    self.alternatives = alternatives
    self.includesCommonOptions = includesCommonOptions
  }

  /// What a person is asked who leads a migration.
  package static let all = FixQuestions(
    alternatives: Set(Safety.allCases), includesCommonOptions: true)

  /// What else could be done in place of a fix, for who reads of it.
  package static let alternatives = FixQuestions(alternatives: Set(Safety.allCases))

  /// Nothing.
  package static let none = FixQuestions(alternatives: [])
}
