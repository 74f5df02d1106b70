package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What stands in the way of making a `GRPCStatus` of a value of `RPCError` or `CallResult`.
///
/// The type, the cast, the pattern and the members of one value change together: where something is asked of the value
/// that a status cannot say, or its cases are told apart, all of them stay.
struct ObstacleToStatus {
  /// What a person does first.
  private(set) var nextStep = ""
  private var seen: Set<Symbol> = []

  /// - Parameter symbol: a parameter, a local or a property.
  init?(of symbol: Symbol, _ file: FileContext) {
    guard let step = step(of: symbol, file) else { return nil }
    nextStep = step
  }

  /// - Parameter value: an expression.
  init?(in value: Node, _ file: FileContext) {
    guard let step = step(of: value, file) else { return nil }
    nextStep = step
  }

  /// - Parameter type: where it is written, in a cast, a pattern or a declaration.
  init?(ofValuesTyped type: Node, _ file: FileContext) {
    guard let step = step(ofValuesTyped: type, file) else { return nil }
    nextStep = step
  }

  private mutating func step(ofValuesTyped type: Node, _ file: FileContext) -> String? {
    for node in type.ancestors {
      switch node.kind {
      case .optionalType, .typeAnnotation: continue
      case .asExpr where node.castType.map { type.isInside($0) || type == $0 } ?? false:
        if node.isInPattern { continue }
        return step(of: node, file)
      case .parameter, .closureParameter:
        return file.semantics.symbol(of: node).flatMap { step(of: $0, file) }
      case .patternBinding, .catchItem, .switchCaseItem: return stepOfNames(in: node, file)
      default:
        if node.kind.isPattern { continue }
        return nil
      }
    }
    return nil
  }

  private mutating func stepOfNames(in node: Node, _ file: FileContext) -> String? {
    for name in node.descendants where name.kind == .identifierPattern {
      if let symbol = file.semantics.symbol(of: name), let step = step(of: symbol, file) {
        return step
      }
    }
    return nil
  }

  private mutating func step(of symbol: Symbol, _ file: FileContext) -> String? {
    guard seen.insert(symbol).inserted, let declaration = symbol.declaration else { return nil }
    if let place = file.context(of: declaration) {
      if parameterTakesStatus(declaration, place) {
        return
          "make the parameter a 'Status' of grpc-swift 2, as the closures are that the result is passed to or comes from"
      }
      if let call = callLeftToAPerson(telling: declaration, place) {
        return
          "make the parameter a 'Status' of grpc-swift 2 together with the call of '\(call)', whose completion tells it every outcome"
      }
    }
    if symbol.kind == .local, isBoundByCaseLeftToAPerson(declaration, file) {
      return Self.stepOfCases
    }
    for use in file.uses(of: symbol) where use.kind == .declReference || use.kind == .memberAccess {
      guard let place = file.context(of: use) else { continue }
      if let step = step(of: use, place) { return step }
    }
    return nil
  }

  private mutating func step(of value: Node, _ file: FileContext) -> String? {
    var place = value
    while let parent = place.parent,
      [.optionalChaining, .forceUnwrap, .tuple, .tryExpr].contains(parent.kind)
        || (parent.kind == .argument && parent.parent?.kind == .tuple)
    {
      place = parent
    }
    guard let parent = place.parent else { return nil }
    switch parent.kind {
    case .memberAccess where parent.base == place: return step(ofMember: parent, file)
    case .switchExpr where parent.subject == place:
      guard parent.switchCases.flatMap(\.caseItems).contains(where: Self.namesCase) else {
        return nil
      }
      guard let whole = ErrorSwitch(parent, file) else { return Self.stepOfCases }
      return whole.result.flatMap { step(of: $0, file) }
    case .initializerClause:
      guard let binding = parent.parent else { return nil }
      if binding.kind == .matchingPattern, value.kind != .asExpr {
        return Self.namesCase(binding) ? Self.stepOfCases : nil
      }
      let names = binding.children.filter { $0 != parent }
      for name in names {
        if let step = stepOfNames(in: name, file) { return step }
      }
      return nil
    default: return nil
    }
  }

  private mutating func step(ofMember member: Node, _ file: FileContext) -> String? {
    guard let symbol = file.semantics.symbol(of: member) else { return nil }
    switch symbol.qualifiedName {
    case "SwiftGRPC.RPCError.callResult": return step(of: member, file)
    case "SwiftGRPC.CallResult.initialMetadata", "SwiftGRPC.CallResult.trailingMetadata",
      "SwiftGRPC.CallResult.resultData":
      let future = symbol.name == "resultData" ? "response" : symbol.name
      return
        "take '\(symbol.name)' from the call, 'call.\(future).whenSuccess { … }', instead of '\(member.text)', which a 'GRPCStatus' does not have; then run the fix again"
    case "SwiftGRPC.CallResult.success"
    where errorsGoStraightToGRPC2(file)
      && member.base.flatMap({ file.semantics.symbol(of: $0)?.declaration })
        .flatMap(patternOfCase(binding:)) != nil:
      return
        "do without '\(member.text)', which an 'RPCError' of grpc-swift 2 does not have, as it is always a failure; then run the fix again"
    default: return nil
    }
  }

  private static let stepOfCases =
    "a 'GRPCStatus' has no cases: match it by its 'code', and 'GRPCError.RPCTimedOut' and 'GRPCError.DeserializationFailure' by 'is' on the 'Error' before it is cast"

  /// Whether a pattern is about cases of `RPCError`.
  private static func namesCase(_ pattern: Node) -> Bool {
    pattern.descendants.contains { node in
      (node.kind == .memberAccess || node.kind == .declReference)
        && ["callError", "timedOut", "invalidMessageReceived"].contains(node.name)
    }
  }
}

extension Node {
  /// Whether an expression is a pattern, as `let error as RPCError` is in a `catch`.
  fileprivate var isInPattern: Bool {
    for node in ancestors {
      if node.kind == .catchItem || node.kind == .switchCaseItem { return true }
      guard node.kind.isPattern || node.kind == .patternExpr else { return false }
    }
    return false
  }
}

/// The obstacle of what a member is asked of: of the variable that an expression begins with, else of the expression.
func obstacle(ofBase base: Node, _ file: FileContext) -> ObstacleToStatus? {
  var root = base.withoutUnwrapping
  if root.kind == .memberAccess,
    file.semantics.symbol(of: root)?.qualifiedName == "SwiftGRPC.RPCError.callResult",
    let error = root.base
  {
    root = error.withoutUnwrapping
  }
  if let symbol = file.semantics.symbol(of: root), root.kind != .functionCall {
    return ObstacleToStatus(of: symbol, file)
  }
  return ObstacleToStatus(in: root, file)
}

/// Renames `RPCError` and `CallResult` to `GRPCStatus`, where all that is done with their values can follow.
package func errorTypeToStatus(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if match.symbol?.name == "CallResult", typeOfResultGoesStraightToGRPC2(match.node, file) {
    return nil
  }
  // The word before what is created by hand stays with it.
  if let made = MemberAccess(of: match.node.parent)?.call, isHandedOnAsStatus(made.node, file) {
    return nil
  }
  if let obstacle = ObstacleToStatus(ofValuesTyped: match.node, file) {
    return .manual(obstacle.nextStep)
  }
  return file.renaming(match, to: "GRPC.GRPCStatus")
}

/// Takes `callResult` away: the error is the status itself.
package func callResultOfError(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = MemberAccess(match.node)?.base else {
    return .manual("use the status itself")
  }
  if isHandedOnAsStatus(match.node, file) {
    return .manual(
      "pass on a 'Status' with the error's code and message: 'Status(code: Status.Code(error.code), message: error.message)'"
    )
  }
  if let obstacle = obstacle(ofBase: match.node, file) { return .manual(obstacle.nextStep) }
  var editor = file.editor
  // Where nothing is asked of what a '?' is behind, the '?' goes as well.
  let isContinued = match.node.parent.map { parent in
    [.memberAccess, .optionalChaining, .forceUnwrap].contains(parent.kind)
      && parent.children.first == match.node
  }
  if isContinued != true, base.node.kind == .optionalChaining, let value = base.node.children.first
  {
    editor.replace(match.node, with: .kept(value))
  } else {
    editor.replace(match.node, with: .kept(base))
  }
  return TransformOutcome(editor, and: demotionOfOptional(match.node, in: file))
}
