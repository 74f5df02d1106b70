import MoultSource

/// What an editor can do and wants, as it says when it begins.
struct EditorCapabilities: Sendable {
  /// How places in a line are counted, in the words of the protocol.
  let encoding: String
  let unit: ColumnUnit

  /// Whether it understands edits that name the version of a document.
  let knowsDocumentChanges: Bool

  /// Whether it asks for the edit of an action once that is chosen.
  let resolvesEdits: Bool

  /// Whether it asks for diagnostics, and so is told none that it has not asked for.
  let pullsDiagnostics: Bool

  /// Whether it asks again for all diagnostics once it is told that they are others.
  let refreshesDiagnostics: Bool

  /// Whether it shows how far a long task is.
  let showsProgress: Bool

  /// Whether it tells of changed files on the disk if it is asked to.
  let registersWatchers: Bool

  /// The address of the book that has a page for each rule, with '/' at its end; nil where none is named.
  let book: String?

  /// - Parameter params: those of `initialize`; what they do not mention the editor cannot do.
  init(_ params: JSONValue) {
    let capabilities = params["capabilities"]
    let workspace = capabilities?["workspace"]
    let document = capabilities?["textDocument"]
    let encodings = capabilities?["general"]?["positionEncodings"]?.array?.compactMap(\.string)
    // The editor's first choice among those that both know.
    encoding = encodings?.first { $0 == "utf-8" || $0 == "utf-16" } ?? "utf-16"
    unit = encoding == "utf-8" ? .utf8 : .utf16
    knowsDocumentChanges = workspace?["workspaceEdit"]?["documentChanges"]?.bool ?? false
    resolvesEdits =
      document?["codeAction"]?["resolveSupport"]?["properties"]?.array?.contains("edit") ?? false
    pullsDiagnostics = document?["diagnostic"]?.isObject ?? false
    refreshesDiagnostics = workspace?["diagnostics"]?["refreshSupport"]?.bool ?? false
    showsProgress = capabilities?["window"]?["workDoneProgress"]?.bool ?? false
    registersWatchers =
      workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    book = params["initializationOptions"]?["book"]?.string.flatMap { address in
      guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return nil }
      return address.hasSuffix("/") ? address : address + "/"
    }
  }
}
