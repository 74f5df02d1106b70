import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// A parameter of type `GRPCStatus` or `GRPCStatus.Code` that is asked whether all went well.
///
/// It becomes a `Status` or its code, which may be `ok`; other statuses are failures, and become an `RPCError`.
struct StatusOfSuccess {
  /// The edits that ask grpc-swift 2's `Status`.
  private(set) var edits: [Edit] = []

  /// - Parameter type: the type as the parameter writes it.
  /// - Returns: nil if nothing asks for success, or if it is thrown.
  init?(_ type: Node, _ file: FileContext) {
    guard let parameter = type.parent, parameter.kind == .parameter,
      parameter.parameterType == type,
      let symbol = file.semantics.symbol(of: parameter)
    else { return nil }
    var isAsked = false
    for use in file.semantics.references(to: symbol) where use.kind == .declReference {
      guard let parent = use.parent, parent.kind != .throwStmt, parent.kind != .asExpr else {
        return nil
      }
      guard parent.kind == .memberAccess, parent.base == use else {
        isAsked = isAsked || isComparedWithSuccess(use)
        continue
      }
      switch parent.name {
      case "isOk":
        isAsked = true
        if let edit = editForSuccess(parent, of: use) { edits.append(edit) }
      case "code": isAsked = isAsked || isComparedWithSuccess(parent)
      default: continue
      }
    }
    guard isAsked else { return nil }
  }

  /// The parameter that `value`, or the code of `value`, is asked of.
  init?(asking value: Node, _ file: FileContext) {
    var place = value
    if place.kind == .memberAccess, place.name == "code", let base = place.base { place = base }
    guard place.kind == .declReference,
      let parameter = file.semantics.symbol(of: place)?.declaration,
      parameter.tree === file.tree, let type = parameter.parameterType
    else { return nil }
    self.init(type, file)
  }
}

/// `result.isOk` to `result.code == .ok`; nil for a member that nothing surrounds.
func editForSuccess(_ member: Node, of use: Node) -> Edit? {
  guard let parent = member.parent else { return nil }
  if parent.kind == .prefixOperator, parent.name == "!" {
    return Edit(parent.range.lowerBound..<member.range.upperBound, "\(use.text).code != .ok")
  }
  let isTight =
    parent.kind == .memberAccess
    || (parent.kind == .binaryOperator && parent.name != "&&" && parent.name != "||")
  let text = "\(use.text).code == .ok"
  return Edit(member.range, isTight ? "(\(text))" : text)
}

/// `status.isOk` of a parameter that becomes a `Status`; of another status, success is left to a person.
package func successOfStatus(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.node.base, let status = StatusOfSuccess(asking: base, file),
    let edit = editForSuccess(match.node, of: base), status.edits.contains(edit)
  else { return .manual() }
  var consequence = Consequence()
  consequence.edits.append(edit)
  return placeOfMany(consequence)
}

/// `.ok` beside the code of a parameter that becomes a `Status`: it stays.
package func successCode(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if let comparison = match.node.parent, comparison.kind == .binaryOperator,
    let other = [comparison.leftOperand, comparison.rightOperand].compactMap({ $0 })
      .first(where: { $0 != match.node }),
    StatusOfSuccess(asking: other, file) != nil
  {
    return nil
  }
  let statement = match.node.ancestors.first { $0.kind == .switchExpr }
  if match.node.ancestors.contains(where: { $0.kind == .switchCaseItem }),
    let subject = statement?.subject, StatusOfSuccess(asking: subject, file) != nil
  {
    return nil
  }
  return .manual()
}

private func isComparedWithSuccess(_ value: Node) -> Bool {
  guard let parent = value.parent else { return false }
  switch parent.kind {
  case .binaryOperator where parent.name == "==" || parent.name == "!=":
    return [parent.leftOperand, parent.rightOperand].contains { $0?.text == ".ok" }
  case .switchExpr where parent.subject == value:
    return parent.switchCases.flatMap(\.caseItems).contains { $0.text == ".ok" }
  default: return false
  }
}
