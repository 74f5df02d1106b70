/// The type of an expression or a declaration, as far as it is known.
///
/// `some P` and `any P` are the nominal type of the protocol. Type aliases do not occur: they are what they stand for.
package indirect enum SemanticType: Hashable, Sendable {
  case unknown
  /// A type of its own with its generic arguments; none if they are not known.
  case nominal(Symbol, [SemanticType])
  case optional(SemanticType)
  case function([SemanticType], result: SemanticType, isThrowing: Bool, isAsync: Bool)
  case tuple([TupleElement])
  case metatype(SemanticType)
  case genericParameter(Symbol)
  /// `T.Element`: an associated type of a type that is not known yet.
  case dependentMember(SemanticType, Symbol)
  /// `A & B`.
  case composition([SemanticType])

  package static let void = SemanticType.tuple([])

  package var isUnknown: Bool { self == .unknown }

  /// The symbol of the type, with optionals left on: nil for `T?`.
  package var nominalSymbol: Symbol? {
    if case .nominal(let symbol, _) = self { return symbol }
    return nil
  }

  /// What is left when one layer of optional is taken off; the type itself if there is none.
  package var unwrapped: SemanticType {
    if case .optional(let wrapped) = self { return wrapped }
    return self
  }

  package var isOptional: Bool {
    if case .optional = self { return true }
    return false
  }

  /// The type without any optional around it.
  package var fullyUnwrapped: SemanticType {
    var type = self
    while case .optional(let wrapped) = type { type = wrapped }
    return type
  }

  /// How many optionals stand around the type.
  var optionalDepth: Int {
    var depth = 0
    var type = self
    while case .optional(let wrapped) = type { (type, depth) = (wrapped, depth + 1) }
    return depth
  }

  /// The type with one more optional around it, unless it has one already.
  var flattenedOptional: SemanticType {
    switch self {
    case .unknown, .optional: self
    case .nominal, .function, .tuple, .metatype, .genericParameter, .dependentMember,
      .composition:
      .optional(self)
    }
  }

  /// The type, or unknown if it has so many parts that no program means it.
  ///
  /// Bad input can double a type with every line.
  var limited: SemanticType {
    var budget = 256
    return fits(&budget) ? self : .unknown
  }

  private func fits(_ budget: inout Int) -> Bool {
    budget -= 1
    guard budget > 0 else { return false }
    switch self {
    case .unknown, .genericParameter: return true
    case .nominal(_, let arguments):
      for argument in arguments where !argument.fits(&budget) { return false }
    case .optional(let type), .metatype(let type), .dependentMember(let type, _):
      return type.fits(&budget)
    case .function(let parameters, let result, _, _):
      for parameter in parameters where !parameter.fits(&budget) { return false }
      return result.fits(&budget)
    case .tuple(let elements):
      for element in elements where !element.type.fits(&budget) { return false }
    case .composition(let types):
      for type in types where !type.fits(&budget) { return false }
    }
    return true
  }

  /// Whether `unknown` occurs anywhere inside.
  package var containsUnknown: Bool {
    switch self {
    case .unknown: true
    case .nominal(_, let arguments): arguments.contains(where: \.containsUnknown)
    case .optional(let type), .metatype(let type), .dependentMember(let type, _):
      type.containsUnknown
    case .function(let parameters, let result, _, _):
      result.containsUnknown || parameters.contains(where: \.containsUnknown)
    case .tuple(let elements): elements.contains(where: \.type.containsUnknown)
    case .genericParameter: false
    case .composition(let types): types.contains(where: \.containsUnknown)
    }
  }
}

/// One element of a tuple type.
package struct TupleElement: Hashable, Sendable {
  package let label: String?
  package let type: SemanticType

  package init(label: String?, type: SemanticType) {
    self.label = label
    self.type = type
  }
}

/// Returns `type` as Swift writes it, with unqualified names and `_` for what is not known.
package func describe(_ type: SemanticType) -> String {
  switch type {
  case .unknown: return "_"
  case .nominal(let symbol, let arguments): return describe(symbol, arguments)
  case .optional(let wrapped):
    switch wrapped {
    case .function, .composition: return "(" + describe(wrapped) + ")?"
    case .unknown, .nominal, .optional, .tuple, .metatype, .genericParameter, .dependentMember:
      return describe(wrapped) + "?"
    }
  case .function(let parameters, let result, let isThrowing, let isAsync):
    let effects = (isAsync ? " async" : "") + (isThrowing ? " throws" : "")
    let text = result == .void ? "Void" : describe(result)
    return "(" + parameters.map(describe).joined(separator: ", ") + ")" + effects + " -> " + text
  case .tuple(let elements):
    let texts = elements.map { ($0.label.map { $0 + ": " } ?? "") + describe($0.type) }
    return "(" + texts.joined(separator: ", ") + ")"
  case .metatype(let type): return describe(type) + ".Type"
  case .genericParameter(let symbol): return symbol.name
  case .dependentMember(let base, let symbol): return describe(base) + "." + symbol.name
  case .composition(let types): return types.map(describe).joined(separator: " & ")
  }
}

private func describe(_ symbol: Symbol, _ arguments: [SemanticType]) -> String {
  if symbol.module == "Swift" {
    if symbol.name == "Array", let element = arguments.first {
      return "[" + describe(element) + "]"
    }
    if symbol.name == "Dictionary", arguments.count == 2 {
      return "[" + describe(arguments[0]) + ": " + describe(arguments[1]) + "]"
    }
  }
  var name = symbol.name
  var parent = symbol.parent
  while let enclosing = parent, enclosing.kind != .module {
    name = enclosing.name + "." + name
    parent = enclosing.parent
  }
  guard !arguments.isEmpty else { return name }
  return name + "<" + arguments.map(describe).joined(separator: ", ") + ">"
}
