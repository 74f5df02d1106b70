/// Diagnostics for an editor that is told them.
extension LanguageServer {
  /// What the editor was told of an open file last.
  struct PublishedDiagnostics {
    /// Nil if it has to be told again.
    var version: JSONValue?
    let basis: DiagnosticBasis
  }

  /// Sends what is found in open files, first in those that were edited, and takes back what is shown of others.
  ///
  /// A file that is to be judged again keeps what is shown until then, and of one whose version and findings are what they
  /// were there is nothing to say.
  mutating func publish() {
    var now: [String: PublishedDiagnostics] = [:]
    let first = documents.values.filter { edited.contains($0.path) }
    let others = documents.values.filter { !edited.contains($0.path) }
    for document in first.sorted(by: { $0.uri < $1.uri }) + others.sorted(by: { $0.uri < $1.uri }) {
      guard let project = project(document) else { continue }
      let before = published[document.uri]
      let findings = project.findings(at: document.path)
      let isSaid =
        before?.version == document.version && before?.basis.holds(findings, project) == true
      guard !isSaid, !project.isDue(document.path), let messages = messages(document) else {
        now[document.uri] = before
        continue
      }
      outbox.send(
        method: "textDocument/publishDiagnostics",
        [
          "uri": .string(document.uri), "version": document.version,
          "diagnostics": .array(messages.diagnostics(findings)),
        ])
      now[document.uri] = PublishedDiagnostics(
        version: document.version,
        basis: DiagnosticBasis(findings: findings, texts: messages.texts(namedBy: findings)))
    }
    for uri in Set(published.keys).subtracting(now.keys).sorted() {
      outbox.send(
        method: "textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
    }
    published = now
  }
}
