import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns a member of a `CallResult` into that of grpc-swift 2's `Status`.
///
/// - Throws: a `Refusal` for what a status does not hold, or where its code goes to what may want that of an error.
func rewrite(
  resultMember member: MemberAccess, _ editor: inout SyntaxEditor, _ file: FileContext
) throws(Refusal) {
  guard let base = member.base, let parent = member.node.parent else { return }
  let isOptional = base.node.kind == .optionalChaining
  switch member.name {
  case "statusCode", "code":
    guard codeStaysInside(member.node, parent) else {
      if let failure = CodeOfAFailedCall(member, file) {
        return editor.replace(member.node, with: failure.code)
      }
      if Argument(of: parent) != nil, CodesOfStatuses(of: member.node, file) != nil {
        return editor.rename(member.node, to: "code")
      }
      throw Refusal("pass on a 'Status.Code', or an 'RPCError.Code' where the call failed")
    }
    if let comparison = InfixExpr(parent),
      let other = [comparison.left, comparison.right].compactMap(\.?.node)
        .first(where: { $0 != member.node }), !isCodeOfStatus(other, file)
    {
      throw Refusal(
        "make '\(other.text)' a 'Status.Code', which the code of the call's 'Status' is compared with"
      )
    }
    if member.name != "code" { editor.rename(member.node, to: "code") }
    spellByName(ComparedStatus(member.node)?.constants ?? [], &editor, file)
  case "success", "isOk":
    guard isOptional else {
      return QuestionOfSuccess(member: member, status: base.node).rewrite(&editor)
    }
    // `result?.success == true` and `result?.success ?? false` ask for a success that is there.
    guard let question = InfixExpr(parent), question.left?.node == member.node,
      ["== true", "?? false"].contains("\(question.name) \(question.right?.node.text ?? "")")
    else { throw Refusal("compare 'code' of the 'Status' with '.ok'") }
    editor.replace(
      question.node, with: .infix(Code.kept(base).member("code"), "==", .member(nil, "ok")))
  case "statusMessage", "message":
    guard isOptional else { return try rewrite(messageOfStatus: member, &editor) }
    if member.name != "message" { editor.rename(member.node, to: "message") }
  case "description": return
  default:
    throw Refusal("read '\(member.node.text)' in 'onResponse': a 'Status' does not have it")
  }
}

/// Whether a value that is compared with the code of a `Status` is one: a constant, or what the codes of results go through.
private func isCodeOfStatus(_ value: Node, _ file: FileContext) -> Bool {
  guard let member = MemberAccess(value), member.base == nil || CodeByName.isSpelled(member, file)
  else { return CodesOfStatuses(of: value, file)?.told.isEmpty == false }
  return true
}

/// The message of a `Status` is empty where that of a `CallResult` was nil.
private func rewrite(
  messageOfStatus message: MemberAccess, _ editor: inout SyntaxEditor
) throws(Refusal) {
  guard let status = message.base else { return }
  let text = Code.kept(status).member("message")
  if let choice = DefaultOfMessage(message) {
    guard let code = choice.code else {
      throw Refusal(
        "give the status a name before its 'message' is read: it can be empty, but is never nil")
    }
    return editor.replace(choice.node, with: code)
  }
  if let forced = ForcedValue(of: message.node.parent) {
    return editor.replace(forced.node, with: text)
  }
  switch placeOfChoice(message.node)?.kind {
  case .argument, .argumentList, .interpolation, .tuple, .returnStmt:
    if message.name != "message" { editor.rename(message.node, to: "message") }
  default:
    throw Refusal("'message' of a 'Status' can be empty but is never nil: check 'isEmpty'")
  }
}

/// What stands around a value, or around the choices of which it is an outcome.
private func placeOfChoice(_ value: Node) -> Node? {
  var value = value
  while let choice = TernaryExpr(of: value.parent), choice.condition?.node != value {
    value = choice.node
  }
  return value.parent
}

/// Whether a code is compared, asked or printed here: what it is handed on to expects one of two types.
private func codeStaysInside(_ code: Node, _ parent: Node) -> Bool {
  switch parent.kind {
  case .binaryOperator: return parent.name == "==" || parent.name == "!="
  case .memberAccess, .switchExpr, .interpolation: return true
  case .argument:
    let holder = parent.parent
    guard let call = holder?.kind == .argumentList ? holder?.parent : holder else { return false }
    return call.kind == .interpolation || ["print", "debugPrint"].contains(call.callee?.name)
  default: return false
  }
}
