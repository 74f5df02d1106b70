import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a call of grpc-swift 1's async client into one of grpc-swift 2.
///
/// A unary call keeps its shape. What takes the replies of a stream goes into the closure that is given the
/// response, and what is sent goes into one that is given a writer.
package func asyncCallOfGRPC2(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let symbol = match.symbol, let style = callStyle(of: symbol, in: file.model),
    let call = CallExpr(match.node)
  else { return nil }
  guard call.called != nil, call.trailingClosures.isEmpty else {
    throw Refusal("rewrite the call for 'Client' of grpc-swift 2")
  }
  var editor = file.editor
  let rewriting: CallOfGRPC2
  var reason: String?
  switch style {
  case .asyncUnary:
    rewriting = try CallOfGRPC2(call, sendsStream: false, file)
    rewriting.rewrite(&editor)
    if editor.isEmpty { return nil }
  case .asyncClientStreaming:
    let producer = try producer(of: call, file)
    rewriting = try CallOfGRPC2(call, sendsStream: true, file)
    editor.replace(call.node, with: rewriting.code([producer]))
  case .asyncServerStreaming, .asyncBidirectionalStreaming:
    let sends = style == .asyncBidirectionalStreaming
    let producers = sends ? [try producer(of: call, file)] : []
    rewriting = try CallOfGRPC2(call, sendsStream: sends, file)
    reason = try receive(rewriting, behind: producers, &editor, file)
  default: return nil
  }
  var consequence = Consequence(editor)
  if let reason { consequence.lower(to: .review, because: reason) }
  rewriting.lower(&consequence)
  return TransformOutcome(consequence)
}

/// The closure that sends what the call is given.
private func producer(of call: CallExpr, _ file: FileContext) throws(Refusal) -> ClosureCode {
  guard let first = call.arguments.first, first.label == nil, let requests = first.expression else {
    throw Refusal("send with the writer that 'requestProducer' receives")
  }
  try CallOfGRPC2.checkWriter(around: call.node, file)
  let message = Code.form(.moved(.kept(requests)))
  return CallOfGRPC2.producer([CallOfGRPC2.write(message, label: "contentsOf")])
}

/// Replies that are read right where the call is made.
///
/// - Returns: why a person should look at it.
private func receive(
  _ call: CallOfGRPC2, behind producers: [ClosureCode], _ editor: inout SyntaxEditor,
  _ file: FileContext
) throws(Refusal) -> String {
  let reader = call.call.node.with(.awaitExpr, .tryExpr, .tuple)
  let reading = Reading(call: call, producers: producers, file: file)
  if let loop = ForStmt(of: reader.parent), loop.body != nil {
    try reading.moveLoop(loop, &editor)
    return
      "the loop runs in a closure that may be sent to another task, which captures what it reads"
  }
  if let chain = chainOver(call.call.node) {
    let name = try reading.nameOfResponse(around: chain)
    reading.readMessages(of: name, &editor)
    editor.replace(chain, with: reading.code(name, [.tryAwait(.kept(chain))]))
    return "the code that reads the replies runs in a closure that may be sent to another task"
  }
  guard producers.isEmpty, let kept = KeptReplies(call.call, file) else {
    throw Refusal(
      "read the replies in the closure of '\(call.method)(…) { response in … }', from 'response.messages'; what the closure returns is the value of the call"
    )
  }
  kept.rewrite(&editor)
  return KeptReplies.reason
}

/// A call whose replies are read in its last closure.
private struct Reading {
  let call: CallOfGRPC2

  /// The closure that sends, if one does.
  let producers: [ClosureCode]
  let file: FileContext

  /// The call, before what reads its replies and stays where it is.
  func code(_ response: String, capturing names: [String] = [], _ items: [Code]) -> Code {
    let reader = CallOfGRPC2.reader(response, capturing: names, items)
    return call.code(producers + [reader], isMoved: true)
  }

  /// Where the call stood, its replies are read.
  func readMessages(of response: String, _ editor: inout SyntaxEditor) {
    editor.replace(call.call.node, with: .word(response).member("messages"))
  }

  /// `for try await x in client.watch(r) { … }`.
  func moveLoop(_ loop: ForStmt, _ editor: inout SyntaxEditor) throws(Refusal) {
    let place = "the closure of '\(call.method)(…) { response in … }'"
    guard let body = loop.body, let block = loop.node.parent, block.isBlockOfStatements else {
      throw Refusal("put the loop into its own block, then run the fix again")
    }
    guard !leavesEarly(body.node) else {
      throw Refusal(
        "the loop moves into \(place), where 'return' leaves only the closure, and no label outside is known: return the value from the closure, then return it from the function"
      )
    }
    guard !file.tree.holdsComment(in: loop.range.lowerBound..<body.range.lowerBound) else {
      throw Refusal(
        "move the comment in the head of the loop into its body, then run the fix again")
    }
    guard !loop.node.text.contains("\"\"\"") else {
      throw Refusal("the loop moves into \(place)")
    }
    let changed = variablesChanged(in: body.node, outside: loop.node, file)
    let refusal = Refusal(
      "the loop moves into \(place), which must not change '\(changed.first?.name ?? "")': declare it in the closure, and return it from there"
    )
    let result = try FilledVariable(changed, before: loop.node, in: block, refusal, file)
    let name = try nameOfResponse(around: loop.node)
    let captures = try CarriedState(
      [loop.node], movedFrom: loop.node, leavesActor: true, file
    ).captures
    readMessages(of: name, &editor)
    let first = result?.statement ?? loop.node
    let items =
      result?.statements(around: Code.kept(items: [loop.node])) ?? [.kept(loop)]
    let read = Code.tryAwait(code(name, capturing: captures, items))
    editor.replace(from: first, to: loop.node, with: [result?.bound(to: read) ?? read])
  }

  /// A name for the response that nothing in the function has.
  func nameOfResponse(around node: Node) throws(Refusal) -> String {
    guard let name = file.freeName(["response", "replies", "stream"], around: node) else {
      throw Refusal(
        "rename one of 'response', 'replies' and 'stream', then run the fix again")
    }
    return name
  }
}

/// `client.watch(r).reduce(…)`, up to the operand of its `await`.
private func chainOver(_ call: Node) -> Node? {
  var chain = call
  while let parent = chain.parent {
    switch parent.kind {
    case .memberAccess where parent.base == chain: chain = parent
    case .functionCall where parent.children.first == chain: chain = parent
    case .awaitExpr: return chain == call ? nil : chain
    case .tryExpr: return nil
    default: return nil
    }
  }
  return nil
}

/// The locals from outside of a loop that its body changes, each once, in source order.
func variablesChanged(
  in body: Node, outside loop: Node, _ file: FileContext
) -> [Symbol] {
  var result: [Symbol] = []
  for node in body.descendants().sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
  where node.kind == .declReference && mayChange(node, file) {
    guard let symbol = file.semantics.symbol(of: node), symbol.kind == .local,
      let declaration = symbol.declaration, !declaration.isInside(loop),
      declaration.isDeclaredAsVariable, !result.contains(symbol)
    else { continue }
    result.append(symbol)
  }
  return result
}

/// Returns the name that the generator of grpc-swift 2 gives a method, from that of grpc-swift 1.
///
/// Both begin in lower case; of a leading abbreviation grpc-swift 1 lowered the first letter alone (`uRLGet`),
/// grpc-swift 2 lowers it as a whole (`urlGet`).
package func methodNameOfGRPC2(_ name: String) -> String {
  guard let first = name.first, first.isLowercase else { return name }
  let rest = name.dropFirst()
  let capitals = rest.prefix { $0.isUppercase }.count
  guard capitals > 0 else { return name }
  if capitals == rest.count { return name.lowercased() }
  // A name of two words, `sayHello`, has its second capital behind small letters.
  guard capitals > 1 else { return name }
  return String(first) + rest.prefix(capitals - 1).lowercased() + rest.dropFirst(capitals - 1)
}
