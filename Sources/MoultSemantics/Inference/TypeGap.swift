package import MoultSyntax

/// Why the type of an expression is not known.
package enum TypeGap: Hashable, Sendable {
  /// It comes from one of these modules, which are neither the project's nor described; sorted.
  case module([String])
  /// It comes from what no declaration in sight has; no such module is imported.
  case undeclared
  /// It comes from what a system or a toolchain brings along, which is described in part.
  case platform
  /// It is a parameter of a closure, and nothing says of which type.
  case closureParameter
  /// A dot stands before it, and nothing says which type is wanted.
  case implicitMember
  /// Several declarations fit, and they give values of different types.
  case overloads
  /// A macro or a property wrapper makes it.
  case macro
  /// It is put together in a way that is not followed.
  case expression
}

extension FileSemantics {
  /// Returns why the type of an expression is not known: what the first part of it that is not known comes from.
  ///
  /// - Complexity: O(*n*) in the links of the chain and the variables that lead to it.
  package func typeGap(of expression: Node) -> TypeGap {
    var current = expression
    // A chain has few links; bad input may have many.
    for _ in 0..<64 {
      switch step(from: current) {
      case .found(let gap): return gap
      case .comesFrom(let node): current = node
      }
    }
    return .expression
  }

  /// Where one goes from an expression of unknown type.
  private enum GapStep {
    case found(TypeGap)
    case comesFrom(Node)
  }

  private func step(from node: Node) -> GapStep {
    switch node.kind {
    case .memberAccess:
      guard let base = node.base, base.isExpressionNode else { return step(fromWanted: node) }
      let type = type(of: base)
      if type.containsUnknown { return .comesFrom(base) }
      return step(fromSymbolsOf: node) ?? .found(gap(ofMemberOf: type))
    case .functionCall:
      guard let callee = node.children.first else { return .found(.expression) }
      // What a function gives back may be made of its receiver.
      if let base = callee.base, base.isExpressionNode, type(of: base).containsUnknown {
        return .comesFrom(base)
      }
      if let step = step(fromSymbolsOf: node) { return step }
      return type(of: callee).containsUnknown ? .comesFrom(callee) : .found(.overloads)
    case .subscriptCall:
      guard let base = node.children.first else { return .found(.expression) }
      let type = type(of: base)
      if type.containsUnknown { return .comesFrom(base) }
      return step(fromSymbolsOf: node) ?? .found(gap(ofMemberOf: type))
    case .declReference:
      return step(fromSymbolsOf: node) ?? .found(gap(ofName: node))
    case .optionalChaining, .forceUnwrap, .genericSpecialization, .tryExpr, .awaitExpr, .inOut,
      .consumeExpr, .copyExpr, .borrowExpr, .unsafeExpr:
      return node.firstExpressionChild.map { .comesFrom($0) } ?? .found(.expression)
    case .tuple:
      guard node.children.count == 1, let only = node.children.first?.firstExpressionChild else {
        return .found(.expression)
      }
      return .comesFrom(only)
    case .asExpr: return .found(node.firstTypeChild.map(gap(ofWritten:)) ?? .expression)
    case .macroExpansion: return .found(.macro)
    default: return .found(.expression)
    }
  }

  /// What says which type is wanted where a dot stands first: what takes the value, or what it is compared with.
  private func step(fromWanted member: Node) -> GapStep {
    var value = member
    while let parent = value.parent {
      switch parent.kind {
      case .functionCall where parent.children.first != value: return .found(.implicitMember)
      case .functionCall, .memberAccess, .optionalChaining, .forceUnwrap, .tryExpr, .awaitExpr:
        value = parent
      case .argument:
        guard let call = parent.parent?.parent, call.kind == .functionCall,
          let callee = call.children.first, candidates(of: call).isEmpty,
          type(of: callee).containsUnknown
        else { return .found(.implicitMember) }
        return .comesFrom(callee)
      case .assignment, .binaryOperator:
        guard let other = parent.leftOperand, other != value, type(of: other).containsUnknown else {
          return .found(.implicitMember)
        }
        return .comesFrom(other)
      case .initializerClause:
        let written = parent.parent?.typeChild(of: .typeAnnotation)
        return .found(written.map(gap(ofWritten:)) ?? .implicitMember)
      case .expressionPattern:
        guard let subject = switchSubject(around: parent), type(of: subject).containsUnknown else {
          return .found(.implicitMember)
        }
        return .comesFrom(subject)
      default: return .found(.implicitMember)
      }
    }
    return .found(.implicitMember)
  }

  /// What is referred to says more than what stands before it; nil where nothing is known to be meant.
  private func step(fromSymbolsOf node: Node) -> GapStep? {
    let found = candidates(of: node)
    guard let symbol = found.first else { return nil }
    guard found.count == 1 || Set(found.map { resolver.type(of: $0) }).count == 1 else {
      return .found(.overloads)
    }
    return step(from: symbol)
  }

  private func step(from symbol: Symbol) -> GapStep {
    if symbol.hasPropertyWrapper { return .found(.macro) }
    guard case .project = symbol.origin, let declaration = symbol.node else {
      return .found(.expression)
    }
    let isHere = declaration.tree === tree
    if symbol.kind == .local, isHere {
      switch declaration.kind {
      // `$0`, and parameters without a type.
      case .closure, .closureParameter: return .found(.closureParameter)
      case .parameter where declaration.firstTypeChild == nil: return .found(.closureParameter)
      case .identifierPattern where isWrapped(declaration): return .found(.macro)
      default: break
      }
    }
    if let written = writtenType(of: declaration) {
      return .found(
        resolver.table.file(of: symbol).map { gap(ofWritten: written, in: $0) } ?? .expression)
    }
    guard isHere,
      let value = initialValue(of: declaration) ?? value(of: declaration)
        ?? switchSubject(around: declaration), type(of: value).containsUnknown
    else { return .found(.expression) }
    return .comesFrom(value)
  }

  /// The type that a declaration writes of a variable, a parameter, or what a function gives back.
  func writtenType(of declaration: Node) -> Node? {
    switch declaration.kind {
    case .functionDecl, .subscriptDecl: return declaration.returnTypeNode
    case .parameter: return declaration.firstTypeChild
    default:
      for place in [declaration] + declaration.ancestors.prefix(3) {
        switch place.kind {
        case .patternBinding, .optionalBinding, .matchingPattern, .forStmt:
          return place.typeChild(of: .typeAnnotation)
        case .identifierPattern, .valueBindingPattern, .tuplePattern, .tuplePatternElement:
          continue
        default: return nil
        }
      }
      return nil
    }
  }

  /// Whether a variable of a body has a property wrapper.
  private func isWrapped(_ pattern: Node) -> Bool {
    guard let binding = pattern.parent, binding.kind == .patternBinding else { return false }
    return traits(of: binding, .property, isInExtension: false, isOfProject: false)
      .contains(.hasPropertyWrapper)
  }

  /// The initial value of a property.
  private func value(of declaration: Node) -> Node? {
    let binding = declaration.kind == .patternBinding ? declaration : declaration.parent
    guard binding?.kind == .patternBinding else { return nil }
    return binding?.child(.initializerClause)?.firstExpressionChild
  }

  /// What is compared with the pattern that declares a variable.
  private func switchSubject(around declaration: Node) -> Node? {
    for ancestor in declaration.ancestors {
      switch ancestor.kind {
      case .switchExpr: return ancestor.firstExpressionChild
      case .codeBlock, .closure, .memberBlock, .sourceFile: return nil
      default: continue
      }
    }
    return nil
  }

  // MARK: What nothing is known of

  private func gap(ofName node: Node) -> TypeGap {
    if node.mainToken.kind == .dollarIdentifier { return .closureParameter }
    if isNameOfPlatform(node.name) { return .platform }
    // `self` may be of a type that is extended here and declared elsewhere.
    return gapOfImports(of: file.seen(at: node))
  }

  private func gap(ofWritten type: Node) -> TypeGap { gap(ofWritten: type, in: file) }

  private func gap(ofWritten type: Node, in file: FileContext) -> TypeGap {
    if let name = type.firstNameOfType, isNameOfPlatform(name) { return .platform }
    return gapOfImports(of: file.seen(at: type))
  }

  /// Why a member of a known type is not known.
  private func gap(ofMemberOf type: SemanticType) -> TypeGap {
    var instance = type.fullyUnwrapped
    if case .metatype(let inner) = instance { instance = inner.fullyUnwrapped }
    guard let symbol = instance.nominalSymbol else { return .expression }
    if symbol.isExternal || resolver.inheritsUnknown(symbol) {
      return gapOfImports(of: resolver.table.file(of: symbol) ?? file)
    }
    guard !resolver.table.projectModules.contains(symbol.module) else { return .undeclared }
    let isOfPlatform =
      isModuleOfPlatform(symbol.module) || resolver.table.builtInModules.contains(symbol.module)
    return isOfPlatform ? .platform : .module([symbol.module])
  }

  /// Why a name that stands in a file is not known: from which of its imports it may be.
  private func gapOfImports(of file: FileContext) -> TypeGap {
    var modules: Set<String> = []
    var isOnPlatform = false
    for record in file.imports {
      let module = String(record.module.prefix { $0 != "." })
      if isModuleOfPlatform(module) {
        isOnPlatform = true
      } else if resolver.table.libraries[module] == nil,
        !resolver.table.projectModules.contains(module)
      {
        modules.insert(module)
      }
    }
    if !modules.isEmpty { return .module(modules.sorted()) }
    return isOnPlatform ? .platform : .undeclared
  }
}

extension Node {
  /// The first name that a written type has: `UIView` of `[UIView]?`.
  fileprivate var firstNameOfType: String? {
    if kind == .identifierType { return name }
    return descendants.first { $0.kind == .identifierType }?.name
  }
}

/// Whether a type goes by the prefix of a framework, as those do that are declared in Objective-C: `UIView`, `CGSize`.
private func isNameOfPlatform(_ name: String) -> Bool {
  let prefix = name.prefix(2)
  guard prefixesOfPlatform.contains(prefix), let next = name.dropFirst(2).first else {
    return false
  }
  return next.isUppercase
}

private let prefixesOfPlatform: Set<Substring> = [
  "AV", "CA", "CF", "CG", "CI", "CK", "CL", "CN", "EK", "HK", "MK", "NS", "NW", "PH", "SC", "SK",
  "UI", "UN", "VZ", "WK",
]
