/// A piece of code inside of what was found, and what it becomes.
package struct InnerRewrite: Hashable, Sendable {
  /// One expression or statement with metavariables.
  package let pattern: String

  /// The same kind of thing, with the same metavariables.
  package let text: String

  package init(pattern: String, text: String) {
    self.pattern = pattern
    self.text = text
  }
}

/// What changes inside and around of what was found when it is rewritten.
package struct InnerRewrites: Hashable, Sendable {
  /// Pieces of what metavariables stand for, by the names of these, in the order in which they are tried.
  package var inside: [String: [InnerRewrite]] = [:]

  /// Uses of a variable that was found, in the order in which they are tried; another use is left to a person.
  package var uses: [InnerRewrite] = []

  package init() {}

  package var isEmpty: Bool { inside.isEmpty && uses.isEmpty }
}

/// New code for a call of which a page says the shape.
package struct ReshapedCall: Hashable, Sendable {
  /// The new code, with the metavariables of the shape.
  package let text: String
  package let inner: InnerRewrites

  /// Modules that the new text needs.
  package let imports: Set<String>

  package init(text: String, inner: InnerRewrites, imports: Set<String> = []) {
    self.text = text
    self.inner = inner
    self.imports = imports
  }
}
