package import MoultSemantics
package import MoultSyntax

/// What must not go to code that runs beside, in a language mode that refuses data races.
extension ProjectModel {
  /// Whether all that a class or a protocol inherits is known, and none of it makes it `Sendable`, or one of a global actor.
  package func isNeverSendable(_ type: Symbol) -> Bool { isOfNoActor(type, orSendable: true) }

  /// Whether all that a type inherits is known, and none of it makes it one of a global actor, or `Sendable` if that counts.
  package func isOfNoActor(_ type: Symbol, orSendable: Bool = false) -> Bool {
    var open = [type]
    var known: Set<Symbol> = []
    while let next = open.popLast() {
      guard known.insert(next).inserted, next.qualifiedName != "Swift.AnyObject" else { continue }
      let isSendable = next.qualifiedName == "Swift.Sendable"
      if isSendable, !orSendable { continue }
      guard !isSendable, !next.isExternal, let declaration = next.declaration,
        !declaration.hasCustomAttribute
      else { return false }
      for inherited in inheritedTypes(of: next) {
        guard let symbol = inherited.nominalSymbol else { return false }
        open.append(symbol)
      }
    }
    return true
  }
}

extension FileContext {
  /// Whether a name stands for what is not `Sendable` for certain: a function that does not say so, an object of a class, or
  /// a value of a type parameter or a protocol.
  package func isNeverSendable(_ name: Node) -> Bool {
    let local = semantics.symbol(of: name)?.declaration
    let parameter = local.flatMap { declaration in
      ([declaration] + declaration.ancestors.prefix(3)).first { $0.kind == .parameter }
    }
    switch semantics.type(of: name).fullyUnwrapped {
    case .function:
      guard let type = parameter?.parameterType else { return false }
      return !([type] + type.descendants).contains { $0.hasCustomAttribute }
    case .nominal(let type, _):
      return [.classType, .protocolType].contains(type.kind) && type.isOfProject
        && model.isNeverSendable(type)
    case .genericParameter(let type):
      guard let owner = parameter?.owningFunction,
        type.declaration?.ancestors.contains(owner) == true
      else { return false }
      let clauses = owner.children.filter {
        $0.kind == .genericParameterClause || $0.kind == .genericWhereClause
      }
      return clauses.allSatisfy { clause in
        clause.descendants.allSatisfy { bound in
          guard bound.kind == .identifierType, let symbol = semantics.symbol(of: bound),
            symbol.kind == .protocolType || symbol.kind == .classType
          else { return true }
          return model.isNeverSendable(symbol)
        }
      }
    default: return false
    }
  }
}

extension Node {
  /// Whether an attribute stands there that may be a global actor, and is no word of Swift's own but `Sendable`.
  package var hasCustomAttribute: Bool { attributes.contains(where: \.isCustomAttribute) }

  /// Whether an attribute may be a global actor.
  package var isCustomAttribute: Bool { name.first?.isUppercase == true }
}
