package import MoultSource

/// How much a finding matters, from least to most.
package enum Severity: String, Comparable, CaseIterable, Sendable {
  /// Shown, and never a reason to fail.
  case note
  case warning
  case error

  package static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// What a person must do about a fix, from least to most.
package enum Safety: String, Comparable, CaseIterable, Sendable {
  /// Means the same, and builds.
  case safe
  /// Builds, and may mean something else.
  case review
  /// Leaves `<#…#>` for a person to fill in.
  case placeholder
  /// Is advice; there is no edit.
  case manual

  package static func < (lhs: Safety, rhs: Safety) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .safe: 0
    case .review: 1
    case .placeholder: 2
    case .manual: 3
    }
  }
}

/// What a finding knows its meaning from.
package struct Evidence: Hashable, Sendable {
  /// A phrase that can follow "because of": `'import SwiftGRPC' in Sources/App/Net.swift:3`.
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// A second place that helps to understand a finding.
package struct RelatedPlace: Hashable, Sendable {
  package let path: String
  package let range: ByteRange
  package let message: String

  package init(path: String, range: ByteRange, message: String) {
    self.path = path
    self.range = range
    self.message = message
  }
}

/// The edits of a fix in one file.
package struct FileEdits: Hashable, Sendable {
  package let path: String

  /// All refer to the text that was analysed; they do not overlap.
  package let edits: [Edit]

  package init(path: String, edits: [Edit]) {
    self.path = path
    self.edits = edits
  }
}

/// An offer to change what was found, all or nothing.
package struct Fix: Hashable, Sendable {
  /// An imperative phrase, without a final period.
  package let title: String
  package let safety: Safety

  /// One entry per file, sorted by path, with its edits in order of where they begin.
  ///
  /// Empty if and only if the safety is `manual`.
  package let files: [FileEdits]

  /// Modules that each changed Swift file must import afterwards, and modules that it need not.
  package let imports: ImportChange

  package init(
    title: String, safety: Safety, files: [FileEdits], imports: ImportChange = ImportChange()
  ) {
    self.title = title
    self.safety = safety
    self.files = files.map { file in
      // Who follows calls from file to file comes upon them in no order.
      FileEdits(
        path: file.path, edits: file.edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }.sorted { $0.path < $1.path }
    self.imports = imports
  }
}

extension Fix {
  /// The modules that one of its files needs.
  ///
  /// What a fix for one file brings with it in others is often no more than the effects of a function, which need none.
  package func modules(for file: FileEdits) -> Set<String> {
    let own = imports.addToFile[file.path] ?? []
    return files.count > 1 && file.writesOnlyEffects ? own : imports.add.union(own)
  }
}

extension FileEdits {
  /// Whether the new code has no words but those that say that something throws or suspends.
  fileprivate var writesOnlyEffects: Bool {
    edits.allSatisfy { edit in
      String(decoding: edit.replacement, as: UTF8.self)
        .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        .allSatisfy { ["async", "await", "throws", "try"].contains($0) }
    }
  }
}

/// Which modules a changed file needs.
///
/// Imports are a set operation on a file: the fix session merges the changes of all fixes that apply to
/// the file and edits its import declarations once.
package struct ImportChange: Hashable, Sendable {
  /// Modules to import if they are not imported yet.
  package let add: Set<String>

  /// Modules that single files need beside those, by path.
  package let addToFile: [String: Set<String>]

  package init(add: Set<String> = [], addToFile: [String: Set<String>] = [:]) {
    self.add = add
    self.addToFile = addToFile
  }
}

/// One place where a rule found what it looks for.
package struct Finding: Hashable, Sendable {
  package let rule: RuleID
  package let severity: Severity
  package let path: String
  package let range: ByteRange

  /// The call or the declaration whose head was found, where it goes on beyond the last line of `range`.
  ///
  /// What stands in it means something only once the head does: arguments and closures of a call, members of an extension.
  package let construct: ByteRange?

  /// One line that says what is wrong: code in ' ', no final period.
  package let message: String

  /// What a person does next where no fix does it; one sentence without a final period.
  package private(set) var nextStep: String?
  package private(set) var evidence: [Evidence]
  package let related: [RelatedPlace]
  package let fix: Fix?

  /// What one deed settles in many places, as a phrase: the call of a generator that makes this file and others anew.
  ///
  /// Findings of one rule with one cause are one thing to do. Nil where each place is settled by itself.
  package private(set) var cause: String?

  /// What else could be done; nil where the fix is the only one that the rule knows.
  package private(set) var alternatives: FixAlternatives?

  /// The options that several rules obey together, another value of which would give another fix here; full names.
  package private(set) var commonOptions: Set<String> = []

  /// The findings without whose fixes this one's must not be made, sorted: they raise a package to the release that it goes with.
  package private(set) var bases: [FixBase] = []

  /// What this finding's fix and those of others rewrite together, each its own part: none is made without the rest.
  ///
  /// Nil where its edits say it; also once it is known what is ignored.
  package private(set) var unit: String?

  package init(
    rule: RuleID, severity: Severity, path: String, range: ByteRange,
    construct: ByteRange? = nil, message: String, nextStep: String? = nil,
    evidence: [Evidence] = [], related: [RelatedPlace] = [], fix: Fix? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.path = path
    self.range = range
    self.construct = construct
    self.message = message
    self.nextStep = nextStep
    self.evidence = evidence
    self.related = related
    self.fix = fix
  }

  /// Returns the same finding, of which a person is told more where no fix is made.
  package func telling(next sentence: String) -> Finding {
    guard fix == nil, let nextStep else { return self }
    var copy = self
    copy.nextStep = "\(nextStep); \(sentence)"
    return copy
  }

  /// Returns the same finding as one that a person has to deal with, without its fix and all that is about that.
  ///
  /// - Parameter step: one sentence without a final period.
  package func left(_ step: String) -> Finding {
    Finding(
      rule: rule, severity: severity, path: path, range: range, construct: construct,
      message: message, nextStep: step, evidence: evidence, related: related
    ).caused(by: cause)
  }

  /// Returns the same finding, whose fix is a part of something; without it where it has none.
  package func being(partOf unit: String?) -> Finding {
    let own = fix == nil ? nil : unit
    guard self.unit != own else { return self }
    var copy = self
    copy.unit = own
    return copy
  }

  /// Returns the same finding with a cause.
  package func caused(by cause: String?) -> Finding {
    var copy = self
    copy.cause = cause
    return copy
  }

  /// Returns the same finding, which is known from something else as well.
  package func because(of evidence: Evidence) -> Finding {
    var copy = self
    copy.evidence.append(evidence)
    return copy
  }

  /// Returns the same finding with another phrase in the place of one that it has.
  package func because(of evidence: Evidence, insteadOf known: Evidence) -> Finding {
    var copy = self
    copy.evidence = self.evidence.map { $0 == known ? evidence : $0 }
    return copy
  }

  /// Returns the same finding with the options that decide about its fix; without them where it has none.
  package func obeying(_ options: Set<String>) -> Finding {
    guard fix != nil else { return self }
    var copy = self
    copy.commonOptions = options
    return copy
  }

  /// Returns the same finding, whose fix must not be made without those of others; without them where it has none.
  package func resting(on bases: [FixBase]) -> Finding {
    guard fix != nil else { return self }
    var copy = self
    copy.bases = bases.sorted()
    return copy
  }

  func setting(_ alternatives: FixAlternatives) -> Finding {
    var copy = self
    copy.alternatives = alternatives
    return copy
  }

  /// The safety of the fix; `manual` where there is none.
  package var safety: Safety { fix?.safety ?? .manual }

  /// Where it is and what found it tell nearly all findings apart; a fix can be long.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(path)
    hasher.combine(range)
  }
}

/// A finding that a comment in the code asks to ignore.
package struct SuppressedFinding: Hashable, Sendable {
  package let finding: Finding

  /// The comment, in the finding's file.
  package let comment: ByteRange

  /// Why, in the words of who wrote it; empty if nobody said.
  package let reason: String

  package init(finding: Finding, comment: ByteRange, reason: String) {
    self.finding = finding
    self.comment = comment
    self.reason = reason
  }

  /// The same once it is known which fixes go with it.
  package var ofNoUnit: SuppressedFinding {
    SuppressedFinding(finding: finding.being(partOf: nil), comment: comment, reason: reason)
  }
}

extension Finding: Comparable {
  /// Orders by path, offset, rule, then message: the order of every report.
  package static func < (lhs: Finding, rhs: Finding) -> Bool {
    if lhs.path != rhs.path { return lhs.path.utf8.lexicographicallyPrecedes(rhs.path.utf8) }
    if lhs.range.lowerBound != rhs.range.lowerBound {
      return lhs.range.lowerBound < rhs.range.lowerBound
    }
    if lhs.rule != rhs.rule { return lhs.rule < rhs.rule }
    return lhs.message < rhs.message
  }
}
