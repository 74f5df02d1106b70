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
      let given = call.arguments.map(\.argumentValue) + call.trailingClosures.map(\.closure)
      let value = given.first {
        parameterTaking($0, of: function, in: call)?.declaration == parameter
      }
      return PassedValue(call: call, value: value, file: place)
    }
  }

  /// Returns what takes an argument of a call, with what a rule sees of its file: the parameter of a function of the project,
  /// or the property of a structure whose initialiser nobody has written.
  ///
  /// - Parameter argument: between the parentheses of a call in this file.
  package func taker(of argument: Node) -> (symbol: Symbol, file: FileContext)? {
    guard argument.kind == .argument, let call = argument.parent?.parent,
      call.kind == .functionCall,
      let function = semantics.symbol(of: call)
    else { return nil }
    if function.declaration == nil {
      guard function.kind == .initializer, let type = function.parent,
        let label = argument.argumentLabel,
        let property = model.declaredMembers(of: type, named: label).first(where: {
          $0.kind == .property
        }), let home = property.declaration.flatMap({ context(of: $0) })
      else { return nil }
      return (property, home)
    }
    let parameter = parameterTaking(argument.argumentValue, of: function, in: call)
    guard let declaration = parameter?.declaration, let home = context(of: declaration),
      let symbol = home.semantics.symbol(of: declaration)
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
}
