import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `try Metadata(entries)` into `CallOptions(customMetadata: …)`, which does not throw.
///
/// A dictionary literal is a literal of `HPACKHeaders` as well; any other dictionary is copied over.
func metadataToCallOptions(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let entries = match.nodes["1"] else { return nil }
  if isOfSessionThatStays(match.node, file) {
    return .manual("the headers are rewritten together with the session that they are passed to")
  }
  if isOfSettingLeftToAPerson(match.node, file) {
    return .manual("set 'defaultCallOptions.customMetadata' where the client is created")
  }
  let isLiteral = entries.kind == .dictionaryLiteral || isEmptyDictionaryLiteral(entries)
  let isHeaders = HeadersFlow(of: match.node, file).isHeaders
  let limit = isHeaders ? "" : ", " + limitOfCall(sending: match.node, file)
  let template = Template(
    headers(isLiteral: isLiteral, isHeaders: isHeaders, match.node, limit: limit))
  guard let edits = template.edits(replacing: match.replaced, match.bindings, in: file.source)
  else {
    return nil
  }
  var consequence = Consequence()
  consequence.edits = edits
  consequence.merge(removalOfThrow(from: match.node, in: file))
  return TransformOutcome(consequence, imports: isLiteral && !isHeaders ? [] : ["NIOHPACK"])
}

/// What entries become, as a template.
private func headers(isLiteral: Bool, isHeaders: Bool, _ made: Node, limit: String) -> String {
  if !isHeaders {
    return isLiteral
      ? "CallOptions(customMetadata: $1\(limit))"
      : "CallOptions(customMetadata: HPACKHeaders($1.map { ($$0.key, $$0.value) })\(limit))"
  }
  guard isLiteral else { return "HPACKHeaders($1.map { ($$0.key, $$0.value) })" }
  var place = made
  while let mark = place.parent, mark.kind == .tryExpr { place = mark }
  switch place.parent?.kind {
  case .initializerClause, .assignment, .returnStmt, .argument: return "$1 as HPACKHeaders"
  default: return "($1 as HPACKHeaders)"
  }
}

/// The time limit of options that are made for a call, as an argument of `CallOptions`.
///
/// They replace the client's `defaultCallOptions`. In grpc-swift 0 headers went with a call and changed nothing of its
/// limit, which was the client's, and 600 seconds where nobody said otherwise.
func limitOfCall(sending headers: Node, _ file: FileContext) -> String {
  var value = headers
  while let mark = value.parent, mark.kind == .tryExpr { value = mark }
  let argument = value.parent
  if let argument, argument.kind == .argument, argument.argumentLabel == "metadata",
    let call = argument.parent?.parent, call.kind == .functionCall,
    file.semantics.symbol(of: call)?.isGenerated == true, let callee = call.callee
  {
    guard let client = callee.base else { return "timeLimit: defaultCallOptions.timeLimit" }
    if isPlainPath(client) {
      return "timeLimit: \(file.source.text(client.range)).defaultCallOptions.timeLimit"
    }
  }
  return limitOfGRPC0
}

/// What grpc-swift 0 gave every call.
let limitOfGRPC0 = "timeLimit: .timeout(.seconds(600))"

/// `client`, or `self.gateway.client`.
private func isPlainPath(_ node: Node) -> Bool {
  node.kind == .declReference || (node.kind == .memberAccess && node.base.map(isPlainPath) == true)
}

func isEmptyDictionaryLiteral(_ node: Node) -> Bool {
  node.kind == .dictionaryLiteral || (node.kind == .arrayLiteral && node.text == "[:]")
}
