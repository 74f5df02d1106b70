import Foundation
import MoultAnalysis
import MoultFindings
import MoultReporting
import MoultSource

/// Serves an editor over the process's streams: the Language Server Protocol, version 3.17.
///
/// Messages are answered one after the other, in their order; a request that was withdrawn before its turn is not
/// worked on. What changed is analysed once nothing has come for a moment, or when a request needs to know: first the files
/// that were edited, of which the editor is told at once, then what has changed on the disk and those that the edits concern.
struct LanguageServer {
  private let options: ServerOptions
  private var inbox = Inbox()
  let outbox = Outbox()
  private var state = State.starting
  private(set) var editor = EditorCapabilities(.null)

  /// The folders of the workspace, absolute.
  private var roots: [String] = []

  /// The open files, by URI.
  private(set) var documents: [String: Document] = [:]

  /// What is known about each root, or each open file outside all roots.
  private(set) var projects: [String: ServerProject] = [:]

  /// Whether something has changed since the last analysis.
  var isStale = false

  /// The open files whose texts have changed since the last analysis, absolute.
  private(set) var edited: Set<String> = []

  /// What an editor that asks for diagnostics is told, by root like the projects.
  var reports: [String: DiagnosticReports] = [:]

  /// Whether the editor has asked for the diagnostics of files that are not open.
  var pullsWorkspace = false

  /// How many requests this server has sent.
  private var requestCount = 0

  /// Whether the editor agrees to be shown how far a task is.
  private var showsProgress = false

  /// What the editor shows, by URI.
  var published: [String: PublishedDiagnostics] = [:]
  private var lastComplaint: String?

  private enum State {
    case starting
    case running
    /// Nothing but `exit` is expected.
    case shutDown
  }

  /// How long to wait for more before what changed is analysed, in milliseconds.
  ///
  /// No longer than edits of one command are apart: what is typed during an analysis is read in one go behind it.
  private let pause: Int32 = 10

  init(_ options: ServerOptions) { self.options = options }

  /// Serves until the editor says so or goes away.
  ///
  /// - Returns: whether the editor shut the server down before.
  mutating func run() async -> Bool {
    while true {
      switch inbox.next(waiting: isStale || hasMoreToSay ? pause : nil) {
      case .silence: isStale ? await analyse() : await judgeDue()
      case .end: return false
      case .malformedHeader:
        outbox.send(error: .notJSON, "a message begins with 'Content-Length: N'", id: .null)
      case .notJSON: outbox.send(error: .notJSON, "the message is not JSON", id: .null)
      case .message(let message):
        guard let method = message["method"]?.string else {
          // An answer to what the server asked has no method, and nothing depends on it any more.
          if message["result"] == nil, message["error"] == nil {
            outbox.send(
              error: .invalidRequest, "a message names a 'method'", id: message["id"] ?? .null)
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

  /// What a request is answered.
  enum Reply {
    case result(JSONValue)
    case error(Outbox.ErrorCode, String)
  }

  private mutating func answer(_ method: String, _ params: JSONValue, _ id: JSONValue) async {
    let withdrawn = Reply.error(.requestCancelled, "the request was withdrawn")
    var reply = withdrawn
    // What begins and ends a session cannot be withdrawn.
    if state != .running || ["initialize", "shutdown"].contains(method) {
      reply = await self.reply(to: method, params)
    } else if !inbox.isWithdrawn() {
      reply = await self.reply(to: method, params)
      if inbox.isWithdrawn() { reply = withdrawn }
    }
    switch reply {
    case .result(let result): outbox.send(result: result, id: id)
    case .error(let code, let message): outbox.send(error: code, message, id: id)
    }
  }

  private mutating func reply(to method: String, _ params: JSONValue) async -> Reply {
    switch state {
    case .starting where method != "initialize":
      return .error(.notInitialized, "'initialize' comes first")
    case .shutDown: return .error(.invalidRequest, "the server is shut down")
    case .starting, .running: break
    }
    switch method {
    case "initialize" where state == .running:
      return .error(.invalidRequest, "the server is initialized already")
    case "initialize":
      state = .running
      return .result(initialize(params))
    case "shutdown":
      state = .shutDown
      return .result(.null)
    case "textDocument/codeAction":
      guard let place = await place(params, params["range"]) else { return refusal(params) }
      return .result(await codeActions(place.document, place.range, params))
    case "codeAction/resolve": return .result(await resolved(params))
    case "textDocument/hover":
      let range: JSONValue? = params["position"].map { ["start": $0, "end": $0] }
      guard let place = await place(params, range) else { return refusal(params) }
      let found = findings(place.document, place.range)
      return .result(messages(place.document)?.hover(found) ?? .null)
    case "textDocument/diagnostic": return await diagnostics(params)
    case "workspace/diagnostic": return .result(await workspaceDiagnostics(params))
    default: return .error(.unknownMethod, "there is no method '\(method)' here")
    }
  }

  private mutating func initialize(_ params: JSONValue) -> JSONValue {
    editor = EditorCapabilities(params)
    showsProgress = editor.showsProgress
    let folders = params["workspaceFolders"]?.array?.compactMap { $0["uri"]?.string }
    let root = params["rootUri"]?.string.map { [$0] } ?? []
    roots = (folders ?? root).compactMap { path(ofURI: $0) }
    return [
      "capabilities": [
        "positionEncoding": .string(editor.encoding),
        "textDocumentSync": ["openClose": true, "change": 2, "save": true],
        "codeActionProvider": [
          "codeActionKinds": ["quickfix", .string(fixAllKind)], "resolveProvider": true,
        ],
        "diagnosticProvider": [
          "identifier": "moult", "interFileDependencies": true, "workspaceDiagnostics": true,
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
        if editor.resolvesEdits {
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
    if isWanted(fixAllKind), hasSafe ?? false, editor.resolvesEdits || only != nil {
      let action: JSONValue = [
        "title": "Apply all safe fixes of Moult in this file", "kind": .string(fixAllKind),
        "data": ["uri": .string(document.uri)],
      ]
      actions.append(editor.resolvesEdits ? action : await resolved(action))
    }
    return .array(actions)
  }

  /// Returns the action with its edit, if it is one whose edit is left for later.
  private mutating func resolved(_ action: JSONValue) async -> JSONValue {
    guard case .object(var members) = action, let uri = action["data"]?["uri"]?.string,
      let document = documents[uri]
    else { return action }
    await finish()
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
    await finish()
    guard let document = documents[params["textDocument"]?["uri"]?.string ?? ""],
      let indices = document.text.indices(of: range, in: editor.unit)
    else { return nil }
    return (document, indices)
  }

  func refusal(_ params: JSONValue) -> Reply {
    let uri = params["textDocument"]?["uri"]?.string
    let reason = uri.map { documents[$0] == nil ? "'\($0)' is not open" : "there is no such place" }
    return .error(.invalidParams, reason ?? "no 'textDocument' is named")
  }

  // MARK: Notifications

  private mutating func notice(_ method: String, _ params: JSONValue) {
    guard state == .running else { return }
    let uri = params["textDocument"]?["uri"]?.string ?? ""
    switch method {
    case "initialized":
      guard editor.registersWatchers else { return }
      request("client/registerCapability", ["registrations": [WatchedFiles.registration]])
    case "textDocument/didOpen":
      guard let path = path(ofURI: uri), let text = params["textDocument"]?["text"]?.string else {
        return
      }
      documents[uri] = Document(
        uri: uri, path: path, version: params["textDocument"]?["version"] ?? .null,
        text: DocumentText(Array(text.utf8)))
      // Whatever was shown of it went when it was closed, or not.
      published[uri]?.version = nil
      noteEdit(uri)
    case "textDocument/didChange":
      guard documents[uri] != nil, let changes = params["contentChanges"]?.array else { return }
      for change in changes where documents[uri]?.apply(change, in: editor.unit) == false {
        complain("a change of '\(uri)' has no text or no place, and the texts differ from here on")
      }
      documents[uri]?.version = params["textDocument"]?["version"] ?? .null
      noteEdit(uri)
    case "textDocument/didClose":
      noteEdit(uri)
      documents[uri] = nil
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

  private mutating func noteEdit(_ uri: String) {
    isStale = true
    if let document = documents[uri] { edited.insert(document.path) }
  }

  // MARK: Analysis

  /// Whether an edit concerns files that are not judged again yet.
  private var isDue: Bool { projects.values.contains(where: \.isDue) }

  /// Whether files were judged of which nothing was said yet.
  private var hasUntold = false

  /// Whether an edit was answered without a look at what else has changed on the disk.
  private(set) var owesLookAtDisk = false

  private var hasMoreToSay: Bool { isDue || hasUntold || owesLookAtDisk }

  /// Analyses what has changed, and judges all that it concerns.
  mutating func finish() async {
    if isStale { await analyse() }
    if hasMoreToSay { await judgeDue(isPatient: true) }
  }

  /// Judges the files that the last edits concern, and says what was found when all are judged.
  ///
  /// - Parameter isPatient: whether to go on when the editor has more to say.
  private mutating func judgeDue(isPatient: Bool = false) async {
    if owesLookAtDisk { await analyse() }
    for root in projects.keys.sorted() {
      while projects[root]?.isDue ?? false {
        guard isPatient || inbox.isEmpty() else { return }
        // It is taken out, as what two hold is copied when one of them changes it.
        guard var project = projects.removeValue(forKey: root) else { break }
        await project.judgeDue(atMost: isPatient ? .max : 16)
        projects[root] = project
        hasUntold = true
      }
    }
    tell(of: Set(projects.keys))
  }

  /// Reads and analyses every project with an open file, and says what was found in those that were edited.
  ///
  /// For an editor that asks for the diagnostics of all files, every folder of the workspace is such a project.
  ///
  /// After an edit the disk is left for later: to look at all that was read takes as long as to judge a file.
  mutating func analyse() async {
    isStale = false
    owesLookAtDisk = !edited.isEmpty
    let overlay = Dictionary(
      documents.values.map { ($0.path, $0.text.bytes) }, uniquingKeysWith: { $1 })
    let roots = Set(documents.values.map(root)).union(pullsWorkspace ? self.roots : [])
    for root in projects.keys where !roots.contains(root) { projects[root] = nil }
    for root in roots.sorted() {
      // It is taken out, as what two hold is copied when one of them changes it.
      if var project = projects.removeValue(forKey: root),
        await project.follow(overlay, looksAtDisk: !owesLookAtDisk)
      {
        projects[root] = project
        continue
      }
      let progress = beginProgress("Moult analyses \(root.split(separator: "/").last ?? "/")")
      do throws(Failure) {
        projects[root] = try await ServerProject(root, options, overlay: overlay) {
          progress?.report($0)
        }
        lastComplaint = nil
        progress?.end("done")
      } catch {
        progress?.end("failed")
        complain(error.message)
      }
    }
    tell(of: roots)
    edited = []
  }

  /// Says what is found by now, or that there is something to ask for.
  private mutating func tell(of roots: Set<String>) {
    hasUntold = isDue
    if editor.pullsDiagnostics {
      offerReports(of: roots, after: edited)
    } else {
      publish()
    }
  }

  /// Returns the innermost folder of the workspace that the document lies in, or the document alone.
  func root(_ document: Document) -> String { root(ofPath: document.path) ?? document.path }

  func root(ofPath path: String) -> String? {
    roots.filter { isInside(path, $0) }.max { $0.utf8.count < $1.utf8.count }
  }

  func project(_ document: Document) -> ServerProject? { projects[root(document)] }

  func messages(_ document: Document) -> ServerMessages? { messages(root: root(document)) }

  func messages(root: String) -> ServerMessages? {
    projects[root].map { project in
      ServerMessages(
        project: project, unit: editor.unit, knowsDocumentChanges: editor.knowsDocumentChanges,
        book: editor.book,
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
    outbox.send(
      method: "window/showMessage", ["type": 1, "message": .string("Moult: " + message)])
  }

  /// Asks the editor for something, whatever it answers.
  mutating func request(_ method: String, _ params: JSONValue) {
    outbox.send(request: method, params, id: nextRequestID())
  }

  private mutating func nextRequestID() -> JSONValue {
    requestCount += 1
    return .string("moult-\(requestCount)")
  }

  /// Begins to show a task; returns nil if the editor does not agree to, or does not answer in two seconds.
  private mutating func beginProgress(_ title: String) -> WorkProgress? {
    guard showsProgress else { return nil }
    let token = nextRequestID()
    outbox.send(request: "window/workDoneProgress/create", ["token": token], id: token)
    guard let answer = inbox.answer(to: token, within: 2_000), answer["error"] == nil else {
      showsProgress = false
      return nil
    }
    return WorkProgress(title, token: token, outbox)
  }
}
