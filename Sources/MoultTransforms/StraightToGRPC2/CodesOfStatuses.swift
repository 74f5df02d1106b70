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
package func typeOfCode(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if errorsGoStraightToGRPC2(file), codeGoesStraightToGRPC2(match.node, file) { return nil }
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

  private static let course = ValueFlow.Course(types: [
    "SwiftGRPC.StatusCode", "GRPC.GRPCStatus.Code", "GRPCCore.Status.Code",
    "GRPCCore.RPCError.Code",
  ])

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
