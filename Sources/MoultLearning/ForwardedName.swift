import MoultMatching
import MoultSemantics
import MoultSyntax

extension NewName {
  /// What a body says that hands all parameters on, in their order, to a member beside it: `self.write(bytes, to: place)`.
  ///
  /// - Returns: nil for any other body.
  init?(forwardedBy symbol: Symbol) {
    guard var call = bodyExpression(of: symbol) else { return nil }
    while call.kind == .tryExpr || call.kind == .awaitExpr, let operand = call.operand {
      // `try?` and `try!` do more than hand on.
      guard call.flags.isDisjoint(with: [.question, .exclamation]) else { return nil }
      call = operand
    }
    if symbol.kind == .property {
      guard call.kind == .memberAccess || call.kind == .declReference,
        isBesides(call, symbol), setsWhatItGets(symbol)
      else { return nil }
      self.init(call.name)
      return
    }
    guard call.kind == .functionCall, let callee = call.callee, call.trailingClosures.isEmpty,
      call.children.first == callee, symbol.kind.isCallable, isBesides(callee, symbol)
    else { return nil }
    let arguments = call.arguments
    guard arguments.count == symbol.parameters.count, !arguments.isEmpty || symbol.kind == .function
    else { return nil }
    for (argument, parameter) in zip(arguments, symbol.parameters) {
      let value = argument.argumentValue
      let isPassed = value.kind == .inOut && parameter.isInout
      let inner = isPassed ? value.operand ?? value : value
      guard inner.kind == .declReference, inner.name == parameter.name ?? parameter.label,
        value.kind != .inOut || isPassed, !parameter.isVariadic
      else { return nil }
    }
    let isInit = symbol.kind == .initializer
    let isOwnType = callee.kind == .declReference && callee.name == symbol.parent?.name
    guard isInit == (callee.name == "init" || isOwnType) else { return nil }
    let labels = arguments.map { ($0.argumentLabel ?? "_") + ":" }.joined()
    self.init("\(isInit ? "init" : callee.name)(\(labels))")
  }
}

/// Whether a name in a body is one of the same `self`, or of the same type if the declaration is the type's.
private func isBesides(_ node: Node, _ symbol: Symbol) -> Bool {
  guard node.kind == .memberAccess else { return node.kind == .declReference }
  guard let base = node.base, base.kind == .declReference else { return false }
  if base.name == "self" { return true }
  return symbol.isStatic && (base.name == "Self" || base.name == symbol.parent?.name)
}
