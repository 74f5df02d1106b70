package import MoultFindings
import MoultMatching
package import MoultRules
import MoultSemantics
import MoultSource
package import MoultSurfaces

/// What a person says of a page that is to be written.
package struct DraftRequest: Sendable {
  package var library: String
  package var hop: String

  /// The finder's word; nil for what fits the declaration.
  package var kind: String?

  /// The declaration, by its qualified name; nil for the first that is gone.
  package var symbol: String?

  /// The template that takes its place; nil for advice.
  package var put: String?
  package var safety: Safety?

  /// The name of the rule without its library; nil for one made of the declaration's.
  package var name: String?

  package init(library: String, hop: String) {
    self.library = library
    self.hop = hop
  }
}

/// A page that passes, and what else it could have been about.
package struct RuleDraft: Sendable {
  package let id: RuleID

  /// Below the rule folder: `acme/2-3/last-code.md`.
  package let path: String
  package let text: String

  /// Declarations of the era that the next one has not, and no page is about, by qualified name, sorted.
  package let others: [String]
}

/// Why no page can be written.
package struct DraftProblem: Error, Hashable, Sendable {
  /// One or more lines, without a final period.
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// Writes a page about a declaration that one era has and the next has not, with a case in which it is found and one in
/// which the project's own is left alone.
///
/// The carets and the code after the fix are what the engine says; the page has passed before it is returned.
///
/// - Parameter texts: what the catalogue was read from.
package func draftRule(
  _ request: DraftRequest, _ catalogue: Catalogue, _ texts: [CatalogueText]
) async throws(DraftProblem) -> RuleDraft {
  let eras = try Eras(request, catalogue)
  let gone = eras.gone.filter { name in
    !catalogue.pages.contains { page in
      page.rows.contains { $0.finder.terms.symbol($0.find) == name }
    }
  }
  let symbol = try eras.symbol(request, among: gone)
  let code = try DraftedCode(using: symbol)
  let draft = Draft(request, symbol, code, catalogue)
  if catalogue.page(draft.id) != nil {
    throw DraftProblem("there is a rule '\(draft.id)' already; choose another with --name")
  }
  // First without carets, to see what is found and what the fix makes of it.
  let bare = draft.text(carets: [], after: nil, silent: code.silent)
  let (page, grown) = try read(bare, draft, texts)
  guard let loud = page.cases.first else { throw DraftProblem("the draft has no case") }
  let found = await observedFindings(in: loud, of: page, in: grown)
  let own = found.filter { $0.rule == draft.id }
  guard let best = own.map(\.safety).min() else {
    throw DraftProblem(
      "'\(symbol.qualifiedName)' is not found in what was drafted for it:\n\(code.loud)")
  }
  if request.put != nil, best == .manual {
    throw DraftProblem(
      "the fix cannot be made in what was drafted, as the new form needs something that is not there:\n\(code.loud)"
    )
  }
  var after: String?
  if request.put != nil {
    do {
      let fixed = try await fixedTexts(of: loud, of: page, in: grown, laidOut: { $0 })
      after = fixed.texts[loud.before.first?.path ?? ""]
    } catch {
      throw DraftProblem("the fix came to no end: \(error)")
    }
  }
  let text = draft.text(carets: found, after: after, silent: code.silent, safety: best)
  let (last, final) = try read(text, draft, texts)
  do throws(PageError) {
    try final.check([last.name])
  } catch {
    throw DraftProblem(error.description)
  }
  if let failure = await failures(of: last, in: final).first {
    throw DraftProblem("what was drafted does not pass: \(failure)")
  }
  return RuleDraft(
    id: draft.id, path: draft.path, text: text,
    others: gone.filter { $0 != symbol.qualifiedName })
}

private func read(
  _ text: String, _ draft: Draft, _ texts: [CatalogueText]
) throws(DraftProblem) -> (RulePage, Catalogue) {
  let catalogue: Catalogue
  do throws(PageError) {
    catalogue = try Catalogue(texts + [CatalogueText(path: draft.path, text: text)])
  } catch {
    throw DraftProblem(error.description)
  }
  guard let page = catalogue.page(draft.id) else { throw DraftProblem("the draft is no page") }
  return (page, catalogue)
}

/// The declarations of both ends of a hop.
private struct Eras {
  let old: ProjectModel
  let modules: [String]

  /// What the old era declares and the new one does not, whose owner is still there or is its module; sorted.
  let gone: [String]

  init(_ request: DraftRequest, _ catalogue: Catalogue) throws(DraftProblem) {
    let ends = request.hop.split(separator: "-").map(String.init)
    guard ends.count == 2, ends.allSatisfy({ Int($0) != nil }) else {
      throw DraftProblem("'\(request.hop)' is not a hop such as '2-3'")
    }
    let all = catalogue.interfaces.all
    for era in ends where !all.contains(where: { $0.library == request.library && $0.era == era }) {
      throw DraftProblem(
        """
        there is no interface of \(request.library) \(era). Let the compiler write one in a checkout of it:
          swift build -Xswiftc -enable-library-evolution -Xswiftc -emit-module-interface
        and put it beside the pages as \(request.library)/\(era)/<Module>.swiftinterface
        """)
    }
    func model(_ era: String) -> (ProjectModel, [String]) {
      let own = all.filter { $0.library == request.library && $0.era == era }
      let rest = all.filter { $0.library != request.library }
      return (ProjectModel(files: [], interfaces: rest + own), own.map(\.module))
    }
    let (old, modules) = model(ends[0])
    let (new, newModules) = model(ends[1])
    let before = modules.flatMap { catalogue.declaredSymbols(ofModule: $0, in: old) }
    let after = Set(newModules.flatMap { catalogue.declaredSymbols(ofModule: $0, in: new) })
    let missing = Set(before).subtracting(after)
    self.old = old
    self.modules = modules
    gone =
      modules.filter { !newModules.contains($0) }
      + missing.filter { name in
        guard let parent = old.symbol(named: name)?.parent else { return false }
        return parent.kind == .module || !missing.contains(parent.qualifiedName)
      }.sorted()
  }

  func symbol(_ request: DraftRequest, among gone: [String]) throws(DraftProblem) -> Symbol {
    if let name = request.symbol {
      if let symbol = old.symbol(named: name) { return symbol }
      let near = nearestSpelling(of: name, among: gone).map { "; did you mean '\($0)'?" }
      throw DraftProblem(
        "no interface of \(request.library) declares '\(name)'"
          + (near ?? (gone.isEmpty ? "" : "; gone are \(gone.prefix(8).joined(separator: ", "))")))
    }
    let fitting = gone.compactMap { old.symbol(named: $0) }.filter { symbol in
      request.kind.map { $0 == (try? DraftedCode(using: symbol))?.finder } ?? true
    }
    guard let first = fitting.first(where: { (try? DraftedCode(using: $0)) != nil }) else {
      throw DraftProblem(
        "the next era declares everything that this one does and no page is about; name a declaration with --symbol"
      )
    }
    return first
  }
}

/// The parts of a page.
private struct Draft {
  let id: RuleID
  let path: String
  private let request: DraftRequest
  private let symbol: Symbol
  private let code: DraftedCode

  init(_ request: DraftRequest, _ symbol: Symbol, _ code: DraftedCode, _ catalogue: Catalogue) {
    let own = kebab(symbol.kind == .initializer ? (symbol.parent?.name ?? "") : symbol.name)
    var name = request.name ?? own
    if request.name == nil, catalogue.page(RuleID("\(request.library).\(name)")) != nil,
      let parent = symbol.parent
    {
      name = kebab(parent.name) + "-" + own
    }
    id = RuleID("\(request.library).\(name)")
    path = "\(request.library)/\(request.hop)/\(name).md"
    self.request = request
    self.symbol = symbol
    self.code = code
  }

  func text(
    carets: [ExpectedFinding], after: String?, silent: String, safety: Safety? = nil
  ) -> String {
    let era = request.hop.split(separator: "-").last ?? ""
    let said = "'\(symbol.name)' was removed in \(request.library) \(era)"
    let safety = safety ?? request.safety ?? (request.put == nil ? .manual : .review)
    var matter = [
      "id: \(id)", "severity: error",
      "find: { \(code.finder): \(quoted(symbol.qualifiedName)) }",
    ]
    if let put = request.put {
      matter += ["put: \(isTable(put) ? put : quoted(put))", "safety: \(safety.rawValue)"]
      matter += ["message: \(quoted(said))", "fix: \(quoted("Write its replacement"))"]
    } else {
      matter += ["safety: \(safety.rawValue)", "message: \(quoted(said))"]
      matter += [
        "next: \(quoted("replace it by hand; \(request.library) \(era) has no '\(symbol.name)'"))"
      ]
    }
    var page = "---\n" + matter.joined(separator: "\n") + "\n---\n"
    page +=
      "# `\(symbol.name)` was removed\n\nSay here what replaced it, since which release, and why.\n\n"
    page += "## \(title) is found\n\n```swift before\n\(marked(code.loud, carets))```\n"
    if let after { page += "```swift after\n\(after)```\n" }
    page += "\n## The project's own is left alone\n\n```swift before\n\(silent)```\n"
    return page
  }

  private var title: String {
    switch code.finder {
    case "import": "An import"
    case "type": "A use of the type"
    case "member": "A use of the member"
    case "call": "A call"
    default: "A use of the case"
    }
  }
}

/// Puts caret lines below the lines that they mark.
func marked(_ text: String, _ carets: [ExpectedFinding]) -> String {
  var result = ""
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  for (index, line) in lines.enumerated() {
    result += line + "\n"
    let below = carets.filter { $0.line == index + 1 }
    for caret in below.sorted(by: { $0.columns.lowerBound < $1.columns.lowerBound }) {
      result += caretLine(caret) + "\n"
    }
  }
  return result
}

func quoted(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

/// `last-code` for `lastCode`.
func kebab(_ name: String) -> String {
  var result = ""
  var wasLower = false
  for character in name {
    if character.isUppercase, wasLower { result.append("-") }
    wasLower = character.isLowercase || character.isNumber
    if character.isASCII, character.isLetter || character.isNumber {
      result += character.lowercased()
    }
  }
  return result.isEmpty ? "rule" : result
}

/// Whether what a person puts is a table with more than the text.
private func isTable(_ put: String) -> Bool { put.hasPrefix("{ ") && put.hasSuffix(" }") }
