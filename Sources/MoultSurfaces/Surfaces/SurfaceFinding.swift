import MoultFindings
import MoultMatching
import MoultSource

extension SurfaceRule {
  /// Makes the finding at a place outside Swift source: the page's texts filled in, and a fix where there are edits.
  ///
  /// `$found` is the text at `range` unless `bindings` say otherwise. Without edits the finding has a next step: `nextStep`
  /// where it is given, or else the page's.
  ///
  /// - Parameter least: The least that the fix asks of a person, whatever the page says.
  func finding(
    in file: ProjectText, at range: ByteRange, _ bindings: [String: Binding] = [:],
    edits: [Edit] = [], atLeast least: Safety = .safe, nextStep: String? = nil,
    evidence: [String?] = [], related: [RelatedPlace] = []
  ) -> Finding {
    let all = bindings.merging(["found": .text(file.source.text(range))]) { given, _ in given }
    var fix: Fix?
    if !edits.isEmpty {
      fix = Fix(
        title: filled(row.fixTitle, all, file.source), safety: fixSafety(atLeast: least),
        files: [FileEdits(path: file.source.path, edits: edits)])
    }
    let next = (nextStep ?? row.nextStep).map { filled($0, all, file.source) }
    return Finding(
      rule: id, severity: severity, path: file.source.path, range: range,
      message: filled(row.message, all, file.source), nextStep: fix == nil ? next : nil,
      evidence: evidence.compactMap { $0 }.map { Evidence($0) }, related: related, fix: fix)
  }

  /// What is written is for review where the page leaves the other places of its rule to a person.
  private func fixSafety(atLeast least: Safety) -> Safety {
    row.safety == .manual ? .review : max(row.safety, least)
  }
}

/// Returns a text of a page with its metavariables filled in.
func filled(_ text: String, _ bindings: [String: Binding], _ source: SourceText) -> String {
  Template(text).text(bindings, in: source) ?? text
}
