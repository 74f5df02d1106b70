import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource

/// How findings and fixes look to an editor.
struct ServerMessages {
  let project: ServerProject
  let unit: ColumnUnit

  /// Whether the editor understands edits that name the version of a document.
  let knowsDocumentChanges: Bool

  /// The address of the book that has a page for each rule, with '/' at its end; nil where there is none.
  let book: String?

  /// The open files, by absolute path.
  let documents: [String: Document]

  func diagnostic(_ finding: Finding) -> JSONValue { diagnostics([finding])[0] }

  /// Returns a diagnostic for each finding, in the same order.
  func diagnostics(_ findings: [Finding]) -> [JSONValue] {
    // To count the lines of a text takes a look at all of it.
    var counted: [String: DocumentText] = [:]
    func text(_ name: String) -> DocumentText {
      if let text = counted[name] { return text }
      let text = self.text(at: name)
      counted[name] = text
      return text
    }
    return findings.map { finding in
      var message = finding.message
      if let nextStep = finding.nextStep { message += "\nnext: " + nextStep }
      let range = text(finding.path).range(finding.range, in: unit)
      var result: [String: JSONValue] = [
        "range": range, "severity": severity(finding.severity),
        "code": .string(finding.rule.rawValue), "source": "moult", "message": .string(message),
      ]
      if let book {
        result["codeDescription"] = ["href": .string("\(book)rules/\(finding.rule.rawValue).html")]
      }
      var related = finding.related.map { place in
        information(place.message, place.path, text(place.path).range(place.range, in: unit))
      }
      for evidence in finding.evidence {
        guard let place = place(of: evidence), let line = text(place.name).range(ofLine: place.line)
        else { continue }
        // What stands in the line itself needs no pointer to it.
        let isHere = place.name == finding.path && line.contains(finding.range.lowerBound)
        let message = "because of " + evidence.text
        if !isHere {
          related.append(
            information(message, place.name, text(place.name).range(line, in: unit)))
        }
      }
      if !related.isEmpty { result["relatedInformation"] = .array(related) }
      return .object(result)
    }
  }

  private func information(_ message: String, _ name: String, _ range: JSONValue) -> JSONValue {
    ["location": ["uri": .string(uri(name)), "range": range], "message": .string(message)]
  }

  /// Returns the texts that the diagnostics of findings count lines in, by the path that findings name.
  func texts(namedBy findings: [Finding]) -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for finding in findings {
      let others = finding.related.map(\.path) + finding.evidence.compactMap { place(of: $0)?.name }
      for name in [finding.path] + others where result[name] == nil {
        result[name] = project.text(at: name)
      }
    }
    return result
  }

  /// Returns the file of the project and its line, one-based, that a piece of evidence names as 'in PATH:LINE'.
  private func place(of evidence: Evidence) -> (name: String, line: Int)? {
    // A path may have the word in it as well.
    for mention in evidence.text.ranges(of: " in ") {
      let rest = evidence.text[mention.upperBound...]
      guard let colon = rest.firstIndex(of: ":"),
        let line = Int(rest[rest.index(after: colon)...].prefix { $0.isASCII && $0.isNumber })
      else { continue }
      let name = String(rest[..<colon])
      if project.text(at: name) != nil { return (name, line) }
    }
    return nil
  }

  /// Returns the offers to fix one finding, the one that holds where nobody chooses first; empty where there is nothing to edit.
  func quickFixes(_ finding: Finding) -> [JSONValue] {
    let others = finding.alternatives?.others.map { finding.with($0.fix) } ?? []
    return ([finding] + others).enumerated().compactMap { number, offered in
      guard let fix = offered.fix, fix.safety != .manual else { return nil }
      let changes = project.changes(fixing: offered)
      guard !changes.isEmpty else { return nil }
      let title = fix.safety == .safe ? fix.title : "\(fix.title) (\(fix.safety.rawValue))"
      return [
        "title": .string(title), "kind": "quickfix", "diagnostics": [diagnostic(finding)],
        "isPreferred": .bool(number == 0 && fix.safety == .safe), "edit": workspaceEdit(changes),
      ]
    }
  }

  /// Returns the offers to ignore a finding where it stands, and its rule in all of the file.
  func ignoring(_ finding: Finding) async -> [JSONValue] {
    func offer(_ place: String, _ changes: [FileChange]) -> JSONValue? {
      guard !changes.isEmpty else { return nil }
      return [
        "title": .string("Ignore '\(finding.rule.rawValue)' \(place)"), "kind": "quickfix",
        "diagnostics": [diagnostic(finding)], "isPreferred": false, "edit": workspaceEdit(changes),
      ]
    }
    return [
      offer("here", await project.changes(ignoring: finding)),
      offer("in this file", project.changes(ignoringInFile: finding)),
    ].compactMap(\.self)
  }

  /// Returns the offers to make a hop that renames a module, for the findings that are a part of it; without their edits.
  ///
  /// The first is the hop as it is made where nobody chooses, and the editor's first choice if it is safe. The others make it
  /// with another fix that one of the findings offers, wherever in the hop there is that choice. `uri` names the document
  /// for which they are made.
  func wholeHops(_ hop: OpenHop, _ findings: [Finding], for uri: String) -> [JSONValue] {
    let title = "Migrate \(hop.title) (whole hop\(hop.isSafe ? "" : ", review"))"
    func offer(_ title: String, isPreferred: Bool, _ choice: HopChoice?) -> JSONValue {
      var data: [String: JSONValue] = ["uri": .string(uri), "hop": .string(hop.title)]
      if let choice {
        data["option"] = .string(choice.option)
        data["value"] = .string(choice.value)
      }
      return [
        "title": .string(title), "kind": "quickfix",
        "diagnostics": .array(findings.map(diagnostic)), "isPreferred": .bool(isPreferred),
        "data": .object(data),
      ]
    }
    var told: Set<HopChoice> = []
    let others = findings.flatMap { finding in
      (finding.alternatives?.others ?? []).compactMap { other -> JSONValue? in
        let choice = HopChoice(option: finding.alternatives?.option ?? "", value: other.value)
        // A hop leaves nothing to fill in.
        guard other.fix.safety <= .review, told.insert(choice).inserted else { return nil }
        return offer("\(title): \(other.fix.title)", isPreferred: false, choice)
      }
    }
    return [offer(title, isPreferred: hop.isSafe, nil)] + others
  }

  /// Returns the page's prose below what was found.
  func hover(_ findings: [Finding]) -> JSONValue? {
    guard let first = findings.first else { return nil }
    let texts = findings.map { finding in
      var text = "**\(finding.message)**\n"
      if !finding.evidence.isEmpty {
        text += "\nbecause of " + finding.evidence.map(\.text).joined(separator: ", ") + "\n"
      }
      if let nextStep = finding.nextStep { text += "\nnext: \(nextStep)\n" }
      let page = project.session.engine.page(finding.rule) ?? ""
      let prose = page.split(separator: "\n", omittingEmptySubsequences: false)
        .prefix { !$0.hasPrefix("## ") }.joined(separator: "\n")
      return text + "\n\(prose)\n\n`\(finding.rule)`"
    }
    return [
      "contents": ["kind": "markdown", "value": .string(texts.joined(separator: "\n\n---\n\n"))],
      "range": text(at: first.path).range(first.range, in: unit),
    ]
  }

  func workspaceEdit(_ changes: [FileChange]) -> JSONValue {
    let edits = changes.map { change in
      let text = DocumentText(change.before)
      let edits = lineEdits(from: change.before, to: change.after).map { edit -> JSONValue in
        [
          "range": text.range(edit.range, in: unit),
          "newText": .string(String(decoding: edit.replacement, as: UTF8.self)),
        ]
      }
      return (change.path, JSONValue.array(edits))
    }
    if knowsDocumentChanges {
      return [
        "documentChanges": .array(
          edits.map { path, edits in
            let version = documents[project.absolutePath(path)]?.version ?? .null
            return [
              "textDocument": ["uri": .string(uri(path)), "version": version], "edits": edits,
            ]
          })
      ]
    }
    return [
      "changes": .object(
        Dictionary(edits.map { (uri($0.0), $0.1) }, uniquingKeysWith: { first, _ in first }))
    ]
  }

  private func uri(_ name: String) -> String {
    let path = project.absolutePath(name)
    return documents[path]?.uri ?? moult.uri(ofPath: path)
  }

  private func text(at name: String) -> DocumentText {
    documents[project.absolutePath(name)]?.text ?? DocumentText(project.text(at: name) ?? [])
  }

  private func severity(_ severity: Severity) -> JSONValue {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
