/// What a rule's page says, taken apart for people who read it outside a terminal and for programs.
///
/// Prose is Markdown as the page writes it. `markdown` and `html` are made of the same values.
package struct RuleArticle: Encodable, Equatable, Sendable {
  package let id: String
  package let title: String
  package let library: String

  /// The eras that the rule leads between, such as `0-1`; nil for a rule of no hop.
  package let hop: String?
  package let severity: String

  /// The words that name the page's finders, in its order, each once.
  package let finders: [String]

  /// When `moult fix --commit-each` gets to the rule; rules of one number are in the order of their ids.
  package let step: Int

  /// The safeties of the page's rows, from `safe` to `manual`, each once.
  package let safeties: [String]

  /// What findings say, in the order of the page, each once.
  package let messages: [String]

  /// What a person does where there is no fix, in the order of the page, each once.
  package let nextSteps: [String]

  /// The prose between the title and the first case.
  package let introduction: String

  /// In the order of the page.
  package let sections: [Section]

  /// A heading of the second level: an example, or prose alone.
  package struct Section: Encodable, Equatable, Sendable {
    package let title: String

    /// The section's prose without the blocks that are in `files`.
    package let text: String

    /// Empty for a section that is prose alone.
    package let files: [File]

    package init(title: String, text: String, files: [File]) {
      self.title = title
      self.text = text
      self.files = files
    }

    /// Whether the example shows what the rule says nothing about.
    package var isSilent: Bool { !files.isEmpty && files.allSatisfy { $0.isSilent } }
  }

  /// One file of an example.
  package struct File: Encodable, Equatable, Sendable {
    package let path: String
    package let language: String

    /// Nil for a file that the fix creates.
    package let before: String?

    /// Nil for a file that stays as it is.
    package let after: String?

    /// In `before`, sorted by place.
    package let findings: [Mark]

    package init(
      path: String, language: String, before: String?, after: String?, findings: [Mark]
    ) {
      self.path = path
      self.language = language
      self.before = before
      self.after = after
      self.findings = findings
    }

    var isSilent: Bool { after == nil && findings.isEmpty }
  }

  /// A place that a rule reports.
  package struct Mark: Encodable, Equatable, Sendable {
    /// One-based.
    package let line: Int

    /// One-based, in UTF-8 bytes.
    package let column: Int

    /// One-based, in UTF-8 bytes, behind the last.
    package let endColumn: Int
    package let rule: String
    package let safety: String

    package init(line: Int, column: Int, endColumn: Int, rule: String, safety: String) {
      self.line = line
      self.column = column
      self.endColumn = endColumn
      self.rule = rule
      self.safety = safety
    }
  }

  package init(
    id: String, title: String, library: String, hop: String?, severity: String,
    finders: [String], step: Int, safeties: [String], messages: [String], nextSteps: [String],
    introduction: String,
    sections: [Section]
  ) {
    self.id = id
    self.title = title
    self.library = library
    self.hop = hop
    self.severity = severity
    self.finders = finders
    self.step = step
    self.safeties = safeties
    self.messages = messages
    self.nextSteps = nextSteps
    self.introduction = introduction
    self.sections = sections
  }

  /// `grpc-swift 0 → 1`, or the library alone.
  var subject: String {
    guard let ends = hop?.split(separator: "-"), ends.count == 2 else { return library }
    return ends[0] == ends[1] ? "\(library) \(ends[0])" : "\(library) \(ends[0]) → \(ends[1])"
  }

  /// Returns the article as JSON: the values above, and under `html` the element that `htmlPage` has in its body.
  package func json() throws -> String { try jsonText(WithHTML(self)) }

  /// Returns articles as one JSON array, in the order given.
  package static func json(_ articles: [RuleArticle]) throws -> String {
    try jsonText(articles.map(WithHTML.init))
  }
}

private struct WithHTML: Encodable {
  let article: RuleArticle

  init(_ article: RuleArticle) { self.article = article }

  enum CodingKeys: String, CodingKey { case html }

  func encode(to encoder: any Encoder) throws {
    try article.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(article.html, forKey: .html)
  }
}
