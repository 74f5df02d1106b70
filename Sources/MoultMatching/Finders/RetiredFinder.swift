package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Whose retired declarations a rule is about.
package enum RetiredScope: Hashable, Sendable {
  /// Those of a library's modules.
  case modules(Set<String>)
  /// Those of the project's modules, used by others of its modules.
  case project
  /// The same, used anywhere.
  case wholeProject
}

/// Finds uses of anything that the modules declare and `@available` warns of or refuses, if no rule of its own exists;
/// binds `$base` and arguments.
///
/// No page can ask for it: what it looks for is what a model's modules say of themselves.
package struct RetiredFinder: SwiftFinder {
  private let scope: RetiredScope

  /// What `@available` says, by symbol; empty until a model is known.
  private let symbols: [Symbol: Availability]

  package init(_ scope: RetiredScope) { self.init(scope, [:]) }

  private init(_ scope: RetiredScope, _ symbols: [Symbol: Availability]) {
    self.scope = scope
    self.symbols = symbols
  }

  package var subject: String? { nil }
  package var isAboutDeclaration: Bool { true }
  package var replacement: ReplacedPart { .expression }

  /// - Complexity: O(*n*) in what the modules declare.
  package func resolved(in model: ProjectModel) -> (any SwiftFinder)? {
    let modules =
      switch scope {
      case .modules(let modules): modules.subtracting(model.projectModules)
      case .project, .wholeProject: model.projectModules
      }
    return RetiredFinder(scope, model.retiredSymbols(in: modules))
  }

  package func names(in names: NamesInModel) -> [String] {
    symbols.keys.flatMap { symbol -> [String] in
      switch symbol.kind {
      case .initializer: names.callNames(symbol.qualifiedName)
      case .subscript: ["subscript"]
      case .module, .genericParameter, .local: []
      case .structure, .classType, .enumeration, .protocolType, .actor, .typeAlias,
        .associatedType, .function, .property, .enumCase, .operatorFunction, .macro:
        [symbol.name]
      }
    }
  }

  package func isAboutInitializer(in model: ProjectModel) -> Bool {
    symbols.keys.contains { $0.kind == .initializer }
  }

  /// Matches a use of a declaration that `@available` warns of or refuses.
  ///
  /// Where overloads stay apart, all that may be meant must be retired. Inside of what is retired itself the compiler warns of
  /// nothing, and so does this.
  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    let candidates = file.semantics.candidates(of: node).map { referred($0, by: node) }
    guard let symbol = candidates.first,
      scope != .project || symbol.module != file.semantics.module
    else { return nil }
    guard let availability = symbols[symbol],
      candidates.allSatisfy({ symbols[$0] != nil }),
      !index.names(symbol), !standsInRetired(node), !isOwnDeclaration(symbol, around: node)
    else { return nil }
    if symbol.kind.isType {
      let range = nameRange(of: node)
      guard isReference(node) else { return nil }
      return Match(
        rule: rule, node: node, range: node.mainToken.range, replaced: range, symbol: symbol,
        availability: availability)
    }
    switch node.kind {
    case .functionCall, .subscriptCall:
      guard symbol.kind.isCallable || symbol.kind == .enumCase, let callee = node.callee else {
        return nil
      }
      var nodes = callBindings(node)
      if node.kind == .subscriptCall { nodes["base"] = node.children.first }
      let range = callee.kind == .memberAccess ? callee.mainToken.range : callee.range
      return Match(
        rule: rule, node: node, range: range, replaced: node.range, nodes: nodes, symbol: symbol,
        availability: availability)
    case .memberAccess, .declReference:
      // What is called is found at the call, where overloads are told apart.
      if symbol.kind.isCallable || symbol.kind == .enumCase, let call = calling(node),
        !file.semantics.candidates(of: call).isEmpty
      {
        return nil
      }
      var nodes: [String: Node] = [:]
      if node.kind == .memberAccess, let base = node.children.first { nodes["base"] = base }
      return Match(
        rule: rule, node: node, range: node.mainToken.range, replaced: node.range, nodes: nodes,
        symbol: symbol, availability: availability)
    case .binaryOperator, .prefixOperator, .postfixOperator:
      guard symbol.kind == .operatorFunction else { return nil }
      return Match(
        rule: rule, node: node, range: node.mainToken.range, replaced: node.range, symbol: symbol,
        availability: availability)
    default: return nil
    }
  }
}

/// What a node speaks of: a name that is called stands for its type.
private func referred(_ symbol: Symbol, by node: Node) -> Symbol {
  guard symbol.kind == .initializer, isReference(node),
    node.kind != .memberAccess || node.name != "init", let type = symbol.parent
  else { return symbol }
  return type
}

/// The call whose callee a node is, behind generic arguments, `?` and `!`.
private func calling(_ node: Node) -> Node? {
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .genericSpecialization, .optionalChaining, .forceUnwrap: continue
    case .functionCall: return ancestor.callee == node ? ancestor : nil
    default: return nil
    }
  }
  return nil
}

private func standsInRetired(_ node: Node) -> Bool {
  node.ancestors.contains { ancestor in
    switch ancestor.kind {
    case .functionDecl, .initializerDecl, .subscriptDecl, .variableDecl, .structDecl, .classDecl,
      .enumDecl, .actorDecl, .protocolDecl, .extensionDecl, .typealiasDecl, .enumCaseDecl:
      ancestor.ownAvailability.map { $0.kind != .onSomePlatforms } ?? false
    default: false
    }
  }
}

/// Whether the node lies in the declaration that it speaks of.
private func isOwnDeclaration(_ symbol: Symbol, around node: Node) -> Bool {
  guard let declaration = symbol.declaration, declaration.tree === node.tree else { return false }
  return declaration == node || node.ancestors.contains(declaration)
}
