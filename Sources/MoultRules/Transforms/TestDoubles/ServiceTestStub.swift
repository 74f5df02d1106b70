import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `X_YServiceTestStub` into `X_YTestClient`.
func serviceTestStub(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let stem = match.texts["stem"] else { return nil }
  guard match.node.parent?.kind != .inheritedType else {
    return .manual(
      "write a test double that conforms to '\(stem)ClientProtocol'; '\(stem)TestClient' is final, and fakes enqueued responses"
    )
  }
  var consequence = Consequence()
  consequence.edits.append(Edit(match.replaced, stem + "TestClient"))
  return TransformOutcome(consequence)
}

/// Turns the arrays of a stub into what is enqueued at a test client, and into what it tells of requests.
func stubMember(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol, let stub = match.node.base else { return nil }
  do throws(Refusal) {
    let member = StubMember(node: match.node, stub: stub, symbol: symbol, file: file)
    return TransformOutcome(try member.rewritten())
  } catch {
    return .manual(error.nextStep)
  }
}

private struct StubMember {
  let node: Node
  let stub: Node
  let symbol: Symbol
  let file: FileContext

  func rewritten() throws(Refusal) -> Consequence {
    for (suffix, rewrite) in [
      ("Responses", responses), ("Requests", requests), ("Calls", calls),
    ] where symbol.name.hasSuffix(suffix) {
      return try rewrite(String(symbol.name.dropLast(suffix.count)))
    }
    throw Refusal("enqueue responses on the '…TestClient'")
  }

  // MARK: Responses

  private func responses(_ method: String) throws(Refusal) -> Consequence {
    let enqueue = "enqueue\(capitalized(method))Response"
    let handler = requestsAreRead(of: method) ? recorder(of: method) : ""
    var consequence = Consequence()
    if let call = appendCall, let value = call.arguments.first {
      consequence.edits.append(
        Edit(
          node.mainToken.range.lowerBound..<value.range.lowerBound, "\(enqueue)("))
      if !handler.isEmpty {
        let end = call.range.upperBound
        consequence.edits.append(Edit(end..<end, handler))
      }
      return consequence
    }
    guard let (statement, value) = assigned else {
      throw Refusal(
        "enqueue each response with '\(stub.text).\(enqueue)(_:)'; 'has\(capitalized(method))ResponsesRemaining' tells whether any are left"
      )
    }
    let base = file.source.text(stub.range)
    guard value.kind == .arrayLiteral, !value.children.isEmpty else {
      if value.kind == .arrayLiteral { throw Refusal("delete the statement; it enqueues nothing") }
      let (start, end) = (statement.range.lowerBound, statement.range.upperBound)
      let item = handler.isEmpty ? "" : handler
      consequence.edits = [
        Edit(start..<value.range.lowerBound, ""),
        Edit(value.range.upperBound..<end, ".forEach { \(base).\(enqueue)($0)\(item) }"),
      ]
      return consequence
    }
    guard !file.tree.holdsComment(in: statement.range) else {
      throw Refusal("move the comment in the list, then run the fix again")
    }
    var start = statement.range.lowerBound
    for (position, element) in value.children.enumerated() {
      let gap = position == 0 ? "" : ")\(handler)\(file.lineBreak(before: statement))"
      consequence.edits.append(
        Edit(start..<element.range.lowerBound, "\(gap)\(base).\(enqueue)("))
      start = element.range.upperBound
    }
    consequence.edits.append(Edit(start..<statement.range.upperBound, ")\(handler)"))
    return consequence
  }

  /// `stub.mResponses.append(r)`, as a statement of its own.
  private var appendCall: Node? {
    guard let member = node.parent, member.kind == .memberAccess, member.name == "append",
      let call = member.parent, call.kind == .functionCall, call.callee == member,
      call.arguments.count == 1, call.arguments[0].argumentLabel == nil,
      call.parent?.isBlockOfStatements == true
    else { return nil }
    return call
  }

  /// `stub.mResponses = list` or `+= list`, as a statement of its own.
  private var assigned: (statement: Node, value: Node)? {
    guard let statement = node.parent, statement.leftOperand == node,
      statement.parent?.isBlockOfStatements == true, let value = statement.rightOperand,
      statement.kind == .assignment
        || statement.kind == .binaryOperator && file.source.text(statement.mainToken.range) == "+="
    else { return nil }
    return (statement, value)
  }

  // MARK: Requests

  private var localStub: Symbol? {
    guard stub.kind == .declReference, let symbol = file.semantics.symbol(of: stub),
      symbol.kind == .local
    else { return nil }
    return symbol
  }

  private func uses(of name: String) -> [Node] {
    guard let localStub else { return [] }
    return file.semantics.references(to: localStub).compactMap { use in
      guard let member = use.parent, member.kind == .memberAccess, member.base == use,
        member.name == name
      else { return nil }
      return member
    }
  }

  private func requestsAreRead(of method: String) -> Bool {
    !uses(of: method + "Requests").isEmpty
  }

  private func recorder(of method: String) -> String {
    " { if case .message(let request) = $0 { \(method)Requests.append(request) } }"
  }

  /// Requests are kept in a variable that the handlers of the responses fill.
  private func requests(_ method: String) throws(Refusal) -> Consequence {
    let step = Refusal(
      "store the requests in a variable that the handler of 'enqueue\(capitalized(method))Response(_:_:)' appends to, '{ if case .message(let request) = $0 { \(method)Requests.append(request) } }'"
    )
    guard let localStub,
      let binding = localStub.declaration?.ancestors
        .first(where: { $0.kind == .variableDecl }), binding.parent?.isBlockOfStatements == true,
      node.parent?.kind != .assignment || node.parent?.leftOperand != node,
      case .nominal(_, let arguments) = symbol.type, let request = arguments.first,
      !(uses(of: method + "Responses") + uses(of: method + "Calls")).isEmpty
    else { throw step }
    let name = method + "Requests"
    let isTaken = file.function(around: node).descendants().contains {
      $0.kind == .identifierPattern && $0.name == name
    }
    guard !isTaken else { throw step }
    var consequence = Consequence()
    consequence.edits.append(
      Edit(stub.range.lowerBound..<node.range.upperBound, name))
    let start = binding.range.lowerBound
    consequence.edits.append(
      Edit(
        start..<start,
        "var \(name): [\(describe(request))] = []" + file.lineBreak(before: binding)))
    return consequence
  }

  // MARK: Calls

  private func calls(_ method: String) throws(Refusal) -> Consequence {
    guard let append = appendCall, let value = append.arguments.first?.argumentValue,
      value.kind == .declReference, let double = file.semantics.symbol(of: value),
      let call = CallDouble(double, file),
      call.uses.allSatisfy({ $0 == value || call.explains($0) })
    else {
      throw Refusal(
        "enqueue the responses of the call's test double: 'enqueue\(capitalized(method))Response(_:)' for one response, 'enqueue\(capitalized(method))Responses(_:)' for streamed ones; 'make\(capitalized(method))ResponseStream()' can make a call fail"
      )
    }
    let (label, given) = call.responses
    guard let given else {
      throw Refusal(
        "enqueue the response of '\(method)' with 'enqueue\(capitalized(method))Response(_:)'")
    }
    var consequence = Consequence()
    let end = append.range.upperBound
    consequence.edits.append(
      Edit(
        node.mainToken.range.lowerBound..<end,
        "enqueue\(capitalized(method))\(label)(\(given))"
          + (requestsAreRead(of: method) ? recorder(of: method) : "")))
    for statement in call.statements { consequence.delete(file.lines(of: statement)) }
    return consequence
  }

  private func capitalized(_ method: String) -> String {
    guard let first = method.first else { return method }
    return first.uppercased() + method.dropFirst()
  }
}

/// The double of a streaming call, as a test sets it up in a local.
struct CallDouble {
  let uses: [Node]

  /// The declaration of the local and the statements that fill it.
  private(set) var statements: [Node] = []
  private var outputs: String?
  private var output: String?
  private let file: FileContext

  /// Returns nil if the symbol is no local that is made of a generated double.
  init?(_ local: Symbol, _ file: FileContext) {
    guard local.kind == .local, let type = local.type.nominalSymbol, type.isGenerated,
      type.name.hasSuffix("CallTestStub"),
      let declaration = local.declaration?.ancestors.first(where: { $0.kind == .variableDecl }),
      declaration.bindings.count == 1, let made = declaration.bindings[0].initialValue,
      made.kind == .functionCall, made.arguments.isEmpty,
      declaration.parent?.isBlockOfStatements == true
    else { return nil }
    self.file = file
    statements = [declaration]
    uses = file.semantics.references(to: local).filter { $0.kind == .declReference }
    for use in uses {
      guard let (statement, name, value) = Self.filling(use) else { continue }
      if name == "outputs", outputs == nil { outputs = file.source.text(value.range) }
      if name == "output", output == nil { output = file.source.text(value.range) }
      statements.append(statement)
    }
  }

  /// The enqueuing method's ending, and its argument.
  var responses: (label: String, value: String?) {
    if let output { return ("Response", output) }
    return ("Responses", outputs)
  }

  /// Whether the use fills the double, once, with responses.
  func explains(_ use: Node) -> Bool { Self.filling(use) != nil && statements.count == 2 }

  /// `call.outputs = list`, `call.output = response`.
  private static func filling(_ use: Node) -> (statement: Node, name: String, value: Node)? {
    guard let member = use.parent, member.kind == .memberAccess, member.base == use,
      member.name == "outputs" || member.name == "output", let statement = member.parent,
      statement.kind == .assignment, statement.leftOperand == member,
      statement.parent?.isBlockOfStatements == true, let value = statement.rightOperand
    else { return nil }
    return (statement, member.name, value)
  }

  /// Whether all uses are taken care of where the double is given to the stub.
  var isEnqueued: Bool {
    uses.contains { use in
      guard let argument = use.parent, argument.kind == .argument,
        let call = argument.ancestors.first(where: { $0.kind == .functionCall }),
        let append = call.callee, append.name == "append", let calls = append.base,
        calls.kind == .memberAccess, calls.name.hasSuffix("Calls")
      else { return false }
      return uses.allSatisfy { $0 == use || explains($0) } && responses.value != nil
    }
  }
}

/// Whether a use of a call's double, or of its type, is rewritten where the double is given to the stub.
func isEnqueuedDouble(_ node: Node, _ file: FileContext) -> Bool {
  for ancestor in [node] + Array(node.ancestors.prefix(6)) {
    if ancestor.kind == .memberAccess, let base = ancestor.base, base.kind == .declReference,
      let local = file.semantics.symbol(of: base), let double = CallDouble(local, file)
    {
      return double.isEnqueued
    }
    if ancestor.kind == .patternBinding, let pattern = ancestor.child(.identifierPattern),
      let local = file.semantics.symbol(of: pattern), let double = CallDouble(local, file)
    {
      return double.isEnqueued
    }
  }
  return false
}

/// The double of a call: no finding where the stub that it is given to says all.
func callTestStub(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  // The type is found where one is made.
  if match.symbol?.kind == .initializer { return nil }
  if isEnqueuedDouble(match.node, file) { return nil }
  return .manual()
}
