package import MoultFindings
import MoultSource

/// A fix that is about to be applied.
package struct FixQuestion: Sendable {
  package let finding: Finding

  /// The texts of the project that the finding refers to, by path.
  package let texts: [String: [UInt8]]

  /// How many rounds have changed something before.
  package let round: Int
}

/// What is decided about a fix before it is applied.
package enum FixDecision: Sendable {
  case apply

  /// Leaves the code as it is, in later rounds as well.
  case decline

  /// Applies another fix in its place.
  case replace(with: Fix)
}

/// Decides about one fix before it is applied; asked once about a finding in a round.
package typealias FixChoice = @Sendable (FixQuestion) -> FixDecision

extension Finding {
  /// Returns the same finding with another fix, beside which there are no alternatives.
  package func with(_ fix: Fix?) -> Finding {
    Finding(
      rule: rule, severity: severity, path: path, range: range, construct: construct,
      message: message, nextStep: nextStep, evidence: evidence, related: related, fix: fix
    ).caused(by: cause)
  }
}

/// Fixes that nobody wants, by where they are: the same code elsewhere is another fix.
struct DeclinedFixes {
  private struct Place: Hashable {
    let rule: RuleID
    let message: String
    let path: String
    let start: ByteOffset
  }

  private var places: Set<Place> = []

  func contains(_ finding: Finding) -> Bool { places.contains(Self.place(of: finding)) }

  mutating func insert(_ finding: Finding) { places.insert(Self.place(of: finding)) }

  /// Follows the code through a round's edits; what was replaced is forgotten.
  mutating func move(through changes: [String: CombinedEdits]) {
    places = Set(
      places.compactMap { place in
        guard let change = changes[place.path] else { return place }
        return change.moved(place.start).map { start in
          Place(rule: place.rule, message: place.message, path: place.path, start: start)
        }
      })
  }

  private static func place(of finding: Finding) -> Place {
    Place(
      rule: finding.rule, message: finding.message, path: finding.path,
      start: finding.range.lowerBound)
  }
}
