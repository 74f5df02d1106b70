import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultMatching
import MoultRules
import MoultSource
import MoultSurfaces

/// A project whose fixes must lose nothing.
struct TrustedProject {
  let name: String
  let files: [ProjectText]

  /// The rules that run.
  let rules: Set<RuleID>
  var options = OptionValues()
}

/// Which of a project's fixes somebody wants.
enum Selection: String, CaseIterable {
  case safe
  case review
  case placeholders
  case reviewAndPlaceholders
  case oneRule
  /// As `--since` does: some lines and not the others.
  case someLines
  case step

  var allowed: Set<Safety> {
    switch self {
    case .safe: [.safe]
    case .placeholders: [.safe, .placeholder]
    case .review: [.safe, .review]
    case .reviewAndPlaceholders, .oneRule, .someLines, .step: [.safe, .review, .placeholder]
    }
  }

  /// Whether another run with the same wishes has nothing left to do.
  var isExhaustive: Bool {
    switch self {
    case .safe, .review, .placeholders, .reviewAndPlaceholders, .oneRule: true
    case .someLines, .step: false
    }
  }
}

extension TrustedProject {
  /// Fixes the project as `moult fix` does for a selection.
  ///
  /// - Parameters:
  ///   - first: what is found before any fix.
  ///   - texts: what the files hold, where it differs from `files`.
  func fixed(
    _ selection: Selection, _ first: [Finding], _ catalogue: Catalogue, cache: TreeCache,
    from texts: [String: [UInt8]] = [:]
  ) async throws(FixFailure) -> FixOutcome {
    let fixable = first.filter { selection.allowed.contains($0.safety) }
    let rule = fixable.isEmpty ? nil : fixable[fixable.count / 2].rule
    let choice: FixChoice
    switch selection {
    case .safe, .review, .placeholders, .reviewAndPlaceholders, .oneRule:
      choice = { _ in .apply }
    case .someLines:
      choice = { question in
        let index = LineIndex(question.texts[question.finding.path] ?? [])
        return index.line(of: question.finding.range.lowerBound) / 5 % 2 == 0 ? .apply : .decline
      }
    case .step:
      choice = { $0.round == 0 && $0.finding.rule == rule ? .apply : .decline }
    }
    let asked = selection == .oneRule ? rules.filter { $0 == rule } : rules
    let current = files.map { file in
      ProjectText(
        source: SourceText(
          path: file.source.path, bytes: texts[file.source.path] ?? file.source.bytes),
        surface: file.surface, isGenerated: file.isGenerated)
    }
    return try await fixKeepingHopsWhole(
      current, catalogue, AnalysisOptions(rules: asked, options: options),
      whole: AnalysisOptions(rules: rules, options: options),
      FixPolicy(allowed: selection.allowed, choice: choice), cache: cache
    ).outcome
  }
}
