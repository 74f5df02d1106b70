/// What became of the findings that a session began with: `before` is the sum of the four that follow it.
package struct FixAccounts: Hashable, Sendable {
  /// The findings that somebody asked about, before the first round.
  package let before: Int

  /// Those whose fix was applied, or whose code another applied fix rewrote.
  package let fixed: Int

  /// Those that the same rule still reports.
  package let kept: Int

  /// Those in whose place something else is reported.
  package let anew: Int

  /// Those that nothing speaks of although nothing was done about them; a round that would lose one is not kept.
  package let lost: Int

  /// Findings of afterwards in whose place nothing was reported before.
  package let introduced: Int

  package init(before: Int, fixed: Int, kept: Int, anew: Int, lost: Int, introduced: Int) {
    self.before = before
    self.fixed = fixed
    self.kept = kept
    self.anew = anew
    self.lost = lost
    self.introduced = introduced
  }
}
