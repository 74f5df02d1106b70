package import MoultMatching
import MoultSemantics
import MoultSyntax

/// Turns `StatusCode` into `Status.Code` in declarations that the code of a call's result goes through, which may be `ok`.
package func straightCodeType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard codeGoesStraightToGRPC2(match.node, file) else { return nil }
  let status = file.spelling(of: "GRPCCore.Status", at: match.node)
  return file.renaming(match.replaced, to: status + ".Code")
}

/// Turns every other `StatusCode` into `GRPCStatus.Code`.
///
/// - Throws: a `Refusal` where it would become that of an `RPCError` and may be `ok`.
package func typeOfCode(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome? {
  if errorsGoStraightToGRPC2(file) {
    if let compared = CodeByName(of: match.node, file) { return compared.outcome(file) }
    if codeGoesStraightToGRPC2(match.node, file) { return nil }
    guard !CodesOfStatuses.mayBeOk(match.node, file) else {
      throw Refusal(
        "declare a 'Status.Code' where the code may be 'ok', and an 'RPCError.Code' where a call has failed; 'Status.Code(error.code)' makes one of the other"
      )
    }
  }
  return file.renaming(match, to: "GRPC.GRPCStatus.Code")
}

/// Whether the type of a code becomes `Status.Code` instead of `GRPCStatus.Code`: one of them is that of a result which becomes a
/// `Status`.
private func codeGoesStraightToGRPC2(_ type: Node, _ file: FileContext) -> Bool {
  CodesOfStatuses(of: type, file)?.told.contains { code, place in
    if let result = code.base, resultGoesStraightToGRPC2(result, place) { return true }
    guard let call = code.nearest(.closure)?.callGiven else { return false }
    return completionGoesStraightToGRPC2(call, place) || goesStraightToGRPC2(call, place)
  } ?? false
}

/// The codes of results that calls gave, of which some are `ok`, with all declarations that they go through.
///
/// They become `Status.Code`; a code that is never `ok` becomes that of an `RPCError`.
struct CodesOfStatuses {
  /// Those that a completion is told and hands on.
  private(set) var told: [ValueFlow.Place] = []

  private static let course = ValueFlow.Course(types: typesOfCodes)

  /// - Parameter mention: the type as it is written, or an expression that is such a code.
  /// - Returns: nil where one of them is the code of an error, or goes where nobody knows whether an error's has to.
  init?(of mention: Node, _ file: FileContext) {
    for (value, place) in ValueFlow(of: mention, along: Self.course, file).values {
      let type = place.semantics.type(of: value).fullyUnwrapped
      if case .function = type { continue }
      if type.nominalSymbol?.qualifiedName == "GRPCCore.RPCError.Code" { return nil }
      if let code = MemberAccess(value), code.name == "statusCode",
        Argument(of: value.parent) != nil
      {
        guard CodeOfAFailedCall(code, place) == nil else { return nil }
        told.append((value, place))
      }
      guard Self.isOfStatus(value, place), Self.staysCode(value, place) else { return nil }
    }
  }

  /// Whether what a type is declared for is given `ok`, or the code of a call that may have succeeded.
  static func mayBeOk(_ mention: Node, _ file: FileContext) -> Bool {
    if let type = mention.parent, type.kind == .extensionDecl {
      return type.descendants.contains { node in
        guard [.functionDecl, .identifierPattern].contains(node.kind),
          let member = file.semantics.symbol(of: node), member.isInstanceMember
        else { return false }
        return file.calls.uses(of: member).contains { use in
          guard let code = MemberAccess(use)?.base, let place = file.context(of: use) else {
            return false
          }
          return mayBeOk(code.node, place)
        }
      }
    }
    if let literal = mention.ancestors.first(where: { $0.kind == .patternBinding })?.initialValue,
      [.arrayLiteral, .dictionaryLiteral].contains(literal.kind),
      literal.descendants.contains(where: { $0.text == ".ok" })
    {
      return true
    }
    return isGivenOk(mention, file)
      || closuresTaking(mention, file).contains { isGivenOk($0.node, $0.file) }
  }

  /// The types of closures in the place of which a function is handed on, that takes a code of a type.
  private static func closuresTaking(_ code: Node, _ file: FileContext) -> [ValueFlow.Place] {
    guard let parameter = code.ancestors.first(where: { !$0.kind.isType }),
      parameter.kind == .parameter, let function = parameter.owningFunction,
      let symbol = file.semantics.symbol(of: function)
    else { return [] }
    return file.calls.uses(of: symbol).compactMap { use in
      guard let place = file.context(of: use), let given = Argument(of: use.parent),
        let taking = place.parameter(taking: given.expression?.node ?? use),
        let type = taking.parameterType, let home = place.context(of: taking)
      else { return nil }
      return (type, home)
    }
  }

  private static func isGivenOk(_ mention: Node, _ file: FileContext) -> Bool {
    ValueFlow(of: mention, along: course, file).values.contains { value, place in
      guard let code = MemberAccess(value) else { return false }
      let owner = code.base.flatMap { place.semantics.symbol(of: $0.node) }
      if code.name == "ok" { return code.base == nil || owner?.kind.isType == true }
      guard let result = code.base, isOfStatus(value, place),
        code.name == "statusCode"
          || place.semantics.type(of: result.node).nominalSymbol?.qualifiedName
            == "GRPC.GRPCStatus"
      else { return false }
      return !CodeOfAFailedCall.hasFailed(result.node, at: value, place)
        && !isOfError(result.node, place)
    }
  }

  /// Whether a result is that of an error: bound to its case, or asked of it.
  private static func isOfError(_ result: Node, _ file: FileContext) -> Bool {
    guard let symbol = file.semantics.symbol(of: result) else { return false }
    return symbol.binding?.initialValue?.name == "callResult"
      || symbol.declaration?.ancestors.prefix(6).contains { $0.callee?.name == "callError" } == true
  }

  /// Whether a value is a constant, what a declaration of the flow holds, or the code of what a closure is told of a call.
  private static func isOfStatus(_ value: Node, _ file: FileContext) -> Bool {
    guard let member = MemberAccess(value), let base = member.base else { return true }
    guard ["statusCode", "code"].contains(member.name) else {
      return file.semantics.symbol(of: base.node)?.kind.isType == true
    }
    return NameExpr(base.node) != nil && file.semantics.symbol(of: base.node)?.kind == .local
      && !base.node.ancestors.contains { $0.kind == .catchClause }
  }

  /// Whether what is done with a value does not depend on which of two types it has.
  private static func staysCode(_ value: Node, _ file: FileContext) -> Bool {
    switch UseOfStatus(value, file) {
    case .assigned, .shown: return true
    case .compared(let comparison): return comparison.isByName
    case .read(let name): return name == "rawValue" || name == "description"
    case .asked, .failure: return false
    case .other:
      if AssignmentExpr(giving: value) != nil || PatternBinding(giving: value) != nil {
        return true
      }
      if comparedValue(of: value) != nil { return true }
      guard let argument = Argument(of: value.parent), let called = argument.call?.called?.node
      else { return false }
      if ["print", "debugPrint"].contains(called.name) { return true }
      if file.parameter(taking: value) != nil { return true }
      guard case .function = file.semantics.type(of: called.withoutUnwrapping).fullyUnwrapped,
        let symbol = file.semantics.symbol(of: called.withoutUnwrapping)
      else { return false }
      return symbol.kind == .local || symbol.kind == .property
    }
  }
}
