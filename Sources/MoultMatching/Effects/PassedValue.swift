package import MoultSemantics
package import MoultSyntax

/// What a call in the project gives a parameter.
package struct PassedValue {
  package let call: Node

  /// Nil where the call leaves the parameter out, so that its default counts.
  package let value: Node?

  /// The file of the call.
  package let file: FileContext
}

extension FileContext {
  /// Returns what the calls of a function of the project give one of its parameters, in the order of files and offsets.
  ///
  /// - Parameter parameter: of a function or an initialiser in this file.
  /// - Returns: nil if generated code calls the function, or if it is used as a value.
  /// - Complexity: as `callers(of:in:)`, and O(*n*) in the arguments of the calls.
  package func values(passedTo parameter: Node) -> [PassedValue]? {
    guard let owner = parameter.owningFunction, let function = semantics.symbol(of: owner),
      let calls = callers(of: function, in: self)
    else { return nil }
    return calls.compactMap { call in
      guard let place = context(of: call) else { return nil }
      let value = call.valuesGiven.first {
        parameterTaking($0, of: function, in: call)?.declaration == parameter
      }
      return PassedValue(call: call, value: value, file: place)
    }
  }

  /// Returns the parameter that takes a value: of a function, an initialiser or a case of the project.
  ///
  /// - Parameter value: what a call in this file is given, in parentheses or behind them.
  package func parameter(taking value: Node) -> Node? {
    guard let call = value.callGiven, let function = semantics.symbol(of: call),
      function.isOfProject
    else { return nil }
    return parameterTaking(value, of: function, in: call)?.declaration
  }

  /// Returns the property that takes a value where a structure is created by the initialiser which nobody wrote.
  ///
  /// - Parameter value: what a call in this file is given in parentheses.
  package func property(taking value: Node) -> Symbol? {
    guard let call = value.callGiven, let made = semantics.symbol(of: call),
      made.kind == .initializer, made.declaration?.kind != .initializerDecl,
      let owner = made.parent, let label = value.parent?.argumentLabel
    else { return nil }
    return model.declaredMembers(of: owner, named: label).first { $0.kind == .property }
  }

  /// Returns the parameter of a function, or the property, that takes a value, with what a rule sees of its file.
  ///
  /// - Parameter value: what a call in this file is given, in parentheses or behind them.
  package func taker(of value: Node) -> (symbol: Symbol, file: FileContext)? {
    let declared = parameter(taking: value)
    guard let declaration = declared ?? property(taking: value)?.declaration,
      let home = context(of: declaration), let symbol = home.semantics.symbol(of: declaration)
    else { return nil }
    return (symbol, home)
  }
}

extension Node {
  /// The function or initialiser that a parameter is declared by; nil for one of a closure, a subscript or a case.
  package var owningFunction: Node? {
    guard kind == .parameter else { return nil }
    return ancestors.first { node in
      switch node.kind {
      case .functionDecl, .initializerDecl: node.parameters.contains(self)
      default: false
      }
    }
  }

  /// What a call is given, in parentheses and behind them.
  package var valuesGiven: [Node] {
    arguments.map(\.argumentValue) + trailingClosures.map(\.closure)
  }

  /// The call that is given a value, in parentheses or behind them.
  package var callGiven: Node? {
    guard let holder = parent else { return nil }
    let call: Node?
    switch holder.kind {
    case .argument: call = holder.parent?.parent
    case .labeledClosure: call = holder.parent
    default: call = kind == .closure ? holder : nil
    }
    guard let call, call.kind == .functionCall, call.callee != self else { return nil }
    return call
  }
}
