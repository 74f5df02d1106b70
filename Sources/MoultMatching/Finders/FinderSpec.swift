/// A finder as a page writes it: the word that names it, and what stands behind the word.
package struct FinderSpec: Hashable, Sendable {
  /// The word behind `find`: `member`, `pod`.
  package let word: String

  /// The value behind the word, where it is one text: a qualified name, a pattern, a pod's name.
  package let subject: String

  /// The value behind the word, where it is a table; for `pattern`, the types of its metavariables.
  package let options: [String: String]

  /// For `call`, the shape that the call has, as code with metavariables; nil for any.
  package let shape: String?

  package init(
    word: String, subject: String, options: [String: String] = [:], shape: String? = nil
  ) {
    self.shape = shape
    self.word = word
    self.subject = subject
    self.options = options
  }
}

/// Why what stands behind a finder's word is nothing to look for.
package struct FinderProblem: Error, Hashable, Sendable {
  /// One line, without a final period.
  package let message: String

  package init(_ message: String) { self.message = message }
}
