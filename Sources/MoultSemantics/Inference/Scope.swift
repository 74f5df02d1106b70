import MoultSyntax

/// The names that one block of a body declares.
final class Scope {
  let parent: Scope?
  private var symbols: [String: [Symbol]] = [:]

  init(parent: Scope?) { self.parent = parent }

  /// Declares a variable, which hides what had its name before.
  func declare(_ symbol: Symbol) { symbols[symbol.name] = [symbol] }

  /// Declares a function beside others of its name.
  func declareOverload(_ symbol: Symbol) { symbols[symbol.name, default: []].append(symbol) }

  func find(_ name: String) -> [Symbol]? {
    var scope: Scope? = self
    while let current = scope {
      if let found = current.symbols[name] { return found }
      scope = current.parent
    }
    return nil
  }
}

/// The type whose members a body sees without a dot.
struct TypeContext {
  let symbol: Symbol
  let side: MemberSide
}

/// What a `return` needs to know.
struct BodyFrame {
  /// The type that is to be returned; unknown if nobody says.
  let expected: SemanticType
  /// What was returned, in order.
  var returned: [SemanticType] = []
}
