/// What declarations say, read from their children and tokens.
extension Node {
  /// The attributes of a declaration, parameter, attributed type, closure signature or switch case.
  ///
  /// Those inside `#if` between them are included.
  package var attributes: [Node] {
    var found: [Node] = []
    collectAttributes(into: &found)
    return found
  }

  private func collectAttributes(into found: inout [Node]) {
    for child in children {
      switch child.kind {
      case .attribute: found.append(child)
      case .modifier: continue
      case .ifConfig:
        for clause in child.children { clause.collectAttributes(into: &found) }
      default: if kind != .ifConfigClause { return }
      }
    }
  }

  /// The modifiers of a declaration, in source order.
  package var modifiers: [Node] { children.filter { $0.kind == .modifier } }

  /// The words of the modifiers, without details such as `(set)`.
  package var modifierNames: [String] { modifiers.map(\.name) }

  // MARK: - Imports

  /// The names of an `importDecl` from the module on: `["Foundation", "URL"]`.
  package var importPath: [String] {
    children.filter { $0.kind == .importPathComponent }.map(\.name)
  }

  /// The word between `import` and the path (`struct`, `func`, …), if there is one.
  package var importKind: String? {
    guard let first = child(.importPathComponent) else { return nil }
    let word = Int(record.mainToken) + 1
    guard word < Int(first.record.firstToken) else { return nil }
    return tree.text(of: TokenID(rawValue: UInt32(word)))
  }

  // MARK: - Types

  /// The types in the inheritance clause, without attributes such as `@unchecked`.
  package var inheritedTypes: [Node] {
    guard let clause = child(.inheritanceClause) else { return [] }
    return clause.children.compactMap { $0.children.last { $0.kind.isType } }
  }

  /// The items of a type's or an extension's body; of an `#if` between them, the `ifConfig`.
  package var members: [Node] {
    guard let block = child(.memberBlock) else { return [] }
    return Array(block.children)
  }

  /// The type that an `extensionDecl` extends, or that a `typealiasDecl` stands for.
  package var subjectType: Node? { children.first { $0.kind.isType } }

  /// The parameters between `<` and `>`.
  package var genericParameters: [Node] {
    // Lists have none, and many children.
    guard kind.isDeclaration || kind == .typeAnnotation || kind == .returnClause,
      let clause = child(.genericParameterClause)
    else { return [] }
    return clause.children.filter { $0.kind == .genericParameter }
  }

  /// The requirements behind `where`.
  package var genericRequirements: [Node] {
    guard let clause = child(.genericWhereClause) else { return [] }
    return Array(clause.children)
  }

  // MARK: - Functions

  /// The signature of a function, initializer or macro, or of a closure.
  package var signature: Node? {
    children.first { $0.kind == .functionSignature || $0.kind == .closureSignature }
  }

  /// The parameters of a function, initializer, subscript, macro, enum case or closure.
  ///
  /// The nodes are `parameter`s, or `closureParameter`s where a closure has no parentheses.
  package var parameters: [Node] {
    let holder = kind.isSignature ? self : signature ?? self
    if let clause = holder.child(.parameterClause) {
      return clause.children.filter { $0.kind == .parameter }
    }
    return holder.children.filter { $0.kind == .closureParameter }
  }

  /// The type behind `->`.
  package var returnType: Node? {
    let holder = kind.isSignature ? self : signature ?? self
    return holder.child(.returnClause)?.children.last { $0.kind.isType }
  }

  /// The effects of a function, closure, accessor, `do` or function type.
  package var effects: Node? {
    let holder = kind.isSignature ? self : signature ?? self
    return holder.child(.effects)
  }

  package var isAsync: Bool { effects?.flags.contains(.isAsync) ?? false }

  package var isThrowing: Bool { effects?.flags.contains(.isThrowing) ?? false }

  /// The type in `throws(E)`.
  package var thrownType: Node? { effects?.children.first }

  /// The code block of a function, initializer, accessor, loop, `guard`, `defer`, `do` or `catch`.
  package var body: Node? { child(.codeBlock) }

  // MARK: - Parameters

  /// The label that callers write for a `parameter`; nil for `_` and where there is none.
  package var externalName: String? {
    guard kind == .parameter, flags.contains(.labeled), mainToken.kind != .wildcard else {
      return nil
    }
    return name
  }

  /// The name that the body uses for a `parameter`; empty if it has none, `_` if it is discarded.
  package var internalName: String {
    guard kind == .parameter else { return name }
    if flags.contains(.secondName) {
      return tree.name(of: TokenID(rawValue: record.mainToken + 1))
    }
    return flags.contains(.labeled) ? name : ""
  }

  /// The type of a parameter.
  package var parameterType: Node? { children.first { $0.kind.isType } }

  /// The value behind `=` of a parameter, binding, enum case element or optional binding.
  package var defaultValue: Node? { child(.initializerClause)?.children.first }

  // MARK: - Variables

  /// The bindings of a `variableDecl`.
  package var bindings: [Node] { children.filter { $0.kind == .patternBinding } }

  /// The pattern of a binding, condition, loop, switch case item or catch item.
  package var pattern: Node? { children.first { $0.kind.isPattern } }

  /// The type behind the colon of a binding, condition or loop.
  package var annotatedType: Node? { child(.typeAnnotation)?.children.last { $0.kind.isType } }

  /// The value behind `=` of a binding or condition.
  package var initialValue: Node? { child(.initializerClause)?.children.first }

  /// The block of accessors of a binding or subscript.
  package var accessorBlock: Node? { child(.accessorBlock) }

  /// The accessors of a binding or subscript; none if the block is the body of a getter.
  package var accessors: [Node] {
    let block = kind == .accessorBlock ? self : child(.accessorBlock)
    return block?.children.filter { $0.kind == .accessorDecl } ?? []
  }

  /// The names that a pattern binds, in source order.
  package var boundNames: [Node] {
    var found: [Node] = []
    collectBoundNames(into: &found)
    return found
  }

  private func collectBoundNames(into found: inout [Node]) {
    if kind == .identifierPattern { return found.append(self) }
    guard kind != .closure else { return }
    for child in children { child.collectBoundNames(into: &found) }
  }

  /// The elements of an `enumCaseDecl`.
  package var caseElements: [Node] { children.filter { $0.kind == .enumCaseElement } }

  /// The clauses of an `ifConfig`.
  package var ifConfigClauses: [Node] { children.filter { $0.kind == .ifConfigClause } }
}

extension SyntaxTree {
  /// Returns the text of a token without back-ticks.
  package func name(of token: TokenID) -> String {
    let bytes = bytes(of: token)
    guard tokens[Int(token.rawValue)].flags.contains(.isBackticked), bytes.count > 2 else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
