import MoultFindings

/// How much of what was found a report for people shows.
package struct TextLayout: Sendable {
  /// Whether each finding is shown with its code, however many there are.
  package var isExpanded: Bool

  /// The most findings to show; nil for all.
  package var most: Int?

  /// Whether findings alone are shown, without counts, coverage and advice.
  package var isQuiet: Bool

  package init(isExpanded: Bool = false, most: Int? = nil, isQuiet: Bool = false) {
    self.isExpanded = isExpanded
    self.most = most
    self.isQuiet = isQuiet
  }

  /// More findings than these are blocks.
  static let mostFrames = 8

  /// Whether so many findings are shown with their code, if that takes few lines.
  package static func canShowFrames(_ number: Int) -> Bool { number <= mostFrames }

  /// Frames that take more lines than these are blocks as well.
  static let mostLinesOfFrames = 60

  /// The most lines that blocks take: what is around them lets 100 findings fit 60 lines, and 2,000 fit 150.
  func budget(for number: Int) -> Int { min(138, 43 + number / 20) }

  /// The most severe ones, in report order, if not all are wanted.
  func limited(_ findings: [Finding]) -> [Finding] {
    guard let most, findings.count > most else { return findings }
    let severe = findings.sorted { a, b in
      a.severity != b.severity ? a.severity > b.severity : a < b
    }
    return severe.prefix(most).sorted()
  }
}
