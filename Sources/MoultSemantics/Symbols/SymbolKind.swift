/// What a symbol declares.
package enum SymbolKind: String, Sendable, CaseIterable {
  case module
  case structure
  case classType
  case enumeration
  case protocolType
  case actor
  case typeAlias
  case associatedType
  case genericParameter
  case function
  case initializer
  case `subscript`
  /// A member variable or a global one.
  case property
  case enumCase
  case operatorFunction
  /// A `let`, `var`, parameter or pattern variable inside a body.
  case local
  case macro

  /// A type that has members of its own: no alias, no parameter.
  package var isNominalType: Bool {
    switch self {
    case .structure, .classType, .enumeration, .protocolType, .actor: true
    case .module, .typeAlias, .associatedType, .genericParameter, .function, .initializer,
      .subscript, .property, .enumCase, .operatorFunction, .local, .macro:
      false
    }
  }

  /// Anything that can stand where a type stands.
  package var isType: Bool {
    switch self {
    case .structure, .classType, .enumeration, .protocolType, .actor, .typeAlias, .associatedType,
      .genericParameter:
      true
    case .module, .function, .initializer, .subscript, .property, .enumCase,
      .operatorFunction, .local, .macro:
      false
    }
  }

  /// Takes arguments in parentheses or brackets.
  package var isCallable: Bool {
    switch self {
    case .function, .initializer, .subscript, .operatorFunction, .macro: true
    case .module, .structure, .classType, .enumeration, .protocolType, .actor, .typeAlias,
      .associatedType, .genericParameter, .property, .enumCase, .local:
      false
    }
  }
}

/// Where a symbol comes from.
package enum SymbolOrigin: Hashable, Sendable {
  /// An interface file, or the built-in one of the standard library.
  case interface(path: String)
  case project(path: String, isGenerated: Bool)
  /// Written nowhere: the compiler, or a generator that was not run, would make it.
  case synthesized(reason: String)
}
