import MoultAnalysis
import MoultFindings
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

  /// Returns the offer to fix one finding, or nil where there is nothing to edit.
  func quickFix(_ finding: Finding) -> JSONValue? {
    guard let fix = finding.fix, fix.safety != .manual else { return nil }
    let changes = project.changes(fixing: finding)
    guard !changes.isEmpty else { return nil }
    let title = fix.safety == .safe ? fix.title : "\(fix.title) (\(fix.safety.rawValue))"
    return [
      "title": .string(title), "kind": "quickfix", "diagnostics": [diagnostic(finding)],
      "isPreferred": .bool(fix.safety == .safe), "edit": workspaceEdit(changes),
    ]
  }

  /// Returns the offer to make a hop that renames a module, for the findings that are a part of it; without its edit.
  ///
  /// What is safe is the editor's first choice. `uri` names the document for which it is made.
  func wholeHop(_ hop: OpenHop, _ findings: [Finding], for uri: String) -> JSONValue {
    [
      "title": .string("Migrate \(hop.title) (whole hop\(hop.isSafe ? "" : ", review"))"),
      "kind": "quickfix", "diagnostics": .array(findings.map(diagnostic)),
      "isPreferred": .bool(hop.isSafe),
      "data": ["uri": .string(uri), "hop": .string(hop.title)],
    ]
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
    DocumentText(project.text(at: name) ?? []).range(range, in: unit)
  }

  private func severity(_ severity: Severity) -> JSONValue {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
