import MoultFindings
import MoultLearning
import MoultMatching
import MoultRules
import MoultSemantics
import MoultSource
import MoultSurfaces
import MoultSyntax

/// Makes pages of what changed, one step after the other: uses, pages, what a compiler and the engine say of them.
struct PageDrafter {
  let request: LibraryDraftRequest
  var rows: [DraftedRow] = []
  var pages: [DraftedPage] = []
  var silents: [String: String] = [:]
  var left: [DraftedRow] = []

  init(_ request: LibraryDraftRequest, _ catalogue: Catalogue, _ comparison: LibraryComparison) {
    self.request = request
    for (module, candidates) in comparison.goneModules {
      rows.append(
        DraftedRow(
          name: module, finder: "import",
          rewriting: candidates.count == 1 ? .text(candidates[0]) : nil,
          safety: candidates.count == 1 ? .review : .manual, severity: .error,
          message: "the module '\(module)' is gone in \(request.version)", candidates: candidates,
          module: module, use: [], imports: [], topLevel: module))
      silents[module] = "import \(module)Extras\n"
    }
    for change in comparison.changes() where !request.known.contains(change.old.qualifiedName) {
      let symbol = change.old
      guard let finder = finder(of: change) else {
        leave(change)
        continue
      }
      var unwraps = false
      if case .surroundings(_, _, false) = change.rewriting { unwraps = true }
      let name = "use\(rows.count + 1)"
      let use =
        finder == "conformance"
        ? ["protocol U\(name.dropFirst()): \(DraftedCode.path(of: symbol)) {}"]
        : DraftedUse(of: symbol, in: name, unwrapping: unwraps)?.lines
      var severity = Severity.error
      if case .retired(let said) = change.kind, said.kind == .deprecated { severity = .warning }
      var row = DraftedRow(
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

  /// Keeps what no page can find for the list.
  private mutating func leave(_ change: LibraryChange) {
    left.append(
      DraftedRow(
        name: change.old.qualifiedName, finder: "", rewriting: nil, safety: .manual,
        severity: .error, message: change.message, candidates: change.candidates,
        module: change.old.module, use: nil, reason: "no page finds uses of an operator",
        imports: [], topLevel: topLevel(change.old)))
  }

  private func finder(of change: LibraryChange) -> String? {
    if change.use == .conformance { return "conformance" }
    return switch change.old.kind {
    case .structure, .classType, .enumeration, .actor, .protocolType, .typeAlias: "type"
    case .enumCase: "case"
    case .property: "member"
    case .function, .initializer, .subscript: "call"
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
    var manual: [(topLevel: String, rows: [DraftedRow])] = []
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
        DraftedPage(
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
        DraftedPage(
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
    _ drafts: [DraftedPage], _ catalogue: Catalogue
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
}
