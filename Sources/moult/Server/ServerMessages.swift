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

  /// The open files, by absolute path.
  let documents: [String: Document]

  func diagnostic(_ finding: Finding) -> JSONValue {
    var message = finding.message
    if let nextStep = finding.nextStep { message += "\nnext: " + nextStep }
    var result: [String: JSONValue] = [
      "range": range(finding.range, at: finding.path), "severity": severity(finding.severity),
      "code": .string(finding.rule.rawValue), "source": "moult", "message": .string(message),
    ]
    if !finding.related.isEmpty {
      result["relatedInformation"] = .array(
        finding.related.map { place in
          [
            "location": [
              "uri": .string(uri(place.path)), "range": range(place.range, at: place.path),
            ], "message": .string(place.message),
          ]
        })
    }
    return .object(result)
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
      "range": range(first.range, at: first.path),
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

  private func range(_ range: ByteRange, at name: String) -> JSONValue {
    let text = documents[project.absolutePath(name)]?.text
    return (text ?? DocumentText(project.text(at: name) ?? [])).range(range, in: unit)
  }

  private func severity(_ severity: Severity) -> JSONValue {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
