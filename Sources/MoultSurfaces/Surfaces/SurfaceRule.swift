package import MoultFindings

/// One thing to find outside Swift source: a page, or one row of a page's table.
package struct SurfaceRule: Sendable {
  package let id: RuleID
  package let severity: Severity
  package let row: RuleRow

  package init(id: RuleID, severity: Severity, row: RuleRow) {
    self.id = id
    self.severity = severity
    self.row = row
  }
}
