package import MoultFindings

/// The rules whose fixes wait for fixes that a session may not apply.
///
/// A module that is renamed leaves no file between two eras: what is safe alone does not build while
/// other uses of the old module stay.
package struct HeldBackFixes: Hashable, Sendable {
  /// Why each of the rules waits: a sentence without a final period.
  package let reasons: [RuleID: String]

  package init(_ reasons: [RuleID: String] = [:]) { self.reasons = reasons }
}
