import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a call of grpc-swift 1's async client into one of grpc-swift 2.
///
/// A unary call keeps its shape. What takes the replies of a stream goes into the closure that is given the
/// response, and what is sent goes into one that is given a writer.
package func asyncCallOfGRPC2(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol, let style = callStyle(of: symbol, in: file.model) else {
    return nil
  }
  do throws(Refusal) {
    let call = try AsyncCall(match, style, file)
    var consequence: Consequence
    switch style {
    case .asyncUnary:
      guard let edits = call.headEdits(closing: "") else { return nil }
      consequence = Consequence()
      consequence.edits = edits
    case .asyncClientStreaming:
      consequence = Consequence()
      consequence.edits = call.headEdits(closing: call.producer) ?? []
    case .asyncServerStreaming, .asyncBidirectionalStreaming:
      consequence = try receiving(call, file)
    default: return nil
    }
    for reason in call.options.reasons { consequence.lower(to: .review, because: reason) }
    return TransformOutcome(consequence)
  } catch {
    return .manual(error.nextStep)
  }
}

/// A call of a generated method, taken apart.
private struct AsyncCall {
  let node: Node
  let method: Node
  let options: OptionsOfACall

  /// The closure that sends, behind the call; empty if one message is sent.
  let producer: String

  private let request: Node?
  private let newName: String
  private let hasOptions: Bool
  private let file: FileContext

  init(_ match: Match, _ style: CallStyle, _ file: FileContext) throws(Refusal) {
    guard let method = match.node.callee, match.node.trailingClosures.isEmpty else {
      throw Refusal("rewrite the call for 'Client' of grpc-swift 2")
    }
    node = match.node
    self.method = method
    self.file = file
    newName = methodNameOfGRPC2(method.name)
    let first = node.arguments.first
    let requests = first?.argumentLabel == nil ? first?.argumentValue : nil
    let value = node.arguments.first { $0.argumentLabel == "callOptions" }?.argumentValue
    hasOptions = value != nil
    options = try OptionsOfACall(value, file)
    switch style {
    case .asyncClientStreaming, .asyncBidirectionalStreaming:
      guard let requests else {
        throw Refusal("send with the writer that 'requestProducer' receives")
      }
      request = nil
      let text = file.source.text(requests.range)
      producer = " { writer in try await writer.write(contentsOf: \(text)) }"
    default:
      request = requests
      producer = ""
    }
  }

  /// The edits of name and arguments; nil if nothing changes.
  func headEdits(closing: String) -> [Edit]? {
    guard let list = node.child(.argumentList) else { return nil }
    var edits: [Edit] = []
    if newName != method.name { edits.append(Edit(method.mainToken.range, newName)) }
    if hasOptions || request == nil {
      // The message stays where it is, and what else is found in it with it.
      if request != nil, let first = node.arguments.first {
        let rest = options.arguments.map { ", " + $0 }.joined() + ")"
        edits.append(Edit(first.range.upperBound..<list.range.upperBound, rest + closing))
        return edits
      }
      let arguments = options.arguments.joined(separator: ", ")
      let text = arguments.isEmpty ? "" : "(\(arguments))"
      edits.append(Edit(list.range, text + closing))
      return edits
    }
    guard !closing.isEmpty else { return edits.isEmpty ? nil : edits }
    let end = list.range.upperBound
    edits.append(Edit(end..<end, closing))
    return edits
  }

  /// What stands before the closure that is given the response.
  var responseLabel: String { producer.isEmpty ? "" : producer + " onResponse:" }
}

/// Replies that are read right where the call is made.
private func receiving(_ call: AsyncCall, _ file: FileContext) throws(Refusal) -> Consequence {
  var reader = call.node
  while let parent = reader.parent, [.awaitExpr, .tryExpr, .tuple].contains(parent.kind) {
    reader = parent
  }
  if let loop = reader.parent, loop.kind == .forStmt, loop.body != nil {
    return try loopInClosure(call, loop, file)
  }
  if let chain = chainOver(call.node) {
    return try chainInClosure(call, chain, file)
  }
  throw Refusal(
    "read the replies in the closure of '\(call.method.name)(…) { response in … }', from 'response.messages'; what the closure returns is the value of the call"
  )
}

/// `for try await x in client.watch(r) { … }`.
private func loopInClosure(
  _ call: AsyncCall, _ loop: Node, _ file: FileContext
) throws(Refusal) -> Consequence {
  guard let body = loop.body, let block = loop.parent, block.isBlockOfStatements else {
    throw Refusal("put the loop into its own block, then run the fix again")
  }
  guard !body.descendants(where: isFunctionBoundary).contains(where: { $0.kind == .returnStmt })
  else {
    throw Refusal(
      "the loop moves into the closure of '\(call.method.name)(…) { response in … }', where 'return' leaves only the closure: return the value from the closure, then return it from the function"
    )
  }
  guard !file.tree.holdsComment(in: loop.range.lowerBound..<body.range.lowerBound) else {
    throw Refusal("move the comment in the head of the loop into its body, then run the fix again")
  }
  guard !file.source.text(loop.range).contains("\"\"\"") else {
    throw Refusal("the loop moves into the closure of '\(call.method.name)(…) { response in … }'")
  }
  let changed = variablesChanged(in: body, outside: loop, file)
  let result = try collected(changed, before: loop, in: block, call, file)
  let name = try nameOfResponse(around: loop, file)
  let line = file.lineBreak(before: loop)
  var consequence = Consequence()
  let opened = result?.statement ?? loop
  let binding = result.map { "\($0.keyword) \($0.name) = " } ?? ""
  // The head of the call moves to the front, and the loop reads what the response has.
  let edits = call.headEdits(closing: call.responseLabel) ?? []
  guard let head = file.text(call.node.range, applying: edits) else {
    throw Refusal("the loop moves into the closure of '\(call.method.name)(…) { response in … }'")
  }
  let start = opened.range.lowerBound
  consequence.edits.append(
    Edit(start..<start, "\(binding)try await \(head) { \(name) in\(line)  "))
  consequence.edits += indenting(from: opened, to: loop, file)
  consequence.edits.append(Edit(call.node.range, "\(name).messages"))
  let end = loop.range.upperBound
  let returned = result.map { line + "  return \($0.name)" } ?? ""
  consequence.edits.append(Edit(end..<end, returned + line + "}"))
  consequence.lower(
    to: .review,
    because:
      "the loop runs in a closure that may be sent to another task, which captures what it reads"
  )
  return consequence
}

/// A variable that the loop fills, with the statement that declares it.
private struct CollectedVariable {
  let name: String
  let statement: Node
  let keyword: String
}

private func collected(
  _ changed: [Symbol], before loop: Node, in block: Node, _ call: AsyncCall, _ file: FileContext
) throws(Refusal) -> CollectedVariable? {
  guard let first = changed.first else { return nil }
  let step =
    "the loop moves into the closure of '\(call.method.name)(…) { response in … }', which must not change "
    + "'\(first.name)': declare it in the closure, and return it from there"
  guard changed.count == 1, let index = block.items.firstIndex(of: loop), index > 0,
    let declaration = first.declaration
  else { throw Refusal(step) }
  let statement = block.items[index - 1]
  guard statement.kind == .variableDecl, statement.bindings.count == 1,
    declaration.isInside(statement)
  else { throw Refusal(step) }
  let isChangedLater = file.semantics.references(to: first).contains { use in
    use.range.lowerBound >= loop.range.upperBound && mayChange(use, file)
  }
  return CollectedVariable(
    name: first.name, statement: statement, keyword: isChangedLater ? "var" : "let")
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

private func chainInClosure(
  _ call: AsyncCall, _ chain: Node, _ file: FileContext
) throws(Refusal) -> Consequence {
  var consequence = Consequence()
  let name = try nameOfResponse(around: chain, file)
  let opening = call.responseLabel + " { \(name) in try await \(name).messages"
  consequence.edits = call.headEdits(closing: opening) ?? []
  let end = chain.range.upperBound
  consequence.edits.append(Edit(end..<end, " }"))
  consequence.lower(
    to: .review,
    because: "the code that reads the replies runs in a closure that may be sent to another task")
  return consequence
}

/// A name for the response that nothing in the function has.
private func nameOfResponse(around node: Node, _ file: FileContext) throws(Refusal) -> String {
  guard let name = file.freeName(["response", "replies", "stream"], around: node) else {
    throw Refusal(
      "rename one of 'response', 'replies' and 'stream', then run the fix again")
  }
  return name
}

/// Two more blanks for each line of the statements but the first.
private func indenting(from first: Node, to last: Node, _ file: FileContext) -> [Edit] {
  file.linesMoved(in: first.range.lowerBound..<last.range.upperBound, by: "  ")
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

private func isFunctionBoundary(_ node: Node) -> Bool {
  node.kind == .closure || node.kind == .functionDecl
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
