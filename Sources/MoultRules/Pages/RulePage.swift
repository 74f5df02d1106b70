package import MoultFindings
import MoultLearning
package import MoultMatching

/// One page of the catalogue: a rule, its documentation and its test.
package struct RulePage: Sendable {
  /// Where the page stands in the catalogue: `grpc-swift/0-1/status-code-type.md`.
  package let path: String

  /// What messages call the page: its path in the catalogue, or a project's own path to it.
  package let name: String
  package let id: RuleID
  package let severity: Severity
  package let rows: [RuleRow]

  /// The first heading, without `#`.
  package let title: String

  private let content: Content

  enum Content: Sendable {
    case read(body: String, cases: [PageCase])
    /// A text that is read when someone asks; the tests have read it.
    case embedded(String)
  }

  /// Where the id stands.
  let idPlace: PagePlace

  init(path: String, name: String, matter: FrontMatter, title: String, content: Content) {
    self.path = path
    self.name = name
    idPlace = matter.idPlace
    id = matter.id
    severity = matter.severity
    rows = matter.rows
    self.title = title
    self.content = content
  }

  /// The text of a page that is built in, of which only the front matter was read; else nil.
  var embeddedText: String? {
    if case .embedded(let text) = content { text } else { nil }
  }

  /// Creates the page of what a dependency says of itself.
  init(_ library: LearnedLibrary) {
    path = library.rule.rawValue
    name = path
    idPlace = PagePlace(line: 1, column: 1, length: 1)
    id = library.rule
    severity = .warning
    rows = []
    title = pageTitle(library.page)
    content = .read(body: library.page, cases: [])
  }

  /// The page below its front matter, as written.
  ///
  /// - Complexity: O(*n*) in the bytes of the page, at each call.
  package var body: String {
    switch content {
    case .read(let body, _): body
    case .embedded(let text): pageBody(text)
    }
  }

  /// - Complexity: O(*n*) in the bytes of the page, at each call.
  package var cases: [PageCase] {
    switch content {
    case .read(_, let cases): return cases
    case .embedded(let text):
      do throws(PageError) {
        return try parsePage(text, path: path, called: name).cases
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  /// The eras that the page leads between, as its folder says (`0-1`), or nil if it is no hop.
  package var hop: String? {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    guard parts.count == 3 else { return nil }
    let ends = parts[1].split(separator: UInt8(ascii: "-"))
    return ends.count == 2 && ends.allSatisfy { Int(Substring($0)) != nil }
      ? String(Substring(parts[1])) : nil
  }
}

private func pageTitle(_ body: String) -> String {
  String(body.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
}

/// One thing that a page finds, and what it puts there.
package struct RuleRow: Sendable {
  package let finder: Finder
  package let find: FinderSpec
  package let action: ActionSpec
  package let safety: Safety
  package let message: String
  package let fixTitle: String
  package let nextStep: String?

  /// Why a fix of the row is less than safe.
  package let reason: String?

  /// The rule in whose files this one is silent.
  package let unless: RuleID?

  /// What must hold for a place to be found.
  package let guards: [PlaceGuard]

  /// Where a place is found and a person rewrites it.
  package let refusals: [PlaceRefusal]

  /// What a person may choose between, if the transform knows more than one way.
  package let choice: RuleChoice?

  /// The options that the transform obeys together with those of other rules.
  package let obeyed: [ObeyedOption]

  /// Where the row says so; nil for a page that the build has read.
  let places: RowPlaces?

  /// The place of what is looked for.
  var subjectPlace: PagePlace { places?.subject ?? PagePlace(line: 2) }

  /// Whether a fix of the row can have edits.
  package var canFix: Bool { action != .advise || finder.terms.reach == .own }
}

/// Where the parts of a row stand on its page.
struct RowPlaces: Hashable, Sendable {
  /// What is looked for.
  let subject: PagePlace
  let safety: PagePlace
  let unless: PagePlace?

  /// The modules that the row says are to be imported.
  let imports: PagePlace?

  /// The types and declarations that conditions name, each with its place.
  let named: [String: PagePlace]
}

/// What a page does where it found something.
package enum ActionSpec: Hashable, Sendable {
  case advise
  case put(PutSpec)
  case relabel(Relabelling)
  case retype(Retyping)
  /// `put: { statements: … }`.
  case rewriteStatements(StatementRewriting)
  /// `put: { declare: …, conform: … }`.
  case extend(TypeAddition)
  /// `put: { on: type }`.
  case askType
  /// `put: { member: name(), static: false }`.
  case makeInstanceMember(MemberName)
  /// `put: { remove: statement }`.
  case removeStatement
  case transform(TransformCall)
}

/// A transform as a page calls it: `call-options`, or one of its forms, `{ call-options: headers }`.
package struct TransformCall: Hashable, Sendable {
  package let name: String

  /// Empty where the page gives none.
  package let form: String

  package init(name: String, form: String) {
    self.name = name
    self.form = form
  }
}

/// A replacement as the page writes it.
package struct PutSpec: Hashable, Sendable {
  package let text: String

  /// Whether the page gives no text, and only says what changes around the code.
  package var keepsText = false

  /// How much the text replaces.
  package var place = RewrittenPlace.match
  package var staysOptional = true

  /// What stands for nil where the code has become optional: `optional: true` with `else`.
  package var fallback: String?

  /// Whether `some` and `any` go from before the type.
  package var isConcrete = false
  package var staysThrowing = true

  /// What the page says the new expression does: `throws: true`, `async: true`.
  package var effects: Effects = []
  package var mutatesBase = false
  package var imports: [String] = []

  /// What changes inside and around: `inside`, `uses`.
  package var inner = InnerRewrites()

  /// Options of finders outside Swift, such as the renames of a plugin's options; nil drops the key.
  package var table: [String: String?] = [:]

  package init(text: String) { self.text = text }
}

/// A named example of a page: a small project before and, if it changes, after.
package struct PageCase: Sendable {
  package let name: String

  /// The one-based line of the page on which the case's heading stands.
  package let line: Int
  package let before: [CodeBlock]

  /// Empty if the case must stay as it is.
  package let after: [CodeBlock]

  /// What the case's `.moult.yml` says about options; the file is in neither list of blocks.
  package let options: OptionValues
}

/// A fenced block of a case, without its marker lines.
package struct CodeBlock: Sendable {
  package let language: String

  /// Where the block lies in the case's project.
  package let path: String
  package let text: String
  package let expected: [ExpectedFinding]

  /// Where the rule of each of these stands on the page.
  let expectedPlaces: [PagePlace]

  /// The one-based line of the page on which the fence opens.
  package let line: Int
}

/// What a caret line asks for.
package struct ExpectedFinding: Hashable, Sendable {
  package let path: String

  /// One-based, in the block without its marker lines.
  package let line: Int

  /// One-based columns in UTF-8 bytes, the last exclusive.
  package let columns: Range<Int>
  package let rule: RuleID
  package let safety: Safety

  package init(path: String, line: Int, columns: Range<Int>, rule: RuleID, safety: Safety) {
    self.path = path
    self.line = line
    self.columns = columns
    self.rule = rule
    self.safety = safety
  }
}

extension CodeBlock {
  /// The one-based line of the page for each line of the text; each caret line stands below the line it means.
  package var pageLines: [Int] {
    var next = line
    return text.split(separator: "\n", omittingEmptySubsequences: false).indices.map { index in
      next += 1
      defer { next += expected.count { $0.line == index + 1 } }
      return next
    }
  }
}
