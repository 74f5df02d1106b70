package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a pattern over `RPCError` into one over the errors of grpc-swift 1.
///
/// `RPCError.callError(let r)` becomes `let r as GRPCStatus`; `RPCError.timedOut` becomes
/// `is GRPCError.RPCTimedOut`. Both need a subject of type `Error`: over an `RPCError` itself the switch
/// has to be taken apart by hand.
package func callErrorPattern(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let symbol = match.symbol else { return nil }
  let pattern = match.node.ancestors.prefix(3).first { $0.kind == .expressionPattern }
  guard let pattern else { return try value(match, symbol, file) }
  if let name = pattern.descendants.first(where: { $0.kind == .identifierPattern }),
    let bound = file.semantics.symbol(of: name), let obstacle = ObstacleToStatus(of: bound, file)
  {
    return .manual(obstacle.nextStep)
  }
  if let condition = castCondition(around: pattern, file) {
    return matchedCast(condition, symbol, payloadOfCase(match.node), file)
  }
  if let whole = errorSwitch(around: pattern, file) {
    if let obstacle = ObstacleToStatus(of: whole.subject, file) {
      return .manual(obstacle.nextStep)
    }
    return placeOfMany(whole.consequence)
  }
  guard isErrorSubject(of: pattern, file) else {
    return .manual(
      "the subject is an 'RPCError', and no enum replaces it: match 'GRPCStatus' by its 'code', and 'GRPCError.RPCTimedOut' and 'GRPCError.DeserializationFailure' by 'is'"
    )
  }
  guard let place = match.replacedNode else { return nil }
  let payload = payloadOfCase(match.node)
  if let type = typeAsked(by: symbol, payload) {
    return file.replacing(place, with: .typeTest(nil, type: type))
  }
  guard case .name(let name) = payload else {
    return .manual(
      "bind the status with 'let status as GRPCStatus' and check it in a 'where' clause")
  }
  return file.replacing(place, with: .infix(.bound(.let, name), "as", statusType))
}

/// The type that an error of grpc-swift 1 has in the place of a case of which nothing is bound; nil where something is.
private func typeAsked(by symbol: Symbol, _ payload: PayloadOfCase) -> Code? {
  switch (symbol.name, payload) {
  case ("timedOut", _): .library("GRPC.GRPCError.RPCTimedOut")
  case ("invalidMessageReceived", _): .library("GRPC.GRPCError.DeserializationFailure")
  case ("callError", .none): statusType
  default: nil
  }
}

private let statusType = Code.library("GRPC.GRPCStatus")

/// A condition `case PATTERN = E as? RPCError`, in either form of the cast.
private struct CastCondition {
  let condition: Node
  let value: Node
  let isForced: Bool
}

private func castCondition(around pattern: Node, _ file: FileContext) -> CastCondition? {
  guard let condition = pattern.ancestors.first(where: { $0.kind != .valueBindingPattern }),
    condition.kind == .matchingPattern, let cast = condition.initialValue, cast.kind == .asExpr,
    let type = cast.castType, let value = cast.children.first,
    file.semantics.symbol(of: type)?.qualifiedName == "SwiftGRPC.RPCError"
  else { return nil }
  let isForced = cast.flags.contains(.exclamation)
  return CastCondition(condition: condition, value: value, isForced: isForced)
}

/// `case .callError(let r) = E as? RPCError` becomes `let r = E as? GRPCStatus`; without a name, and for the
/// local failures, it becomes a test with `is`.
private func matchedCast(
  _ match: CastCondition, _ symbol: Symbol, _ payload: PayloadOfCase, _ file: FileContext
) -> TransformOutcome? {
  let value = Code.kept(match.value)
  if let type = typeAsked(by: symbol, payload) {
    return file.replacing(match.condition, with: .typeTest(value, type: type))
  }
  guard case .name(let name) = payload else {
    return .manual("bind the status with 'let status = … as? GRPCStatus' and check it")
  }
  return file.replacing(
    match.condition,
    with: match.isForced
      ? .match(.bound(.let, name), value: .infix(value, "as!", statusType))
      : .variable(.let, name, value: .infix(value, "as?", statusType)))
}

/// What a pattern does with the value of a case.
enum PayloadOfCase {
  case none
  case name(String)
  case other
}

func payloadOfCase(_ reference: Node) -> PayloadOfCase {
  guard let call = reference.parent, call.kind == .functionCall else { return .none }
  guard call.arguments.count == 1, let value = call.arguments[0].children.first else {
    return .other
  }
  var node = value
  while node.kind == .patternExpr || node.kind == .valueBindingPattern
    || node.kind == .expressionPattern, let inner = node.children.first
  {
    node = inner
  }
  switch node.kind {
  case .identifierPattern, .declReference: return .name(node.name)
  case .wildcardPattern, .discardAssignment: return .none
  default: return .other
  }
}

/// The `switch` in which a pattern is that of a case, if it becomes one over a code.
private func errorSwitch(around pattern: Node, _ file: FileContext) -> ErrorSwitch? {
  let item = pattern.ancestors.first { !$0.kind.isPattern }
  guard let item, item.kind == .switchCaseItem else { return nil }
  return item.ancestors.first { $0.kind == .switchExpr }.flatMap { ErrorSwitch($0, file) }
}

/// True if the value that is matched is typed as `Error`: always in a `catch`, else by inference.
private func isErrorSubject(of pattern: Node, _ file: FileContext) -> Bool {
  for ancestor in pattern.ancestors {
    switch ancestor.kind {
    case .catchClause: return true
    case .switchExpr, .matchingPattern:
      let subject =
        ancestor.kind == .switchExpr
        ? ancestor.children.first : ancestor.child(.initializerClause)?.children.first
      guard let subject else { return false }
      return MoultSemantics.describe(file.semantics.type(of: subject)).hasSuffix("Error")
        && !MoultSemantics.describe(file.semantics.type(of: subject)).hasSuffix("RPCError")
    case .codeBlock, .closure: return false
    default: continue
    }
  }
  return false
}

/// Whether a name is bound by a case of an `RPCError` itself, which a person tells apart otherwise.
func isBoundByCaseLeftToAPerson(_ name: Node, _ file: FileContext) -> Bool {
  guard let pattern = patternOfCase(binding: name) else { return false }
  return castCondition(around: pattern, file) == nil && !isErrorSubject(of: pattern, file)
    && errorSwitch(around: pattern, file) == nil
}

/// The pattern over the case of `RPCError` with a result that binds a name.
func patternOfCase(binding name: Node) -> Node? {
  let around = name.ancestors.prefix {
    ![.switchCaseItem, .catchItem, .matchingPattern, .codeBlock, .closure].contains($0.kind)
  }
  return around.last { $0.kind == .expressionPattern }.flatMap { pattern in
    pattern.descendants.contains { $0.name == "callError" } ? pattern : nil
  }
}

/// A value made of the case: `RPCError.callError(CallResult(…))` becomes a `GRPCStatus`.
private func value(
  _ match: Match, _ symbol: Symbol, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard symbol.name == "callError" else {
    return .manual(
      symbol.name == "timedOut"
        ? "use 'GRPCStatus(code: .deadlineExceeded, message: nil)'"
        : "use 'GRPCStatus(code: .internalError, message: nil)'")
  }
  if let result = match.nodes["1"], [.declReference, .memberAccess].contains(result.kind),
    isCallResult(result, file)
  {
    // The result becomes a status, which is the error.
    guard let made = match.replacedNode else { return nil }
    return file.replacing(made, with: .kept(result))
  }
  guard let result = match.nodes["1"].flatMap({ CallExpr($0) }), let made = match.replacedNode,
    file.semantics.symbol(of: result.node)?.parent?.qualifiedName == "SwiftGRPC.CallResult"
  else { return .manual("create a 'GRPCStatus(code:message:)' from the 'CallResult'") }
  return file.replacing(made, with: try status(ofResult: result))
}

private func isCallResult(_ node: Node, _ file: FileContext) -> Bool {
  let name = file.semantics.type(of: node).nominalSymbol?.qualifiedName
  return name == "SwiftGRPC.CallResult" || name == "GRPC.GRPCStatus"
}
