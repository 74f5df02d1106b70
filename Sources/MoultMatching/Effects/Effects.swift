package import MoultSemantics
package import MoultSyntax

/// What an expression or a function does beside giving a value.
package struct Effects: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let throwing = Effects(rawValue: 1 << 0)
  package static let async = Effects(rawValue: 1 << 1)

  /// The words of a declaration: `async throws`.
  var declarationText: String {
    [contains(.async) ? "async" : nil, contains(.throwing) ? "throws" : nil]
      .compactMap { $0 }.joined(separator: " ")
  }

  /// What somebody does who has the effects.
  var verb: String {
    [contains(.async) ? "suspend" : nil, contains(.throwing) ? "throw" : nil]
      .compactMap { $0 }.joined(separator: " and ")
  }

  /// The words before an expression, with a blank behind each: `try await `.
  var markText: String {
    (contains(.throwing) ? "try " : "") + (contains(.async) ? "await " : "")
  }
}

extension Symbol {
  /// What calling or reading the thing does, as it is declared.
  package var effects: Effects {
    var effects: Effects = []
    if isThrowing { effects.insert(.throwing) }
    if isAsync { effects.insert(.async) }
    return effects
  }
}

extension Node {
  /// What the function, initialiser, accessor or closure says that it does.
  package var declaredEffects: Effects {
    var effects: Effects = []
    if isThrowing { effects.insert(.throwing) }
    if isAsync { effects.insert(.async) }
    return effects
  }

  /// Whether the function throws only what its arguments throw.
  package var isRethrowing: Bool {
    guard let effects else { return false }
    return effects.tokenIDs.contains { tree.text(of: TokenID(rawValue: UInt32($0))) == "rethrows" }
  }
}
