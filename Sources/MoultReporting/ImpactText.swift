package import MoultFindings
package import MoultSource

extension ImpactReport {
  /// Returns the report for people: each change that reaches code, and the places below it.
  ///
  /// Lines and columns are one-based; columns count UTF-8 bytes.
  package func text(_ style: TextStyle) -> String {
    var output = ""
    for change in felt {
      let worst = change.uses.map(\.effect.severity).max() ?? .note
      let place = change.place.map { style.strong(text(of: $0) + ":") + " " } ?? ""
      output += place + style.severity(worst, worst.rawValue + ":") + " "
      output += "\(printable(sentence(change))) \(style.faint("[impact.\(change.kind)]"))\n"
      if let evidence = change.evidence { output += "  taken for the same: \(evidence)\n" }
      for use in change.uses {
        output += "  \(style.strong(text(of: use.place))): \(printable(use.message))"
        output += use.edit == nil ? "\n" : " \(style.faint("(can be rewritten)"))\n"
      }
      output += "\n"
    }
    let silent = changes.filter(\.uses.isEmpty)
    for change in silent { output += "\(printable(sentence(change)))\n" }
    if !silent.isEmpty { output += "\n" }
    return output + style.strong(summary) + "\n" + coverage.text()
  }

  /// Returns a summary as Markdown, for a pull request: a table of changes, then the places of each.
  package func markdown() -> String {
    var output = "## Impact of changed interfaces\n\n\(markdownText(summary)).\n"
    let hasRewritten = changes.contains { !$0.rewritten.isEmpty }
    if !changes.isEmpty {
      let last = hasRewritten ? "rewritten" : "can be rewritten"
      output += "\n| change | breaks | other type | may break | files | \(last) |\n"
      output += "| --- | ---: | ---: | ---: | ---: | ---: |\n"
    }
    for change in felt + changes.filter(\.uses.isEmpty) {
      let numbers = Effect.allCases.map { effect in change.uses.count { $0.effect == effect } }
      let files = Set(change.uses.map(\.place.path)).count
      let last = hasRewritten ? change.rewritten.count : change.uses.count { $0.edit != nil }
      let cells = numbers + [files, last]
      output += "| \(markdownText(change.title)) | "
      output += cells.map(String.init).joined(separator: " | ") + " |\n"
    }
    for change in felt {
      output += "\n<details><summary>\(markdownText(sentence(change)))</summary>\n\n"
      if let place = change.place { output += "Declared in `\(text(of: place))`." }
      if let evidence = change.evidence {
        output += "\(change.place == nil ? "" : " ")Taken for the same: \(markdownText(evidence))."
      }
      output += "\n\n"
      for use in change.uses.prefix(markdownLimit) {
        output += "- `\(text(of: use.place))`: \(markdownText(use.message))"
        output += use.edit == nil ? "\n" : " (can be rewritten)\n"
      }
      if change.uses.count > markdownLimit {
        output += "- and \(change.uses.count - markdownLimit) more\n"
      }
      output += "\n</details>\n"
    }
    return output
  }
}

/// How many places of one change a summary lists.
private let markdownLimit = 50

extension ImpactReport {
  /// Returns what programs read; `Schemas/impact.schema.json` describes it.
  package func json(version: String) throws -> String {
    func place(_ place: Place) -> ImpactJSON.Place {
      let text = texts[place.path]
      func position(_ offset: Int) -> ImpactJSON.Position? {
        guard let text else { return nil }
        let start = place.range.indices.lowerBound + offset
        let utf8 = text.position(of: .init(start), in: .utf8)
        let utf16 = text.position(of: .init(start), in: .utf16)
        return ImpactJSON.Position(
          offset: start, line: utf8.line, utf8Column: utf8.column, utf16Column: utf16.column)
      }
      return ImpactJSON.Place(
        path: place.path, start: position(0), end: position(place.range.utf8Count))
    }
    let items = changes.map { change in
      ImpactJSON.Change(
        kind: change.kind, message: sentence(change), evidence: change.evidence,
        place: change.place.map(place),
        uses: change.uses.map { use in
          ImpactJSON.Use(
            effect: use.effect.rawValue, message: use.message, place: place(use.place),
            rewrite: use.edit.map { edit in
              ImpactJSON.Rewrite(
                place: place(Place(path: use.place.path, range: edit.range)),
                text: String(decoding: edit.replacement, as: UTF8.self))
            })
        }, rewritten: change.rewritten.isEmpty ? nil : change.rewritten.count)
    }
    let json = ImpactJSON(
      tool: ImpactJSON.Tool(name: "moult", version: version), since: reference,
      exit: verdict.rawValue, summary: summary, changes: items,
      gaps: coverage.gaps.map { ImpactJSON.Missed(path: $0.path, reason: $0.reason) })
    return try jsonText(json) + "\n"
  }

  /// The places as findings, for the formats that know nothing else.
  ///
  /// Each has the severity of its effect, and a fix where it can be rewritten.
  package var findings: [Finding] {
    changes.flatMap { change in
      change.uses.map { use in
        let fix = use.edit.map { edit in
          Fix(
            title: "Write '\(String(decoding: edit.replacement, as: UTF8.self))'",
            safety: .review, files: [FileEdits(path: use.place.path, edits: [edit])])
        }
        let related = change.place.map { place in
          [RelatedPlace(path: place.path, range: place.range, message: change.title)]
        }
        return Finding(
          rule: RuleID("impact.\(change.kind)"), severity: use.effect.severity,
          path: use.place.path, range: use.place.range,
          message: "\(use.message): \(change.title)",
          evidence: change.evidence.map { [Evidence($0)] } ?? [], related: related ?? [], fix: fix)
      }
    }
  }
}

extension ImpactReport {
  /// The uses as a report of findings, with what each kind of change means as its rule.
  package func findingsReport(sources: [SourceText]) -> Report {
    var details = ReportDetails()
    for change in felt {
      let id = RuleID("impact.\(change.kind)")
      let title = "What \(change.kind.replacing("-", with: " ")) means for code"
      details.rules[id] = RuleDescription(
        title: title,
        page:
          "# \(title)\n\nFound by 'moult impact': the interface changed since \(reference), and "
          + "the code was written against what it was.\n", severity: .error)
    }
    let findings = findings
    var known: [Fingerprint: Int] = [:]
    for finding in findings {
      let one = Fingerprint(
        path: finding.path, rule: finding.rule, context: "", code: finding.message, ordinal: 1)
      known[one, default: 0] += 1
      details.fingerprints[finding] = Fingerprint(
        path: one.path, rule: one.rule, context: "", code: one.code, ordinal: known[one] ?? 1)
    }
    return Report(
      findings: findings, sources: sources, coverage: coverage, verdict: verdict,
      details: details)
  }
}

/// The report as programs read it.
private struct ImpactJSON: Encodable {
  var schemaVersion = 1
  let tool: Tool
  let since: String
  let exit: Int
  let summary: String
  let changes: [Change]
  let gaps: [Missed]

  struct Tool: Encodable {
    let name: String
    let version: String
  }

  struct Change: Encodable {
    let kind: String
    let message: String
    let evidence: String?
    let place: Place?
    let uses: [Use]
    let rewritten: Int?
  }

  struct Use: Encodable {
    let effect: String
    let message: String
    let place: Place
    let rewrite: Rewrite?
  }

  struct Rewrite: Encodable {
    let place: Place
    let text: String
  }

  struct Place: Encodable {
    let path: String
    let start: Position?
    let end: Position?
  }

  struct Position: Encodable {
    let offset: Int
    let line: Int
    let utf8Column: Int
    let utf16Column: Int
  }

  struct Missed: Encodable {
    let path: String
    let reason: String
  }
}
