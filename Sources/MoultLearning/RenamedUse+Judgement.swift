import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

extension RenamedUse {
  /// Says how safe a new name is, and follows what changes around it.
  func judge(_ consequence: inout Consequence) {
    guard let successor else {
      return consequence.lower(
        to: .review, because: "'\(name.base)' was not found where it is named")
    }
    let new = successor.symbol
    if old.kind.isType { return judgeType(new, &consequence) }
    if successor.isOverloaded {
      consequence.lower(to: .review, because: "several declarations are called so")
    }
    let search = SuccessorSearch(model: file.model)
    if !search.hasSameParameters(new, old, besides: name.selfIndex), !forwards(to: new) {
      consequence.lower(to: .review, because: "the parameters of the new one are of other types")
      if passesAnotherType(to: new) {
        consequence.lower(to: .manual, because: "a value of the old type does not fit the new one")
      }
    }
    judgeKind(new, &consequence)
    judgeResult(new, &consequence)
    judgeEffects(new, &consequence)
  }

  /// Whether a value, and no literal, is passed where another type or another function is wanted.
  private func passesAnotherType(to new: Symbol) -> Bool {
    guard match.node.kind == .functionCall || match.node.kind == .subscriptCall,
      let map = ArgumentMap(match.node, old.parameters),
      old.parameters.count == new.parameters.count, name.selfIndex == nil
    else { return false }
    return old.parameters.indices.contains { index in
      guard let value = map.value(of: index), !value.isBareLiteral, value.kind != .closure,
        value.kind != .memberAccess || value.base != nil,
        let before = old.parameters[index].declaration?.parameterType,
        let after = new.parameters[index].declaration?.parameterType,
        before.text != after.text
      else { return false }
      if before.containsFunction, after.containsFunction { return true }
      guard old.parameterTypes.indices.contains(index), new.parameterTypes.indices.contains(index),
        case .nominal(let mine, _) = old.parameterTypes[index],
        case .nominal(let theirs, _) = new.parameterTypes[index]
      else { return false }
      return mine != theirs && mine.kind != .protocolType && theirs.kind != .protocolType
        && mine.kind.isNominalType && theirs.kind.isNominalType
    }
  }

  private func judgeType(_ new: Symbol, _ consequence: inout Consequence) {
    if old.kind == .typeAlias, case .metatype(let type) = old.type, type.nominalSymbol == new {
      return
    }
    if old.kind == .typeAlias, new.kind == .typeAlias, old.type == new.type { return }
    // What stands behind an alias is known by its name where its declaration is not.
    if old.kind == .typeAlias,
      old.declaration?.subjectType?.text.split(separator: ".").last.map(String.init) == new.name
    {
      return
    }
    consequence.lower(to: .review, because: "the two are types of their own")
  }

  private func judgeKind(_ new: Symbol, _ consequence: inout Consequence) {
    let isMember = new.parent.map { $0.kind.isNominalType } ?? false
    let wasMember = old.parent.map { $0.kind.isNominalType } ?? false
    if isMember, wasMember, name.selfIndex == nil, old.kind != .initializer,
      new.kind != .initializer, isInstance(old) != isInstance(new)
    {
      consequence.lower(
        to: .manual,
        because: isInstance(new)
          ? "the new one is a member of a value, and this is a member of the type"
          : "the new one is a member of the type, and this is a member of a value")
    }
    if old.kind == .enumCase, new.kind != .enumCase, standsInPattern {
      consequence.lower(to: .manual, because: "the new one is no case, so no pattern can name it")
    }
    if isAssigned(match.node), new.kind == .property, !new.isMutable {
      consequence.lower(to: .manual, because: "the new one cannot be set")
    }
  }

  private var standsInPattern: Bool {
    for ancestor in match.node.ancestors {
      switch ancestor.kind {
      case .expressionPattern: return true
      case .functionCall, .argumentList, .argument, .optionalChaining: continue
      default: return false
      }
    }
    return false
  }

  private func isInstance(_ symbol: Symbol) -> Bool {
    !symbol.isStatic && symbol.kind != .enumCase && symbol.kind != .initializer
  }

  private func judgeResult(_ new: Symbol, _ consequence: inout Consequence) {
    guard let before = result(of: old), let after = result(of: new), before != after else { return }
    if before == after + " ?" || before == "Optional < \(after) >" {
      return consequence.merge(demotionOfOptional(match.node, in: file))
    }
    if after == before + " ?" {
      return consequence.lower(to: .manual, because: "the new one gives an optional")
    }
    if forwards(to: new) { return }
    consequence.lower(to: .review, because: "the new one gives a value of another type")
  }

  /// The type of what a use gives, as written; nil if nothing is written.
  private func result(of symbol: Symbol) -> String? {
    guard let declaration = symbol.declaration else { return nil }
    if symbol.kind == .initializer || symbol.kind == .enumCase {
      return (symbol.parent?.name ?? "") + (symbol.isFailable ? " ?" : "")
    }
    var text = writtenResult(declaration)
    if text.isEmpty { return symbol.kind == .property ? nil : "Void" }
    // A type and its own name for itself are one.
    if text == "( )" { text = "Void" }
    if let owner = symbol.parent?.name {
      text = text.split(separator: " ").map { $0 == "Self" ? owner : String($0) }
        .joined(separator: " ")
    }
    let parts = text.split(separator: " ")
    // `A . B` is `B` from inside of `A`.
    if parts.count > 2, parts[1] == ".", parts.allSatisfy({ $0 != "<" && $0 != "?" }) {
      return parts.last.map(String.init)
    }
    return text
  }

  private func judgeEffects(_ new: Symbol, _ consequence: inout Consequence) {
    let added = new.effects.subtracting(old.effects)
    if !added.isEmpty { consequence.merge(addition(of: added, to: match.node, in: file)) }
    if old.isThrowing, !new.isThrowing {
      consequence.merge(removalOfThrow(from: match.node, in: file))
    }
  }

  /// Whether the body of the old one hands its parameters on to the new one as they are.
  private func forwards(to new: Symbol) -> Bool {
    guard let expression = bodyExpression(of: old) else { return false }
    var call = expression
    while call.kind == .tryExpr || call.kind == .awaitExpr, let operand = call.operand {
      call = operand
    }
    guard new.kind.isCallable else { return call.name == new.name }
    guard let callee = call.callee, call.kind == .functionCall || call.kind == .subscriptCall,
      callee.name == new.name
        || (new.kind == .initializer && [old.parent?.name, "Self"].contains(callee.name))
    else { return false }
    let given = call.arguments.map(\.argumentValue)
    let names = old.parameters.map(\.name)
    return given.count == names.count
      && zip(given, names).allSatisfy { value, name in
        (value.kind == .inOut ? value.operand ?? value : value).name == name
          && value.children.count <= 1
      }
  }
}

extension Node {
  /// Whether a type is one of functions, or has one inside.
  fileprivate var containsFunction: Bool {
    kind == .functionType || descendants.contains { $0.kind == .functionType }
  }
}
