import Foundation
import MoultAnalysis
import MoultFindings
import MoultReporting
import MoultSource

/// Serves an editor over the process's streams: the Language Server Protocol, version 3.17.
///
/// Messages are answered one after the other, in their order. What changed is analysed once nothing has come
/// for a moment, or when a request needs to know.
struct LanguageServer {
  private let options: ServerOptions
  private var stream = MessageStream()
  private var state = State.starting
  private var unit = ColumnUnit.utf16
  private var knowsDocumentChanges = false
  private var resolvesEdits = false

  /// The folders of the workspace, absolute.
  private var roots: [String] = []

  /// The open files, by URI.
  private var documents: [String: Document] = [:]

  /// What is known about each root, or each open file outside all roots.
  private var projects: [String: ServerProject] = [:]
  private var isStale = false

  /// The URIs for which the editor shows diagnostics.
  private var published: Set<String> = []
  private var lastComplaint: String?

  private enum State {
    case starting
    case running
    /// Nothing but `exit` is expected.
    case shutDown
  }

  /// How long to wait for more before what changed is analysed, in milliseconds: as long as that took the last time, and
  /// no longer than nobody notices.
  private var pause: Int32 = 60

  init(_ options: ServerOptions) { self.options = options }

  /// Serves until the editor says so or goes away.
  ///
  /// - Returns: whether the editor shut the server down before.
  mutating func run() async -> Bool {
    while true {
      switch stream.next(waiting: isStale ? pause : nil) {
      case .silence: await analyse()
      case .end: return false
      case .malformedHeader:
        send(error: -32700, "a message begins with 'Content-Length: N'", id: .null)
      case .message(let body):
        guard let message = try? JSONDecoder().decode(JSONValue.self, from: Data(body)) else {
          send(error: -32700, "the message is not JSON", id: .null)
          continue
        }
        guard let method = message["method"]?.string else {
          // An answer to what the server asked has no method, and the server asks nothing.
          if message["result"] == nil, message["error"] == nil {
            send(error: -32600, "a message names a 'method'", id: message["id"] ?? .null)
          }
          continue
        }
        if method == "exit" { return state == .shutDown }
        if let id = message["id"] {
          await answer(method, message["params"] ?? .null, id)
        } else {
          notice(method, message["params"] ?? .null)
        }
      }
    }
  }

  // MARK: Requests

  private mutating func answer(_ method: String, _ params: JSONValue, _ id: JSONValue) async {
    switch state {
    case .starting where method != "initialize":
      send(error: -32002, "'initialize' comes first", id: id)
      return
    case .shutDown:
      send(error: -32600, "the server is shut down", id: id)
      return
    case .starting, .running: break
    }
    switch method {
    case "initialize" where state == .running:
      send(error: -32600, "the server is initialized already", id: id)
    case "initialize":
      state = .running
      send(result: initialize(params), id: id)
    case "shutdown":
      state = .shutDown
      send(result: .null, id: id)
    case "textDocument/codeAction":
      guard let place = await place(params, params["range"]) else { return refuse(params, id) }
      send(result: await codeActions(place.document, place.range, params), id: id)
    case "codeAction/resolve": send(result: await resolved(params), id: id)
    case "textDocument/hover":
      let range: JSONValue? = params["position"].map { ["start": $0, "end": $0] }
      guard let place = await place(params, range) else { return refuse(params, id) }
      let found = findings(place.document, place.range)
      send(result: messages(place.document)?.hover(found) ?? .null, id: id)
    default: send(error: -32601, "there is no method '\(method)' here", id: id)
    }
  }

  private mutating func initialize(_ params: JSONValue) -> JSONValue {
    let capabilities = params["capabilities"]
    let encodings = capabilities?["general"]?["positionEncodings"]?.array?.compactMap(\.string)
    // The editor's first choice among those that both know.
    let encoding = encodings?.first { $0 == "utf-8" || $0 == "utf-16" } ?? "utf-16"
    unit = encoding == "utf-8" ? .utf8 : .utf16
    knowsDocumentChanges =
      capabilities?["workspace"]?["workspaceEdit"]?["documentChanges"]?.bool ?? false
    resolvesEdits =
      capabilities?["textDocument"]?["codeAction"]?["resolveSupport"]?["properties"]?.array?
      .contains("edit") ?? false
    let folders = params["workspaceFolders"]?.array?.compactMap { $0["uri"]?.string }
    let root = params["rootUri"]?.string.map { [$0] } ?? []
    roots = (folders ?? root).compactMap { path(ofURI: $0) }
    return [
      "capabilities": [
        "positionEncoding": .string(encoding),
        "textDocumentSync": ["openClose": true, "change": 2, "save": true],
        "codeActionProvider": [
          "codeActionKinds": ["quickfix", .string(fixAllKind)], "resolveProvider": true,
        ],
        "hoverProvider": true,
        "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
      ],
      "serverInfo": ["name": "moult", "version": .string(toolVersion)],
    ]
  }

  private let fixAllKind = "source.fixAll.moult"

  private mutating func codeActions(
    _ document: Document, _ range: Range<Int>, _ params: JSONValue
  ) async -> JSONValue {
    await projects[root(document)]?.findHops()
    guard let messages = messages(document) else { return [] }
    let only = params["context"]?["only"]?.array?.compactMap(\.string)
    func isWanted(_ kind: String) -> Bool {
      only?.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") } ?? true
    }
    var actions: [JSONValue] = []
    if isWanted("quickfix") {
      let found = findings(document, range)
      let parts = Dictionary(grouping: found) { messages.project.hop(of: $0) }
      // A part of a hop is no offer: its file would stand between two eras.
      for (hop, findings) in parts.sorted(by: { ($0.key?.title ?? "") < ($1.key?.title ?? "") }) {
        guard let hop else {
          actions += findings.flatMap { messages.quickFixes($0) }
          continue
        }
        let offers = messages.wholeHops(hop, findings, for: document.uri)
        // All of a hop takes an analysis of the project, so it is worked out for who chose it.
        if resolvesEdits {
          actions += offers
        } else if let first = offers.first {
          actions.append(await resolved(first))
        }
      }
      for finding in found { actions += await messages.ignoring(finding) }
    }
    let hasSafe = project(document)?.findings(at: document.path).contains {
      $0.fix?.safety == .safe
    }
    // All fixes of a file take an analysis of the project, so they are offered only to who asks for them.
    if isWanted(fixAllKind), hasSafe ?? false, resolvesEdits || only != nil {
      let action: JSONValue = [
        "title": "Apply all safe fixes of Moult in this file", "kind": .string(fixAllKind),
        "data": ["uri": .string(document.uri)],
      ]
      actions.append(resolvesEdits ? action : await resolved(action))
    }
    return .array(actions)
  }

  /// Returns the action with its edit, if it is one whose edit is left for later.
  private mutating func resolved(_ action: JSONValue) async -> JSONValue {
    guard case .object(var members) = action, let uri = action["data"]?["uri"]?.string,
      let document = documents[uri]
    else { return action }
    if isStale { await analyse() }
    await projects[root(document)]?.findHops()
    guard let project = project(document), let messages = messages(document) else { return action }
    let hop = action["data"]?["hop"]?.string
    let choice = action["data"]?["option"]?.string.flatMap { option in
      action["data"]?["value"]?.string.map { HopChoice(option: option, value: $0) }
    }
    let changes =
      if let hop = hop.flatMap({ project.hop(titled: $0, at: document.path) }) {
        await project.changes(making: hop, choice)
      } else if hop != nil {
        [FileChange]()
      } else {
        await project.changes(fixingAllIn: document.path)
      }
    members["edit"] = messages.workspaceEdit(changes)
    return .object(members)
  }

  /// Returns the open document and the part of it that a request is about, with everything analysed.
  private mutating func place(
    _ params: JSONValue, _ range: JSONValue?
  ) async -> (document: Document, range: Range<Int>)? {
    if isStale { await analyse() }
    guard let document = documents[params["textDocument"]?["uri"]?.string ?? ""],
      let indices = document.text.indices(of: range, in: unit)
    else { return nil }
    return (document, indices)
  }

  private func refuse(_ params: JSONValue, _ id: JSONValue) {
    let uri = params["textDocument"]?["uri"]?.string
    let reason = uri.map { documents[$0] == nil ? "'\($0)' is not open" : "there is no such place" }
    send(error: -32602, reason ?? "no 'textDocument' is named", id: id)
  }

  // MARK: Notifications

  private mutating func notice(_ method: String, _ params: JSONValue) {
    guard state == .running else { return }
    let uri = params["textDocument"]?["uri"]?.string ?? ""
    switch method {
    case "textDocument/didOpen":
      guard let path = path(ofURI: uri), let text = params["textDocument"]?["text"]?.string else {
        return
      }
      documents[uri] = Document(
        uri: uri, path: path, version: params["textDocument"]?["version"] ?? .null,
        text: DocumentText(Array(text.utf8)))
      isStale = true
    case "textDocument/didChange":
      guard documents[uri] != nil, let changes = params["contentChanges"]?.array else { return }
      for change in changes where documents[uri]?.apply(change, in: unit) == false {
        complain("a change of '\(uri)' has no text or no place, and the texts differ from here on")
      }
      documents[uri]?.version = params["textDocument"]?["version"] ?? .null
      isStale = true
    case "textDocument/didClose":
      documents[uri] = nil
      isStale = true
    case "workspace/didChangeWorkspaceFolders":
      func paths(_ key: String) -> [String] {
        params["event"]?[key]?.array?.compactMap { $0["uri"]?.string }
          .compactMap { moult.path(ofURI: $0) } ?? []
      }
      let removed = paths("removed")
      roots = roots.filter { !removed.contains($0) } + paths("added")
      isStale = true
    case "textDocument/didSave", "workspace/didChangeWatchedFiles",
      "workspace/didChangeConfiguration":
      isStale = true
    default: break
    }
  }

  // MARK: Analysis

  /// Reads and analyses every project with an open file, and says what was found in these.
  private mutating func analyse() async {
    isStale = false
    let start = ContinuousClock.now
    defer { pause = max(10, min(60, Int32((ContinuousClock.now - start) / .milliseconds(1)))) }
    let overlay = Dictionary(
      documents.values.map { ($0.path, $0.text.bytes) }, uniquingKeysWith: { $1 })
    let roots = Set(documents.values.map(root))
    for root in projects.keys where !roots.contains(root) { projects[root] = nil }
    for root in roots.sorted() {
      // It is taken out, as what two hold is copied when one of them changes it.
      if let project = projects.removeValue(forKey: root) {
        projects[root] = await following(project, overlay)
        if projects[root] != nil { continue }
      }
      do throws(Failure) {
        projects[root] = try await ServerProject(root, options, overlay: overlay)
        lastComplaint = nil
      } catch {
        complain(error.message)
      }
    }
    var now: Set<String> = []
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) {
      guard let project = project(document), let messages = messages(document) else { continue }
      let diagnostics = project.findings(at: document.path).map { messages.diagnostic($0) }
      send(
        method: "textDocument/publishDiagnostics",
        [
          "uri": .string(document.uri), "version": document.version,
          "diagnostics": .array(diagnostics),
        ])
      now.insert(document.uri)
    }
    for uri in published.subtracting(now).sorted() {
      send(
        method: "textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
    }
    published = now
  }

  /// Returns a project with the texts as they are by now, or nil if it has to be made anew.
  private func following(
    _ project: consuming ServerProject, _ overlay: [String: [UInt8]]
  ) async -> ServerProject? {
    await project.follow(overlay) ? project : nil
  }

  /// Returns the innermost folder of the workspace that the document lies in, or the document alone.
  private func root(_ document: Document) -> String {
    roots.filter { isInside(document.path, $0) }.max { $0.utf8.count < $1.utf8.count }
      ?? document.path
  }

  private func project(_ document: Document) -> ServerProject? { projects[root(document)] }

  private func messages(_ document: Document) -> ServerMessages? {
    project(document).map { project in
      ServerMessages(
        project: project, unit: unit, knowsDocumentChanges: knowsDocumentChanges,
        documents: Dictionary(
          documents.values.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first }))
    }
  }

  /// Returns the findings that meet a part of a document; an empty part meets what it touches.
  private func findings(_ document: Document, _ range: Range<Int>) -> [Finding] {
    (project(document)?.findings(at: document.path) ?? []).filter { finding in
      finding.range.lowerBound.index <= range.upperBound
        && range.lowerBound <= finding.range.upperBound.index
    }
  }

  // MARK: Sending

  /// Shows a message to the person, once as long as it stays the same.
  private mutating func complain(_ message: String) {
    guard message != lastComplaint else { return }
    lastComplaint = message
    send(method: "window/showMessage", ["type": 1, "message": .string("Moult: " + message)])
  }

  private func send(result: JSONValue, id: JSONValue) {
    send(["jsonrpc": "2.0", "id": id, "result": result])
  }

  private func send(error code: Int, _ message: String, id: JSONValue) {
    let error: JSONValue = ["code": .number(Double(code)), "message": .string(message)]
    send(["jsonrpc": "2.0", "id": id, "error": error])
  }

  private func send(method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  private func send(_ message: JSONValue) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(message) else {
      preconditionFailure("every message is JSON")
    }
    Terminal.write(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }
}
