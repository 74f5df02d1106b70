package import MoultSemantics
package import MoultSyntax

/// A parameter of a function of the project whose closures get effects.
struct ClosureParameter {
  let function: Symbol

  /// The `functionType` that says what the closures may do.
  let type: Node

  /// The calls of the closures in the function's body.
  let calls: [Node]
}

/// The parameters that must take closures with more effects, now that one closure has them: the one that it is passed
/// to, and those that the bodies pass it on to.
///
/// A body may call its parameter, where the call can get the effects, or pass it on. What is stored, returned or
/// captured may be called by anyone.
struct ClosureParameters {
  private(set) var members: [ClosureParameter] = []

  /// - Parameter closure: a closure as an argument, in `file`.
  /// - Returns: nil if one of the parameters cannot take such closures.
  /// - Complexity: O(*n*) in the files that mention the functions.
  init?(taking closure: Node, _ effects: Effects, in file: FileContext) {
    var open = [(value: closure, file: file)]
    var known: Set<Node> = []
    while let next = open.popLast() {
      guard let place = ParameterPlace(of: next.value, in: next.file),
        let declared = next.file.context(of: place.declaration)
      else { return nil }
      guard known.insert(place.type).inserted else { continue }
      let missing = effects.subtracting(place.type.declaredEffects)
      guard !missing.isEmpty else { continue }
      guard canChange(place.function, missing, declared),
        let uses = ParameterUses(of: place, missing, in: declared)
      else { return nil }
      open += uses.passedOn.map { ($0, declared) }
      members.append(
        ClosureParameter(function: place.function, type: place.type, calls: uses.calls))
    }
  }
}

/// Whether nothing but its callers asks for a function's type.
private func canChange(_ function: Symbol, _ effects: Effects, _ file: FileContext) -> Bool {
  guard EffectFamily(of: function, effects, in: file.model, file.calls).obstacle == nil,
    declarationsSharingTypes(with: function, in: file).isEmpty
  else { return false }
  return callers(of: function, in: file) != nil
}

/// Where a call puts a closure.
private struct ParameterPlace {
  let function: Symbol
  let declaration: Node

  /// The parameter.
  let node: Node
  let type: Node

  init?(of value: Node, in file: FileContext) {
    guard let holder = value.parent,
      let call = holder.kind == .functionCall
        ? holder : holder.ancestors.prefix(2).first(where: { $0.kind == .functionCall }),
      call.callee != value, let function = file.semantics.symbol(of: call),
      function.kind == .function || function.kind == .initializer,
      let declaration = function.declaration, declaration.body != nil,
      let parameter = parameterTaking(value, of: function, in: call),
      let node = parameter.declaration, node.attributes.isEmpty, !parameter.isVariadic,
      let type = node.parameterType.flatMap(closureType)
    else { return nil }
    (self.function, self.declaration, self.node, self.type) = (function, declaration, node, type)
  }
}

/// The parameter that takes `value`, which stands between the parentheses of the call or behind them.
package func parameterTaking(
  _ value: Node, of function: Symbol, in call: Node
) -> SymbolParameter? {
  guard let holder = value.parent else { return nil }
  let list = call.child(.argumentList)
  if holder.kind == .argument {
    guard let list, holder.parent == list, holder.argumentValue == value else { return nil }
    return parameter(of: function, taking: holder, in: list)
  }
  let given = call.arguments.compactMap { argument in
    list.flatMap { parameter(of: function, taking: argument, in: $0)?.declaration }
  }
  let labels = call.trailingClosures.compactMap(\.label)
  let left = zip(function.parameters, function.parameterTypes).filter { parameter, type in
    guard let node = parameter.declaration, !given.contains(node), let written = node.parameterType
    else { return false }
    // An alias says no more than its name.
    if written.kind != .attributedType, case .function = type.fullyUnwrapped { return true }
    return closureType(written) != nil
  }.map(\.0)
  if holder.kind == .labeledClosure { return left.first { $0.label == holder.name } }
  let unlabeled = left.filter { $0.label.map { !labels.contains($0) } ?? true }
  return unlabeled.count == 1 ? unlabeled[0] : nil
}

/// The function type of a parameter for closures that are no autoclosures and no functions of C.
private func closureType(_ type: Node) -> Node? {
  switch type.kind {
  case .functionType: return type
  case .attributedType:
    guard type.attributes.allSatisfy({ ["escaping", "Sendable"].contains($0.name) }) else {
      return nil
    }
    return type.children.last { $0.kind == .functionType }
  default: return nil
  }
}

/// What a function's body does with a parameter that it only calls and passes on.
private struct ParameterUses {
  private(set) var calls: [Node] = []

  /// The parameter as an argument, and closures as arguments that call it.
  private(set) var passedOn: [Node] = []

  /// - Returns: nil if the body does anything else with it, or nothing.
  init?(of place: ParameterPlace, _ effects: Effects, in file: FileContext) {
    guard let symbol = file.semantics.symbol(of: place.node) else { return nil }
    for use in file.semantics.references(to: symbol) {
      guard use.kind == .declReference, let parent = use.parent else { return nil }
      if parent.kind == .functionCall, parent.callee == use {
        calls.append(parent)
      } else if parent.kind == .argument, parent.argumentValue == use {
        passedOn.append(use)
      } else {
        return nil
      }
    }
    guard !calls.isEmpty || !passedOn.isEmpty else { return nil }
    for expression in calls + passedOn {
      let around = surroundings(of: expression, in: file)
      guard around.asyncLet == nil,
        around.barriers.allSatisfy({ $0.effects.isDisjoint(with: effects) })
      else { return nil }
      switch around.scope {
      case .function(place.declaration): continue
      case .closure(let closure):
        if !accepts(closure, effects, file) { passedOn.append(closure) }
      case .function, .getter, .topLevel, .globalValue, .none: return nil
      }
    }
  }
}

/// Whether a closure may do so much where it stands.
private func accepts(_ closure: Node, _ effects: Effects, _ file: FileContext) -> Bool {
  guard case .function(_, _, let isThrowing, let isAsync) = file.semantics.type(of: closure) else {
    return false
  }
  return (isThrowing || !effects.contains(.throwing)) && (isAsync || !effects.contains(.async))
}

/// Returns what a closure may do where it stands, as the parameter says that takes it; nil if nobody knows.
///
/// What its own signature says comes on top of it.
package func acceptedEffects(of closure: Node, in file: FileContext) -> Effects? {
  guard let holder = closure.parent,
    let call = holder.kind == .functionCall
      ? holder : holder.ancestors.prefix(2).first(where: { $0.kind == .functionCall }),
    call.callee != closure, let function = file.semantics.symbol(of: call),
    let parameter = parameterTaking(closure, of: function, in: call)?.declaration,
    parameter.attributes.isEmpty, let type = parameter.parameterType.flatMap(closureType)
  else { return nil }
  // An overload may take a closure with more effects, and be meant.
  let siblings = function.parent.map { owner in
    file.model.declaredMembers(of: owner, named: function.name).filter { $0 != function }
  }
  guard siblings?.isEmpty ?? true else { return nil }
  var effects = type.declaredEffects
  // The built-in interfaces leave out that most functions of the standard library rethrow, and overloads of tests.
  if function.module == "XCTest" { return nil }
  if ["Swift", "Foundation"].contains(function.module) { effects.insert(.throwing) }
  if let own = closure.child(.closureSignature)?.child(.effects) {
    effects.formUnion(own.flags.contains(.isAsync) ? .async : [])
    effects.formUnion(own.flags.contains(.isThrowing) ? .throwing : [])
  }
  return effects
}
