import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `GRPCStatus(code:message:)` into `RPCError(code:message:)`, whose message is never nil.
package func statusToError(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let called = call.called else { return nil }
  if isGivenToFuture(match.node, file) { return .manual(stepForFuture) }
  if let step = StatusFlow(of: match.node, file).step(file) { return .manual(step) }
  guard let code = call.arguments.first, code.label == "code" else {
    return .manual(
      "create an 'RPCError(code:message:)', or a 'Status' for a value that is not a failure")
  }
  let isStatus =
    StatusFlow(of: match.node, file).isOfOutcomes || isTakenAsStatus(match.node, file)
  if !isStatus, code.expression?.node.descendants().contains(where: isSuccess) == true {
    return .manual(
      "'RPCError' has no code 'ok'; a successful call returns. To represent success, use 'Status(code: .ok, message: \"\")'"
    )
  }
  if !isStatus,
    let compared = ComparedError.outcome(
      comparedWith: match.node, by: partsOfStatus(created: call, code, file), file)
  {
    return compared
  }
  var editor = file.editor
  let name = Code.library(isStatus ? "GRPCCore.Status" : "GRPCCore.RPCError")
  if case .member(let member) = called, member.name == "init" {
    if let type = member.base { editor.replace(type.node, with: name) }
  } else {
    editor.replace(called.node, with: name)
  }
  if let message = call.argument(labeled: "message")?.expression {
    if message.node.kind == .nilLiteral {
      editor.replace(message.node, with: .emptyString)
    } else if file.semantics.type(of: message.node).isOptional {
      editor.replace(message.node, with: .infix(.kept(message), "??", .emptyString))
    }
  } else {
    editor.insert(CodeArgument("message", .emptyString), afterElement: code.node)
  }
  return TransformOutcome(Consequence(editor))
}

/// The code and the message that a status is created with, each as what a part of an error is compared with.
private func partsOfStatus(created call: CallExpr, _ code: Argument, _ file: FileContext)
  -> [(member: String, value: Code)]
{
  var parts: [(member: String, value: Code)] = []
  if let value = code.expression {
    let constant = MemberAccess(value.node)
    parts.append(
      (
        "code",
        CodeByName.isSpelled(constant, file)
          ? .member(nil, constant?.name ?? "") : .kept(value)
      ))
  }
  let message = call.argument(labeled: "message")?.expression
  let isText = message.map { $0.node.kind != .nilLiteral } ?? false
  let isOptional = message.map { file.semantics.type(of: $0.node).isOptional } ?? false
  let text: Code =
    switch message {
    case let message? where isText && isOptional: .infix(.kept(message), "??", .emptyString)
    case let message? where isText: .kept(message)
    default: .emptyString
    }
  return parts + [("message", text)]
}

/// Whether an expression is `.ok`, of whatever type.
private func isSuccess(_ code: Node) -> Bool { code.kind == .memberAccess && code.name == "ok" }

/// Turns `GRPCStatus.processingError` into the error that it means, and beside a parameter that becomes a `Status`, or is given it, it
/// and `GRPCStatus.ok` into a status.
package func statusConstant(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if isGivenToFuture(match.node, file) { return .manual(stepForFuture) }
  let isStatus = comparedValue(of: match.node).map { StatusOfSuccess(asking: $0, file) != nil }
  let isOk = match.symbol?.name == "ok"
  if isOk, let kept = StatusOfAProperty(around: match.node, file) {
    var editor = file.editor
    kept.rewrite(&editor, file)
    return placeOfMany(Consequence(editor))
  }
  let isGiven =
    isStatus == nil
    && (isOk && isGivenAsStatus(match.node, file)
      || StatusFlow(of: match.node, file).isOfOutcomes || isTakenAsStatus(match.node, file))
  if isStatus != true, !isGiven {
    if let step = StatusFlow(of: match.node, file).step(file) { return .manual(step) }
    if isOk { return .manual() }
  }
  let (code, message) =
    isOk ? ("ok", "") : ("internalError", "unknown error processing request")
  if isStatus == false,
    let compared = ComparedError.outcome(
      comparedWith: match.node,
      by: [("code", .member(nil, code)), ("message", .string(message))], file)
  {
    return compared
  }
  let type = Code.library(isStatus == true || isGiven ? "GRPCCore.Status" : "GRPCCore.RPCError")
  return file.replacing(
    match.node, with: .quoted("\(type)(code: .\(code), message: \"\(message)\")"))
}

/// Whether a value is given to a parameter of the project that becomes a `Status`.
func isGivenAsStatus(_ value: Node, _ file: FileContext) -> Bool {
  guard let type = file.parameter(taking: value)?.parameterType, let home = file.context(of: type)
  else { return false }
  return StatusOfSuccess(type, home) != nil
}

/// Whether a value is given to what takes a `Status` already: a function, a closure, or a variable that another fix has changed.
private func isTakenAsStatus(_ value: Node, _ file: FileContext) -> Bool {
  func isStatus(_ type: SemanticType?) -> Bool {
    type?.fullyUnwrapped.nominalSymbol?.qualifiedName == "GRPCCore.Status"
  }
  if let assignment = AssignmentExpr(giving: value), let target = assignment.target?.node {
    return isStatus(file.semantics.type(of: target))
  }
  guard let argument = Argument(of: value.parent), let call = argument.call else { return false }
  if let type = file.parameter(taking: value)?.parameterType, let home = file.context(of: type) {
    return isStatus(home.semantics.type(of: type))
  }
  guard let called = call.called?.node.withoutUnwrapping,
    case .function(let parameters, _, _, _) = file.semantics.type(of: called).fullyUnwrapped,
    let position = Array(call.arguments).firstIndex(where: { $0.node == argument.node })
  else { return false }
  return parameters.indices.contains(position) && isStatus(parameters[position])
}

/// Renames `GRPCStatus` and its `Code`, where they are types and not the word before a constant that goes.
package func statusType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol else { return nil }
  if let member = MemberAccess(on: match.node), ["ok", "processingError"].contains(member.name) {
    return nil
  }
  if isMadeOfNumber(match.node) { return nil }
  if symbol.name == "Code", let compared = CodeByName(of: match.node, file) {
    return compared.outcome(file)
  }
  if match.node.isOfFuture {
    return .manual(stepForFuture)
  }
  if let told = ResultOfACall.outcome(around: match.node, file) { return told }
  if let step = stepForMessage(beside: match.node, file) { return .manual(step) }
  if let step = stepForSuccess(match.node, file) { return .manual(step) }
  let flow = StatusFlow(of: match.node, file)
  if let step = flow.step(file) { return .manual(step) }
  if flow.holdsSuccess, PatternBinding(of: match.node.parent?.parent)?.value != nil {
    return .manual(
      "it is given 'ok', which no 'RPCError' is: make it a 'Status', or an 'RPCError?' that is nil where the call succeeded"
    )
  }
  let status = StatusOfSuccess(match.node, file)
  let successor = status == nil ? "RPCError" : "Status"
  let name =
    file.spelling(of: "GRPCCore." + successor, at: match.node)
    + (symbol.name == "Code" ? ".Code" : "")
  var editor = file.editor
  editor.rename(match.replaced, to: name)
  for question in status?.questions ?? [] { question.rewrite(&editor) }
  let consequence = Consequence(editor)
  return status == nil ? TransformOutcome(consequence) : placeOfMany(consequence)
}

/// What a person does first about a status that may be `ok`, which no `RPCError` is: what a `Result` succeeds with, and a
/// local that is asked for success.
private func stepForSuccess(_ type: Node, _ file: FileContext) -> String? {
  let whole = type.with(.optionalType)
  if let arguments = GenericArguments(of: whole.parent), arguments.first == whole,
    NamedType(of: arguments.node.parent)?.name == "Result"
  {
    return
      "take a 'Result<Void, any Error>': it succeeds where the status was ok, and fails with the 'RPCError' of the call otherwise"
  }
  guard
    let binding = PatternBinding(of: type.ancestors.first { $0.kind == .patternBinding }),
    binding.type == whole, let name = binding.pattern?.node,
    let symbol = file.semantics.symbol(of: name), symbol.kind == .local
  else { return nil }
  let isAsked = file.semantics.references(to: symbol).contains { use in
    guard NameExpr(use) != nil else { return false }
    switch UseOfStatus(use.with(.optionalChaining, .forceUnwrap), file) {
    case .asked: return true
    case .compared(let comparison):
      return comparison.constants.contains { $0.text.hasSuffix(".ok") }
    case .assigned, .shown, .failure, .read, .other: return false
    }
  }
  return isAsked
    ? "go on where the call returns, and catch its 'RPCError' instead of asking '\(symbol.name)' whether it is ok"
    : nil
}

/// Whether a type `GRPCStatus` that is caught becomes an `RPCError`.
func becomesError(_ type: Node, _ file: FileContext) -> Bool {
  file.runs(RuleID("grpc-swift.status")) && stepForMessage(beside: type, file) == nil
}

/// What a person does first about a message that is used as only an optional can be, in the declaration around a type.
///
/// With the type of its status it would be a text, which has a `map` of its own, over its characters.
private func stepForMessage(beside type: Node, _ file: FileContext) -> String? {
  let outermost = type.ancestors.first { node in
    node.parent.map { $0.kind == .memberBlock || $0.kind == .sourceFile } ?? false
  }
  guard let outermost else { return nil }
  let isStuck = outermost.descendants.contains { node in
    node.kind == .memberAccess && node.name == "message" && node.parent?.kind == .memberAccess
      && file.semantics.symbol(of: node)?.qualifiedName == "GRPC.GRPCStatus.message"
      && demotionOfOptional(node, in: file).safety == .manual
  }
  return isStuck
    ? "write 'if let' in place of 'map' around the status's 'message', which is never nil in grpc-swift 2; then run the fix again"
    : nil
}

/// Whether a type that the code writes has a status in it which is left to a person.
func holdsStatusThatStays(_ type: Node, _ file: FileContext) -> Bool {
  type.descendants().contains { node in
    node.kind == .identifierType && node.name == "GRPCStatus"
      && (node.isOfFuture || stepForMessage(beside: node, file) != nil
        || stepForSuccess(node, file) != nil || StatusFlow(of: node, file).step(file) != nil)
  }
}

/// What a person does with a future or a promise of a status, whose type no fix changes.
private let stepForFuture =
  "make the function async; return where the status was ok, and throw an 'RPCError' otherwise"

/// Whether a value is what a future or a promise of a status succeeds with, of itself or by what a closure gives.
private func isGivenToFuture(_ value: Node, _ file: FileContext) -> Bool {
  let whole = value.withParenthesesAround
  guard let (call, _) = whole.argumentOfCall else {
    guard let closure = whole.closureGivenIt,
      let call = closure.ancestors.prefix(3).first(where: { $0.kind == .functionCall })
    else { return false }
    return file.semantics.symbol(of: call)?.module == "NIOCore"
  }
  guard file.semantics.symbol(of: call)?.isOfProject != true else { return false }
  if WrittenResult(call)?.fails == false, let outer = call.argumentOfCall {
    return ["completeWith", "makeCompletedFuture"].contains(outer.call.callee?.name ?? "")
  }
  return ["succeed", "makeSucceededFuture"].contains(call.callee?.name ?? "")
}

extension Node {
  /// The closure that returns it, or has it as its only statement.
  fileprivate var closureGivenIt: Node? {
    if parent?.kind == .closure { return parent?.items.count == 1 ? parent : nil }
    guard parent?.kind == .returnStmt, let giver = ancestors.first(where: { $0.kind.givesResult })
    else { return nil }
    return giver.kind == .closure ? giver : nil
  }
}

extension Node {
  /// Whether a type is what a future or a promise is of, whose function stays as it is.
  fileprivate var isOfFuture: Bool {
    ancestors.contains { node in
      if node.kind == .functionCall { return node.callee?.name == "makePromise" }
      return node.kind.isType && ["EventLoopFuture", "EventLoopPromise"].contains(node.name)
    }
  }
}
