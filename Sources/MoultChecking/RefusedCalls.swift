import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the calls whose labels or number of arguments no overload takes.
func refusedCalls(in subject: Subject) -> [DefiniteError] {
  subject.semantics.lookupFailures().compactMap { node, failure in
    guard case .arguments(let overloads) = failure, node.kind == .functionCall, !node.isInMacro,
      !node.callsNameWithLabels, !overloads.isEmpty,
      areGeneratedLater(overloads)
        || overloads.allSatisfy({ subject.takesOnlyWhatItSays($0) })
          && subject.knowsOverloads(overloads, atCall: node)
    else { return nil }
    let labels = node.writtenLabels
    let name = overloads[0].kind == .initializer ? overloads[0].ownerName : overloads[0].name
    return subject.error(
      .noOverload, at: node, "no '\(name)' takes the arguments '(\(labels.joined()))'")
  }
}

/// Whether the overloads are all that a type can be made by which a generator has yet to write.
private func areGeneratedLater(_ overloads: [Symbol]) -> Bool {
  overloads.contains { $0.parent?.isMadeUp == true && $0.makesGeneratedClientOfGRPC2 }
    && overloads.allSatisfy { $0.kind == .initializer && $0.parent == overloads[0].parent }
}

extension Subject {
  /// Whether the arguments that a function takes can be told from its parameters.
  fileprivate func takesOnlyWhatItSays(_ symbol: Symbol) -> Bool {
    guard symbol.kind != .macro, symbol.name != "callAsFunction", !isInFlux(symbol),
      symbol.parent.map({ !$0.isMadeUp }) ?? true
    else { return false }
    let types = symbol.parameterTypes
    return zip(symbol.parameters, types).allSatisfy { parameter, type in
      if case .dependentMember = type.fullyUnwrapped { return false }
      return parameter.declaration?.descendants.allSatisfy {
        $0.kind != .packExpansionType && $0.kind != .packElementType
      } ?? true
    }
  }

  /// Whether no overload stands where nobody looked.
  fileprivate func knowsOverloads(_ overloads: [Symbol], atCall node: Node) -> Bool {
    guard let callee = node.calledExpression, let first = overloads.first else { return false }
    guard let owner = first.parent else { return true }
    if first.kind == .initializer {
      return owner.kind.isNominalType && isMade(owner, by: node)
    }
    if owner.kind == .module {
      return overloads.allSatisfy { isWholeModule($0.module, of: model) }
        && !standardNames.contains(first.name) && openModules.isEmpty
        || overloads.allSatisfy { model.projectModules.contains($0.module) }
    }
    guard overloads.allSatisfy({ $0.parent.map(isWholeOwner) ?? false }) else { return false }
    switch callee.kind {
    case .memberAccess:
      guard let base = callee.base else { return true }
      return knowsReceiver(semantics.type(of: base), first.name)
    case .declReference:
      return callee.ancestors.filter { $0.kind.isNominalType || $0.kind == .extensionDecl }
        .prefix(1).allSatisfy { place in
          semantics.symbol(of: place).map { knowsReceiver(.nominal($0, []), first.name) } ?? false
        }
    default: return false
    }
  }

  private func isWholeOwner(_ owner: Symbol) -> Bool {
    knowsEverything(of: .nominal(owner, []), besides: "")
  }

  private func knowsReceiver(_ type: SemanticType, _ name: String) -> Bool {
    switch type {
    case .metatype(let instance): knowsEverything(of: instance, besides: name)
    case .nominal, .optional: knowsEverything(of: type.fullyUnwrapped, besides: name)
    case .unknown, .function, .tuple, .genericParameter, .dependentMember, .composition: false
    }
  }

  /// Whether the initialisers of a type are known that the call's first label may mean.
  private func isMade(_ owner: Symbol, by call: Node) -> Bool {
    let first = call.arguments.first?.argumentLabel
    if let first, protocolLabels.contains(first) { return false }
    return owner.kind != .protocolType && knowsEverything(of: .nominal(owner, []), besides: "init(")
  }
}

/// First labels of initialisers that protocols of the standard library ask for or give.
private let protocolLabels: Set<String> = [
  "from", "rawValue", "stringValue", "intValue", "stringLiteral", "integerLiteral",
  "floatLiteral", "booleanLiteral", "arrayLiteral", "dictionaryLiteral", "nilLiteral",
  "stringInterpolation", "unicodeScalarLiteral", "extendedGraphemeClusterLiteral",
]

extension Symbol {
  fileprivate var ownerName: String { parent?.name ?? name }
}

extension Node {
  /// `f(x:)(1)`, whose arguments have no labels of their own.
  fileprivate var callsNameWithLabels: Bool {
    guard let callee = calledExpression,
      callee.kind == .declReference || callee.kind == .memberAccess
    else { return false }
    return callee.compoundLabels != nil
  }

  /// The labels of a call's arguments with their colons, trailing closures included.
  fileprivate var writtenLabels: [String] {
    arguments.map { ($0.argumentLabel ?? "_") + ":" }
      + trailingClosures.map { ($0.label ?? "_") + ":" }
  }
}
