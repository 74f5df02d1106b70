import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns the type `Metadata` into `CallOptions`, or into `HPACKHeaders` where its values are received or sent by a server.
package func metadataType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if isCalledWithEntries(match.node) {
    return .manual(
      "write the entries where the headers are sent: no 'CallOptions' is made of them alone")
  }
  guard becomesHeaders(match.node, file) else {
    return file.renaming(match, to: "GRPC.CallOptions")
  }
  let headers = file.spelling(of: "NIOHPACK.HPACKHeaders", at: match.node)
  return file.renaming(match.replaced, to: headers, imports: ["NIOHPACK"])
}

/// Whether the type makes headers of entries in a call that no declaration of grpc-swift 0 takes as it stands, without a `try`.
private func isCalledWithEntries(_ type: Node) -> Bool {
  guard let call = type.parent, call.kind == .functionCall, call.callee == type else {
    return false
  }
  return !call.arguments.isEmpty
}

/// Turns `metadata.add(key:value:)` into that of the headers.
package func metadataAdd(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let base = match.nodes["base"] else {
    return .manual("add to the 'customMetadata' of the options")
  }
  let isVariable = try !isOfClientInACondition(base, file)
  return headerAdded(match, isVariable ? mutability(of: base, in: file) : Consequence(), file) {
    let headers =
      becomesHeaders(base, file) ? .kept(base) : Code.kept(base).member("customMetadata")
    return headers.calling("add", [CodeArgument("name", $0), CodeArgument("value", $1)])
  }
}

/// Replaces `add(key:value:)`, which threw.
///
/// - Parameters:
///   - consequence: what makes a variable of the headers.
///   - code: what adds a value to the key before it.
func headerAdded(
  _ match: Match, _ consequence: Consequence, _ file: FileContext,
  writing code: (_ key: Code, _ value: Code) -> Code
) -> TransformOutcome? {
  guard let key = match.nodes["1"], let value = match.nodes["2"] else { return nil }
  guard consequence.safety != .manual else {
    return .manual(consequence.reasons.first ?? "add it where the headers are created")
  }
  var consequence = consequence
  var editor = file.editor
  editor.replace(match.node, with: code(.kept(key), .kept(value)))
  consequence.merge(Consequence(editor))
  consequence.merge(removalOfThrow(from: match.node, in: file))
  return TransformOutcome(consequence)
}

/// Whether headers are those of a client that a condition binds, which are reached through the optional.
private func isOfClientInACondition(_ headers: Node, _ file: FileContext) throws(Refusal) -> Bool {
  guard headers.kind == .memberAccess, headers.name == "metadata", let client = headers.base else {
    return false
  }
  return try ClientOfACondition(client, file) != nil
}

/// Turns `Metadata()` into empty options or headers.
package func emptyMetadata(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let isHeaders = becomesHeaders(match.node, file)
  var editor = file.editor
  editor.replace(
    match.node,
    with: isHeaders
      ? .call(.library("NIOHPACK.HPACKHeaders"), [])
      : .call(.library("GRPC.CallOptions"), [CodeArgument("timeLimit", timeLimitOfGRPC0)]))
  return TransformOutcome(
    editor, and: removalOfThrow(from: match.node, in: file), imports: isHeaders ? ["NIOHPACK"] : [])
}
