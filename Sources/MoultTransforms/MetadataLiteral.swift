package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `try Metadata(entries)` into `CallOptions(customMetadata: …)`, which does not throw.
///
/// A dictionary literal is a literal of `HPACKHeaders` as well; any other dictionary is copied over.
package func metadataToCallOptions(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let entries = match.nodes["1"] else { return nil }
  if isOfSessionThatStays(match.node, file) {
    return .manual("the headers are rewritten together with the session that they are passed to")
  }
  if isOfSettingLeftToAPerson(match.node, file) {
    return .manual("set 'defaultCallOptions.customMetadata' where the client is created")
  }
  let isLiteral = entries.kind == .dictionaryLiteral || isEmptyDictionaryLiteral(entries)
  let isHeaders = becomesHeaders(match.node, file)
  var editor = file.editor
  editor.replace(match.node, with: made(of: entries, isLiteral: isLiteral, isHeaders, match, file))
  return TransformOutcome(
    editor, and: removalOfThrow(from: match.node, in: file),
    imports: isLiteral && !isHeaders ? [] : ["NIOHPACK"])
}

/// What entries become.
private func made(
  of entries: Node, isLiteral: Bool, _ isHeaders: Bool, _ match: Match, _ file: FileContext
) -> Code {
  let headers: Code =
    isLiteral
    ? .kept(entries) : .quoted("NIOHPACK::HPACKHeaders(\(entries).map { ($0.key, $0.value) })")
  if isHeaders { return isLiteral ? .quoted("\(headers) as NIOHPACK::HPACKHeaders") : headers }
  let limit = limitOfCall(sending: match.node, file)
  return .quoted("GRPC::CallOptions(customMetadata: \(headers), timeLimit: \(limit))")
}

/// The time limit of options that are made for a call.
///
/// They replace the client's `defaultCallOptions`. In grpc-swift 0 headers went with a call and changed nothing of its
/// limit, which was the client's, and 600 seconds where nobody said otherwise.
private func limitOfCall(sending headers: Node, _ file: FileContext) -> Code {
  if let argument = Argument(of: headers.with(.tryExpr).parent), argument.label == "metadata",
    let call = argument.call, file.semantics.symbol(of: call.node)?.isGenerated == true,
    let called = call.called
  {
    guard let client = called.node.base else { return .word("defaultCallOptions.timeLimit") }
    if isPlainPath(client) {
      return Code.kept(client).member("defaultCallOptions").member("timeLimit")
    }
  }
  return timeLimitOfGRPC0
}

/// What grpc-swift 0 gave every call.
let timeLimitOfGRPC0 = Code.word(".timeout(.seconds(600))")

/// `client`, or `self.gateway.client`.
private func isPlainPath(_ node: Node) -> Bool {
  node.kind == .declReference || (node.kind == .memberAccess && node.base.map(isPlainPath) == true)
}

func isEmptyDictionaryLiteral(_ node: Node) -> Bool {
  node.kind == .dictionaryLiteral || (node.kind == .arrayLiteral && node.text == "[:]")
}
