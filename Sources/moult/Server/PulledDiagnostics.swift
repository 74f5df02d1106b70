import MoultFindings

/// Diagnostics for an editor that asks for them.
extension LanguageServer {
  /// Answers `textDocument/diagnostic`: all that is found in a file, or that it is what the editor knows.
  mutating func diagnostics(_ params: JSONValue) async -> Reply {
    if isStale { await analyse() }
    // Who cannot be asked to ask again is told of what the disk has changed at once.
    if owesLookAtDisk, !editor.refreshesDiagnostics { await analyse() }
    let uri = params["textDocument"]?["uri"]?.string ?? ""
    guard let path = documents[uri]?.path ?? path(ofURI: uri),
      let root = documents[uri].map(root) ?? root(ofPath: path),
      documents[uri] != nil || projects[root] != nil
    else { return refusal(params) }
    if projects[root]?.isDue(path) ?? false { await finish() }
    // A file that is not open may be asked about before all of them are.
    let number =
      reports[root]?.number(of: path, messages(root: root)) ?? DiagnosticReports.nothing
    return .result(.object(report(of: path, in: root, number, params["previousResultId"]?.string)))
  }

  /// Answers `workspace/diagnostic`: what is found in files of which the editor knows something else or nothing.
  mutating func workspaceDiagnostics(_ params: JSONValue) async -> JSONValue {
    if !pullsWorkspace {
      pullsWorkspace = true
      isStale = true
    }
    await finish()
    let open = Dictionary(documents.values.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    // By path, as editors write the same URI in more than one way.
    var known: [String: (uri: String, number: String?)] = [:]
    for previous in params["previousResultIds"]?.array ?? [] {
      guard let uri = previous["uri"]?.string, let path = path(ofURI: uri) else { continue }
      known[path] = (uri, previous["value"]?.string)
    }
    var items: [(uri: String, report: JSONValue)] = []
    for path in Set(known.keys).union(reports.values.flatMap(\.paths)) {
      let root = open[path].map(root) ?? root(ofPath: path) ?? path
      let number = reports[root]?.number(path) ?? DiagnosticReports.nothing
      var report = report(of: path, in: root, number, known[path]?.number)
      let uri = open[path]?.uri ?? known[path]?.uri ?? uri(ofPath: path)
      report["uri"] = .string(uri)
      report["version"] = open[path]?.version ?? .null
      items.append((uri, .object(report)))
    }
    return ["items": .array(items.sorted { $0.uri < $1.uri }.map(\.report))]
  }

  /// Returns the report of a file, without what is found in it if the editor names the number that it has by now.
  private func report(
    of path: String, in root: String, _ number: String, _ known: String?
  ) -> [String: JSONValue] {
    if known == number { return ["kind": "unchanged", "resultId": .string(number)] }
    let messages = messages(root: root)
    let diagnostics = messages?.diagnostics(messages?.project.findings(at: path) ?? []) ?? []
    return ["kind": "full", "resultId": .string(number), "items": .array(diagnostics)]
  }

  /// Takes what is found by now, and asks the editor to ask again where an edit has changed what is found in other files.
  mutating func offerReports(of roots: Set<String>, after edited: Set<String>) {
    for root in reports.keys where !roots.contains(root) { reports[root] = nil }
    var changed: Set<String> = []
    for root in roots {
      let open = Set(documents.values.filter { self.root($0) == root }.map(\.path))
      changed.formUnion(
        reports[root, default: DiagnosticReports()].update(
          messages(root: root), open: open, isWhole: pullsWorkspace))
    }
    // The editor asks by itself about a file that it has edited.
    if editor.refreshesDiagnostics, !changed.isSubset(of: edited) {
      request("workspace/diagnostic/refresh", .null)
    }
  }
}
