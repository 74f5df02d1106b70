/// What the generic parameters of a declaration stand for at one use.
struct Substitution: Sendable {
  var types: [Symbol: SemanticType] = [:]

  var isEmpty: Bool { types.isEmpty }

  /// Binds the parameters in order; missing arguments stay unbound.
  mutating func bind(_ parameters: [Symbol], to arguments: [SemanticType]) {
    for (parameter, argument) in zip(parameters, arguments) { types[parameter] = argument }
  }
}

extension Resolver {
  /// Returns `type` with every bound parameter replaced.
  ///
  /// Parameters that are not bound stay what they are.
  func substitute(_ substitution: Substitution, in type: SemanticType) -> SemanticType {
    guard !substitution.isEmpty else { return type }
    switch type {
    case .unknown: return type
    case .nominal(let symbol, let arguments):
      guard !arguments.isEmpty else { return type }
      return .nominal(symbol, arguments.map { substitute(substitution, in: $0) })
    case .optional(let wrapped): return .optional(substitute(substitution, in: wrapped))
    case .function(let parameters, let result, let isThrowing, let isAsync):
      return .function(
        parameters.map { substitute(substitution, in: $0) },
        result: substitute(substitution, in: result), isThrowing: isThrowing, isAsync: isAsync)
    case .tuple(let elements):
      return .tuple(
        elements.map {
          TupleElement(label: $0.label, type: substitute(substitution, in: $0.type))
        })
    case .metatype(let instance): return .metatype(substitute(substitution, in: instance))
    case .genericParameter(let symbol): return substitution.types[symbol] ?? type
    case .dependentMember(let base, let member):
      if let bound = substitution.types[member] { return bound }
      let newBase = substitute(substitution, in: base)
      guard newBase != base else { return type }
      return witness(for: member, in: newBase)
    case .composition(let types):
      return .composition(types.map { substitute(substitution, in: $0) })
    }
  }
}
