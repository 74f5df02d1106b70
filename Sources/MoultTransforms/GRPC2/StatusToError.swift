import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `GRPCStatus(code:message:)` into `RPCError(code:message:)`, whose message is never nil.
package func statusToError(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let callee = match.node.callee else { return nil }
  var consequence = Consequence()
  let arguments = match.node.arguments
  guard let code = arguments.first, code.argumentLabel == "code" else {
    return .manual(
      "create an 'RPCError(code:message:)', or a 'Status' for a value that is not a failure")
  }
  if code.argumentValue.kind == .memberAccess, code.argumentValue.name == "ok" {
    return .manual(
      "'RPCError' has no code 'ok'; a successful call returns. To represent success, use 'Status(code: .ok, message: \"\")'"
    )
  }
  let name = file.model.declaresTopLevelType(named: "RPCError") ? "GRPCCore.RPCError" : "RPCError"
  if callee.name == "init" {
    if let type = callee.base { consequence.edits.append(Edit(type.range, name)) }
  } else {
    consequence.edits.append(Edit(callee.range, name))
  }
  if let message = arguments.first(where: { $0.argumentLabel == "message" })?.argumentValue {
    if message.kind == .nilLiteral {
      consequence.edits.append(Edit(message.range, "\"\""))
    } else if file.semantics.type(of: message).isOptional {
      let end = message.range.upperBound
      consequence.edits.append(Edit(end..<end, " ?? \"\""))
    }
  } else {
    let end = code.range.upperBound
    consequence.edits.append(Edit(end..<end, ", message: \"\""))
  }
  return TransformOutcome(consequence)
}

/// Renames `GRPCStatus` and its `Code`, where they are types and not the word before a constant that goes.
package func statusType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol else { return nil }
  let constants = ["ok", "processingError"]
  if let parent = match.node.parent, parent.kind == .memberAccess, parent.base == match.node,
    constants.contains(parent.name)
  {
    return nil
  }
  if match.node.isOfFuture {
    return .manual(
      "make the function async; return where the status was ok, and throw an 'RPCError' otherwise"
    )
  }
  let status = StatusOfSuccess(match.node, file)
  let successor = status == nil ? "RPCError" : "Status"
  let isTaken = file.model.declaresTopLevelType(named: successor)
  let name = (isTaken ? "GRPCCore." : "") + successor + (symbol.name == "Code" ? ".Code" : "")
  var consequence = Consequence()
  consequence.edits = [Edit(match.replaced, name)] + (status?.edits ?? [])
  return status == nil ? TransformOutcome(consequence) : placeOfMany(consequence)
}

extension Node {
  /// Whether a type is what a future or a promise is of, whose function stays as it is.
  fileprivate var isOfFuture: Bool {
    ancestors.contains { node in
      node.kind.isType && ["EventLoopFuture", "EventLoopPromise"].contains(node.name)
    }
  }
}
