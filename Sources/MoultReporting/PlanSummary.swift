package import MoultFindings

/// What a plan is about.
package struct PlanSubject: Hashable, Sendable {
  /// What the project is called.
  package let name: String

  /// The commit that was looked at, short, and whether files differ from it: `1a2b3c4, with changes`; nil outside a repository.
  package let commit: String?

  /// What the run was asked for, with a blank in front, for commands that the plan names to be about the same.
  package let arguments: String

  package init(name: String, commit: String? = nil, arguments: String = "") {
    self.name = name
    self.commit = commit
    self.arguments = arguments
  }
}

/// A step of a migration, as a plan lists it.
package struct PlanStep: Hashable, Sendable {
  /// The way and the modules: `grpc-swift 0 → 1 in API, App`.
  package let name: String
  package let counts: FindingCounts

  /// The number of files in which something is found.
  package let files: Int

  package init(name: String, counts: FindingCounts, files: Int) {
    self.name = name
    self.counts = counts
    self.files = files
  }
}

/// Findings of one kind, of which one is shown.
package struct PlanShape: Hashable, Sendable {
  package let rule: RuleID

  /// The title of the rule's page, without marks of Markdown.
  package let title: String
  package let counts: FindingCounts

  /// The first of them.
  package let example: EraPlace

  /// The code of the first, a line at most; empty where nobody says.
  package let code: String

  package init(
    rule: RuleID, title: String, counts: FindingCounts, example: EraPlace, code: String = ""
  ) {
    self.code = code
    self.rule = rule
    self.title = title
    self.counts = counts
    self.example = example
  }
}

/// Where a project stands, in five lines.
struct PlanSummary {
  struct Line {
    let name: String
    let number: Int

    /// What is counted, as a phrase behind the number.
    let what: String

    /// In minutes of a person's work.
    let minutes: Int

    /// `1.5 h`, to the half hour, or `under 0.5 h`; `0 h` for nothing.
    var hours: String {
      let halves = (minutes + 15) / 30
      if minutes > 0, halves == 0 { return "under 0.5 h" }
      return halves % 2 == 0 ? "\(halves / 2) h" : "\(halves / 2).5 h"
    }
  }

  let lines: [Line]

  /// Minutes that a person needs for one of each, as the formula of the README has them.
  ///
  /// To read a fix over, to fill in a placeholder, to do one thing by hand, to clear an obstacle.
  private static let minutes = (review: 1, placeholder: 5, manual: 20, blocker: 60)

  /// - Parameter deeds: what a person does by hand, as the hours count it.
  init(_ inventory: Inventory, deeds: Int) {
    let counts = inventory.counts
    // An era from which anything leads away is an old one, also where it only shows.
    let old = Set(
      inventory.rows.filter { $0.counts.total > 0 }.map { [$0.library, $0.era] })
    let done = inventory.rows.filter { row in
      row.counts.total == 0 && row.era != nil && !old.contains([row.library, row.era])
    }.reduce(0) { $0 + $1.places.count }
    let obstacles = inventory.obstacles.count
    let choice = counts.review + counts.placeholder
    lines = [
      Line(name: "done", number: done, what: "in places that nothing leads away from", minutes: 0),
      // A command that would write nothing is not named.
      Line(
        name: "automatic", number: counts.automatic,
        what: counts.automatic > 0 ? "by 'moult fix' alone" : "that nobody has to read over",
        minutes: 0),
      Line(
        name: "to choose", number: choice,
        what: "rewritten as well: \(counts.review) to read over, \(counts.placeholder) to fill in",
        minutes: counts.review * Self.minutes.review
          + counts.placeholder * Self.minutes.placeholder),
      Line(
        name: "by hand", number: counts.manual, what: "that only a person can do",
        minutes: deeds * Self.minutes.manual),
      Line(
        name: "blocked", number: obstacles,
        what: obstacles > 0 ? "in the way, as listed below" : "in the way",
        minutes: obstacles * Self.minutes.blocker),
    ]
  }
}
