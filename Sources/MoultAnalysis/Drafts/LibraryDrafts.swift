package import MoultFindings
import MoultLearning
import MoultMatching
package import MoultRules
import MoultSemantics
import MoultSource
import MoultSyntax

/// Two versions of a library of which pages are to be drafted.
package struct LibraryDraftRequest: Sendable {
  /// As its folder and the ids of its rules are called.
  package let library: String

  /// The eras on both sides of the hop: `1` and `2`.
  package let from: String
  package let to: String

  /// The rule pages that there are: of what they are about, nothing is drafted.
  package let known: Set<String>

  /// What messages call the newer version.
  package let version: String

  package init(
    library: String, from: String, to: String, version: String, known: Set<String> = []
  ) {
    self.library = library
    self.from = from
    self.to = to
    self.version = version
    self.known = known
  }

  package var hop: String { "\(from)-\(to)" }
}

/// Returns the declarations that rule pages are about, by qualified name.
package func declarations(namedBy pages: [CatalogueText]) throws(PageError) -> Set<String> {
  let catalogue = try Catalogue(pages)
  return Set(
    catalogue.pages.flatMap { page in page.rows.compactMap { $0.finder.terms.symbol($0.find) } })
}

/// The side of a hop that code is written for.
package enum DraftSide: Sendable {
  case old
  case new
}

/// Has a compiler judge files by their names, as one module.
///
/// - Returns: the one-based lines that it refuses, by file; nil if it cannot read what the side declares.
package typealias DraftJudge =
  @Sendable (_ side: DraftSide, _ files: [String: String]) async throws -> [String: Set<Int>]?

/// A declaration that changed, and what was drafted for it.
package struct DraftedChange: Sendable {
  /// By qualified name; a module's own.
  package let name: String
  package let message: String

  /// Nil if there is no page about it, as nothing could be said that a page can prove.
  package let page: RuleID?
  package let safety: Safety
  package let put: String?
  package let candidates: [String]

  /// Why there is no page, or no fix although one was thought of.
  package let reason: String?
}

/// Pages that pass, and what they are about.
package struct LibraryDrafts: Sendable {
  /// Sorted by path.
  package let pages: [CatalogueText]

  /// In the order of the names.
  package let changes: [DraftedChange]

  /// Whether a compiler has judged the code of both sides.
  package let isTypeChecked: Bool
}

/// Drafts pages about all that a newer version of a library removes, retires or changes.
///
/// What needs a person is a page for each top-level type, with the likeliest successors; what is rewritten has a page of its own,
/// whose code a compiler has judged on both sides if it is `safe`. Every page has passed as `moult test` judges it.
///
/// - Parameters:
///   - texts: interfaces of both eras and of the modules that these import.
///   - judge: nil where there is no compiler; then nothing is `safe`.
/// - Complexity: O(*n*) in what changed, with an analysis for each page.
package func draftedPages(
  _ request: LibraryDraftRequest, _ texts: [CatalogueText], judge: DraftJudge?
) async throws -> LibraryDrafts {
  let bare = try Catalogue(texts)
  let comparison = try LibraryComparison(request, bare)
  var drafter = Drafter(request, bare, comparison)
  var isTypeChecked = false
  if let judge { isTypeChecked = try await drafter.dropWhatIsRefused(judge) }
  try await drafter.draft(over: texts)
  if let judge, isTypeChecked {
    try await drafter.lowerWhatIsRefused(judge)
  } else {
    drafter.allowNothingSafe()
  }
  try await drafter.finish(over: texts)
  return LibraryDrafts(
    pages: drafter.texts, changes: drafter.report, isTypeChecked: isTypeChecked)
}

extension LibraryComparison {
  fileprivate init(_ request: LibraryDraftRequest, _ catalogue: Catalogue) throws(DraftProblem) {
    let all = catalogue.interfaces.all
    func side(_ era: String) throws(DraftProblem) -> (ProjectModel, [String]) {
      let own = all.filter { $0.library == request.library && $0.era == era }
      guard !own.isEmpty else {
        throw DraftProblem("there is no interface of \(request.library) \(era)")
      }
      let modules = Set(own.map(\.module))
      let rest = all.filter { $0.library != request.library && !modules.contains($0.module) }
      return (
        ProjectModel(files: [], interfaces: rest + own), own.map(\.module).sorted()
      )
    }
    let (old, oldModules) = try side(request.from)
    let (new, newModules) = try side(request.to)
    self.init(from: old, oldModules, to: new, newModules, version: request.version)
  }
}

/// A row of a page that is being drafted.
private struct Row {
  let name: String
  let finder: String
  var rewriting: LibraryChange.Rewriting?
  var safety: Safety
  let severity: Severity
  let message: String
  let candidates: [String]
  let module: String

  /// What a page shows it with; nil if nothing could be written.
  var use: [String]?
  var reason: String?

  /// The text of the old declaration's file imports, of which a use may need some.
  let imports: [String]
  let topLevel: String
}

/// A page that is being drafted.
private struct Page {
  let name: String
  var rows: [Row]
  let silent: String
  var carets: [ExpectedFinding] = []
  var after: String?
}

/// Modules that code has without asking.
private let alwaysThere: Set<String> = [
  "Swift", "_Concurrency", "_StringProcessing", "_SwiftConcurrencyShims",
]

private struct Drafter {
  private let request: LibraryDraftRequest
  private var rows: [Row] = []
  private var pages: [Page] = []
  private var silents: [String: String] = [:]
  private var left: [Row] = []

  init(_ request: LibraryDraftRequest, _ catalogue: Catalogue, _ comparison: LibraryComparison) {
    self.request = request
    for (module, candidates) in comparison.goneModules {
      rows.append(
        Row(
          name: module, finder: "import",
          rewriting: candidates.count == 1 ? .text(candidates[0]) : nil,
          safety: candidates.count == 1 ? .review : .manual, severity: .error,
          message: "the module '\(module)' is gone in \(request.version)", candidates: candidates,
          module: module, use: [], imports: [], topLevel: module))
      silents[module] = "import \(module)Extras\n"
    }
    for change in comparison.changes() where !request.known.contains(change.old.qualifiedName) {
      let symbol = change.old
      guard let finder = finder(of: change) else { continue }
      var unwraps = false
      if case .surroundings(_, _, false) = change.rewriting { unwraps = true }
      let name = "use\(rows.count + 1)"
      let use =
        finder == "conformance"
        ? ["protocol U\(name.dropFirst()): \(DraftedCode.path(of: symbol)) {}"]
        : DraftedUse(of: symbol, in: name, unwrapping: unwraps)?.lines
      var severity = Severity.error
      if case .retired(let said) = change.kind, said.kind == .deprecated { severity = .warning }
      var row = Row(
        name: symbol.qualifiedName, finder: finder, rewriting: change.rewriting,
        safety: change.rewriting == nil ? .manual : change.isSaid ? .safe : .review,
        severity: severity, message: change.message, candidates: change.candidates,
        module: symbol.module, use: use,
        imports: symbol.declaration?.tree.importedModules.filter { $0 != symbol.module } ?? [],
        topLevel: topLevel(symbol))
      if use == nil, row.rewriting != nil {
        row.rewriting = nil
        row.safety = .manual
        row.reason = "its declaration alone does not say how it is used"
      }
      rows.append(row)
      silents[row.name] = silentCode(for: symbol)
    }
  }

  private func finder(of change: LibraryChange) -> String? {
    if change.use == .conformance { return "conformance" }
    return switch change.old.kind {
    case .structure, .classType, .enumeration, .actor, .protocolType, .typeAlias: "type"
    case .enumCase: "case"
    case .property: "member"
    case .function, .initializer: "call"
    default: nil
    }
  }

  private func topLevel(_ symbol: Symbol) -> String {
    var symbol = symbol
    while let parent = symbol.parent, parent.kind != .module { symbol = parent }
    return symbol.name
  }

  /// Code of a project that looks like a use and is none.
  private func silentCode(for symbol: Symbol) -> String {
    if let code = try? DraftedCode(using: symbol) { return code.silent }
    let name = symbol.kind.isType ? symbol.name : "Own"
    let member = symbol.kind.isType || symbol.kind == .initializer ? "first" : symbol.name
    return
      "struct \(name) { var `\(member)`: Int }\nfunc use(_ value: \(name)) -> Int { value.`\(member)` }\n"
  }

  // MARK: What a compiler says

  /// Takes out the uses that do not type-check against the older version, as no page may show them.
  ///
  /// - Returns: false if the compiler cannot read one of the sides.
  mutating func dropWhatIsRefused(_ judge: DraftJudge) async throws -> Bool {
    guard try await judge(.new, [:]) != nil else { return false }
    let groups = Dictionary(
      grouping: rows.indices.filter { rows[$0].finder != "import" }, by: { rows[$0].topLevel })
    // One error can hide others.
    for _ in 0..<20 {
      var files: [String: String] = [:]
      var owners: [String: [Int?]] = [:]
      for (topLevel, group) in groups {
        let shown = group.filter { rows[$0].use != nil }
        guard !shown.isEmpty else { continue }
        // As the page has it, which imports no more than this.
        let imports = importLines(of: shown.map { rows[$0] })
        let name = "\(topLevel).swift"
        files[name] = (imports + shown.flatMap { rows[$0].use ?? [] }).map { $0 + "\n" }.joined()
        owners[name] =
          imports.map { _ in nil }
          + shown.flatMap { row in (rows[row].use ?? []).map { _ in Optional(row) } }
      }
      if files.isEmpty { return true }
      guard let refused = try await judge(.old, files) else { return false }
      var bad: Set<Int> = []
      for (name, lines) in refused {
        guard let owners = owners[name] else { continue }
        for line in lines where owners.indices.contains(line - 1) {
          if let row = owners[line - 1] { bad.insert(row) }
        }
      }
      if bad.isEmpty { return refused.isEmpty }
      for index in bad {
        rows[index].use = nil
        if rows[index].rewriting != nil {
          rows[index].rewriting = nil
          rows[index].safety = .manual
          rows[index].reason = "a use made of its declaration alone does not type-check"
        }
      }
    }
    return false
  }

  /// The imports that uses need: their module, and what its interface imports.
  private func importLines(of rows: [Row]) -> [String] {
    let modules = Set(rows.map(\.module))
    let others = Set(rows.flatMap(\.imports)).subtracting(modules).subtracting(
      alwaysThere)
    return (modules.sorted() + others.sorted()).map { "import \($0)" }
  }

  /// Takes the fix of pages whose code does not type-check against the newer version.
  mutating func lowerWhatIsRefused(_ judge: DraftJudge) async throws {
    var files: [String: String] = [:]
    for page in pages {
      guard let after = page.after else { continue }
      files["\(page.name).swift"] = after
    }
    guard !files.isEmpty, let refused = try await judge(.new, files) else { return }
    for index in pages.indices where refused["\(pages[index].name).swift"]?.isEmpty == false {
      lower(index, because: "what the fix writes does not type-check in \(request.version)")
    }
  }

  /// Without a compiler, a person looks at every fix.
  mutating func allowNothingSafe() {
    for page in pages.indices {
      for row in pages[page].rows.indices where pages[page].rows[row].safety == .safe {
        pages[page].rows[row].safety = .review
      }
    }
  }

  private mutating func lower(_ index: Int, because reason: String) {
    pages[index].after = nil
    for row in pages[index].rows.indices {
      pages[index].rows[row].rewriting = nil
      pages[index].rows[row].safety = .manual
      pages[index].rows[row].reason = reason
    }
  }

  // MARK: Pages

  /// Divides rows into pages and sees what the engine makes of them.
  mutating func draft(over texts: [CatalogueText]) async throws {
    var names: Set<String> = []
    func unique(_ name: String) -> String {
      var number = 1
      var result = name
      while !names.insert(result).inserted {
        number += 1
        result = "\(name)-\(number)"
      }
      return result
    }
    var manual: [(topLevel: String, rows: [Row])] = []
    for row in rows {
      if row.rewriting == nil, row.finder != "import" {
        if let index = manual.firstIndex(where: { $0.topLevel == row.topLevel }) {
          manual[index].rows.append(row)
        } else {
          manual.append((row.topLevel, [row]))
        }
        continue
      }
      let own = row.name.prefix { $0 != "(" }.split(separator: ".").dropFirst()
      let parts = row.finder == "import" ? ["import", row.name] : own.map(String.init)
      pages.append(
        Page(
          name: unique(parts.map(kebab).joined(separator: "-")), rows: [row],
          silent: silents[row.name, default: ""]))
    }
    for (topLevel, rows) in manual {
      // A page shows what it finds; a row without a use is proven by nothing.
      guard rows.contains(where: { $0.use != nil }) else {
        left += rows
        continue
      }
      pages.append(
        Page(
          name: unique(kebab(topLevel)), rows: rows,
          silent: silents[rows.first { $0.use != nil }?.name ?? "", default: ""]))
    }
    pages.sort { $0.name < $1.name }
    // Twice: a fix that is not made in its own case makes its page one for a person.
    for _ in 0..<2 {
      let catalogue = try Catalogue(
        texts + pages.map { CatalogueText(path: path($0), text: text($0)) })
      let drafts = pages
      let results = await observe(drafts, catalogue)
      var isDone = true
      for (index, result) in results.enumerated() {
        pages[index].carets = result.carets
        pages[index].after = result.after
        let own = result.carets.filter { $0.rule == id(pages[index]) }
        guard pages[index].rows.contains(where: { $0.rewriting != nil }) else { continue }
        let best = own.map(\.safety).min() ?? .manual
        if best == .manual || result.after == nil {
          lower(index, because: "the fix is not made in a use drawn from the declaration")
          isDone = false
        } else {
          for row in pages[index].rows.indices {
            pages[index].rows[row].safety = max(pages[index].rows[row].safety, best)
          }
        }
      }
      if isDone { break }
    }
  }

  /// Judges the pages as `moult test` does, and leaves out those that do not pass.
  mutating func finish(over texts: [CatalogueText]) async throws {
    for _ in 0..<3 {
      let catalogue = try Catalogue(texts + self.texts)
      let drafts = pages
      let results = await observe(drafts, catalogue)
      for (index, result) in results.enumerated() {
        pages[index].carets = result.carets
        if pages[index].rows.contains(where: { $0.rewriting != nil }) {
          pages[index].after = result.after
          let own = result.carets.filter { $0.rule == id(pages[index]) }.map(\.safety).min()
          for row in pages[index].rows.indices {
            pages[index].rows[row].safety = max(pages[index].rows[row].safety, own ?? .manual)
          }
        }
      }
      let last = try Catalogue(texts + self.texts)
      var bad: [Int: String] = [:]
      for (index, page) in pages.enumerated() {
        do throws(PageError) {
          try last.check([path(page)])
        } catch {
          bad[index] = error.description
        }
      }
      let whole = pages.indices.filter { bad[$0] == nil }
      let ids = pages.map(id)
      let problems = await withTaskGroup(of: (Int, String?).self) { group in
        for index in whole {
          group.addTask {
            guard let page = last.page(ids[index]) else { return (index, "it is no page") }
            return (index, await failures(of: page, in: last).first.map(\.description))
          }
        }
        var found: [Int: String] = [:]
        for await (index, problem) in group { if let problem { found[index] = problem } }
        return found
      }
      bad.merge(problems) { $1 }
      if bad.isEmpty { return }
      for (index, reason) in bad {
        left += pages[index].rows.map { row in
          var row = row
          row.reason = reason
          return row
        }
      }
      pages = pages.enumerated().filter { bad[$0.offset] == nil }.map(\.element)
    }
  }

  private func observe(
    _ drafts: [Page], _ catalogue: Catalogue
  ) async -> [(carets: [ExpectedFinding], after: String?)] {
    let ids = drafts.map(id)
    return await withTaskGroup(of: (Int, [ExpectedFinding], String?).self) { group in
      for index in drafts.indices {
        let isFix = drafts[index].rows.contains { $0.rewriting != nil }
        group.addTask {
          guard let page = catalogue.page(ids[index]), let loud = page.cases.first else {
            return (index, [], nil)
          }
          let found = await observedFindings(in: loud, of: page, in: catalogue)
          guard isFix, let path = loud.before.first?.path else { return (index, found, nil) }
          let fixed = try? await fixedTexts(of: loud, of: page, in: catalogue, laidOut: { $0 })
          let after = fixed?.texts[path]
          return (index, found, after == loud.before.first?.text ? nil : after)
        }
      }
      var results = drafts.map { _ in (carets: [ExpectedFinding](), after: String?.none) }
      for await (index, carets, after) in group { results[index] = (carets, after) }
      return results
    }
  }

  // MARK: Text

  private func id(_ page: Page) -> RuleID { RuleID("\(request.library).\(page.name)") }

  private func path(_ page: Page) -> String {
    "\(request.library)/\(request.hop)/\(page.name).md"
  }

  var texts: [CatalogueText] {
    pages.map { CatalogueText(path: path($0), text: text($0)) }
  }

  private func text(_ page: Page) -> String {
    var text = "---\nid: \(id(page))\n"
    let severity = page.rows.map(\.severity).max() ?? .error
    text += "severity: \(severity.rawValue)\nrows:\n"
    for row in page.rows {
      text += "  - find: { \(row.finder): \(quoted(row.name)) }\n"
      if let rewriting = row.rewriting { text += "    put: \(put(rewriting))\n" }
      text += "    safety: \(row.safety.rawValue)\n    message: \(quoted(row.message))\n"
      if row.rewriting != nil {
        text += "    fix: \(quoted("Write '\(row.candidates.first ?? "what took its place")'"))\n"
      } else {
        text += "    next: \(quoted(next(row)))\n"
      }
    }
    let shown = page.rows.filter { $0.use != nil }
    text += "---\n# \(title(page))\n\n"
    text +=
      "Drafted from what \(request.library) \(request.from) and \(request.to) declare. Say here what replaced it, since which release, and why.\n\n"
    text += "## Where it is used\n\n```swift before\n"
    var loud = importLines(of: shown).map { $0 + "\n" }.joined()
    loud += shown.flatMap { $0.use ?? [] }.map { $0 + "\n" }.joined()
    text += marked(loud, page.carets) + "```\n"
    if let after = page.after { text += "```swift after\n\(after)```\n" }
    text += "\n## The project's own is left alone\n\n```swift before\n\(page.silent)```\n"
    return text
  }

  private func title(_ page: Page) -> String {
    guard page.rows.count == 1, let row = page.rows.first else {
      return "What became of `\(page.rows.first?.topLevel ?? page.name)`"
    }
    if let candidate = row.candidates.first, row.rewriting != nil {
      return "`\(row.name)` became `\(candidate)`"
    }
    return "What became of `\(row.name)`"
  }

  private func next(_ row: Row) -> String {
    guard let first = row.candidates.first else {
      return "replace it by hand; nothing in \(request.version) is like it"
    }
    let list = row.candidates.map { "'\($0)'" }
    return row.candidates.count == 1
      ? "see whether '\(first)' takes its place"
      : "see which takes its place: \(list.joined(separator: ", "))"
  }

  private func put(_ rewriting: LibraryChange.Rewriting) -> String {
    switch rewriting {
    case .text(let text): return quoted(text)
    case .call(let name, let labels):
      var parts: [String] = []
      if let name { parts.append("name: \(quoted(name))") }
      if !labels.isEmpty {
        let list = labels.sorted { $0.key < $1.key }.map {
          "\(quoted($0.key)): \(quoted($0.value))"
        }
        parts.append("labels: { \(list.joined(separator: ", ")) }")
      }
      return "{ \(parts.joined(separator: ", ")) }"
    case .surroundings(let throwing, let async, let optional):
      var parts: [String] = []
      if let throwing { parts.append("throws: \(throwing)") }
      if let async { parts.append("async: \(async)") }
      if let optional { parts.append("optional: \(optional)") }
      return "{ \(parts.joined(separator: ", ")) }"
    }
  }

  /// What became of every change, in the order of the names.
  var report: [DraftedChange] {
    let drafted = pages.flatMap { page in page.rows.map { (row: $0, page: Optional(id(page))) } }
    return (drafted + left.map { ($0, nil) }).map { row, page in
      DraftedChange(
        name: row.name, message: row.message, page: page, safety: row.safety,
        put: row.rewriting.map(put), candidates: row.candidates, reason: row.reason)
    }.sorted { $0.name < $1.name }
  }
}
