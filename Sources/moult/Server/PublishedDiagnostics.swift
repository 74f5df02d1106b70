/// Diagnostics for an editor that is told them.
extension LanguageServer {
  /// Sends what is found in open files, first in those that were edited, and takes back what is shown of others.
  ///
  /// A file that is to be judged again keeps what is shown until then.
  mutating func publish() {
    var now: Set<String> = []
    let first = documents.values.filter { edited.contains($0.path) }
    let others = documents.values.filter { !edited.contains($0.path) }
    for document in first.sorted(by: { $0.uri < $1.uri }) + others.sorted(by: { $0.uri < $1.uri }) {
      guard let project = project(document), let messages = messages(document) else { continue }
      guard !project.isDue(document.path) else {
        if published.contains(document.uri) { now.insert(document.uri) }
        continue
      }
      let diagnostics = messages.diagnostics(project.findings(at: document.path))
      outbox.send(
        method: "textDocument/publishDiagnostics",
        [
          "uri": .string(document.uri), "version": document.version,
          "diagnostics": .array(diagnostics),
        ])
      now.insert(document.uri)
    }
    for uri in published.subtracting(now).sorted() {
      outbox.send(
        method: "textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
    }
    published = now
  }
}
