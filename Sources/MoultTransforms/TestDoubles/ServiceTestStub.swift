package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `X_YServiceTestStub` into `X_YTestClient`.
package func serviceTestStub(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let stem = match.texts["stem"] else { return nil }
  guard match.node.parent?.kind != .inheritedType else {
    return .manual(
      "write a test double that conforms to '\(stem)ClientProtocol'; '\(stem)TestClient' is final, and fakes enqueued responses"
    )
  }
  return file.renaming(match.replaced, to: "\(stem)TestClient")
}

/// Turns the arrays of a stub into what is enqueued at a test client, and into what it tells of requests.
package func stubMember(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome? {
  guard let symbol = match.symbol, let stub = MemberAccess(match.node)?.base else { return nil }
  let member = StubMember(node: match.node, stub: stub, symbol: symbol, file: file)
  return TransformOutcome(Consequence(try member.rewritten()))
}

private struct StubMember {
  let node: Node
  let stub: Expr
  let symbol: Symbol
  let file: FileContext

  func rewritten() throws(Refusal) -> SyntaxEditor {
    for (suffix, rewrite) in [
      ("Responses", responses), ("Requests", requests), ("Calls", calls),
    ] where symbol.name.hasSuffix(suffix) {
      return try rewrite(String(symbol.name.dropLast(suffix.count)))
    }
    throw Refusal("enqueue responses on the '…TestClient'")
  }

  // MARK: Responses

  private func responses(_ method: String) throws(Refusal) -> SyntaxEditor {
    let name = "enqueue\(capitalized(method))Response"
    var editor = file.editor
    if let (call, response) = appended {
      editor.replace(call.node, with: enqueuing(.kept(response), by: name, method))
      return editor
    }
    guard let (statement, value) = assigned else {
      throw Refusal(
        "enqueue each response with '\(stub.node.text).\(name)(_:)'; 'has\(capitalized(method))ResponsesRemaining' tells whether any are left"
      )
    }
    guard case .array(let list) = value, !list.elements.isEmpty else {
      if case .array = value { throw Refusal("delete the statement; it enqueues nothing") }
      let each = ClosureCode([enqueuing(.word("$0"), by: name, method)])
      editor.replace(
        item: statement, with: [Code.kept(value).calling("forEach", with: each)])
      return editor
    }
    editor.replace(
      item: statement, with: list.elements.map { enqueuing(.kept($0), by: name, method) })
    return editor
  }

  /// `stub.enqueueMResponse(response)`, and the handler that keeps the requests where they are read.
  private func enqueuing(_ response: Code, by name: String, _ method: String) -> Code {
    let handlers = uses(of: method + "Requests").isEmpty ? [] : [recorder(of: method)]
    return .call(Code.kept(stub).member(name), [.plain(response)], trailing: handlers)
  }

  /// `stub.mResponses.append(r)`, as a statement of its own.
  private var appended: (call: CallExpr, value: Expr)? {
    guard let member = MemberAccess(of: node.parent), member.name == "append",
      let call = member.call, let argument = call.onlyArgument, argument.label == nil,
      let value = argument.expression, call.node.parent?.kind.holdsStatements == true
    else { return nil }
    return (call, value)
  }

  /// `stub.mResponses = list` or `+= list`, as a statement of its own.
  private var assigned: (statement: Node, value: Expr)? {
    guard let statement = node.parent, statement.parent?.kind.holdsStatements == true else {
      return nil
    }
    if let assignment = AssignmentExpr(statement), assignment.target?.node == node {
      return assignment.value.map { (statement, $0) }
    }
    guard let sum = InfixExpr(statement), sum.name == "+=", sum.left?.node == node else {
      return nil
    }
    return sum.right.map { (statement, $0) }
  }

  // MARK: Requests

  private var localStub: Symbol? {
    guard case .name(let name) = stub, let symbol = file.semantics.symbol(of: name.node),
      symbol.kind == .local
    else { return nil }
    return symbol
  }

  private func uses(of name: String) -> [MemberAccess] {
    guard let localStub else { return [] }
    return file.semantics.references(to: localStub).compactMap { use in
      guard let member = MemberAccess(on: use), member.name == name else { return nil }
      return member
    }
  }

  /// Returns the handler that keeps the message of each request.
  private func recorder(of method: String) -> ClosureCode {
    ClosureCode([
      .quoted("if case .message(let request) = $0 { \(method)Requests.append(request) }")
    ])
  }

  /// Requests are kept in a variable that the handlers of the responses fill.
  private func requests(_ method: String) throws(Refusal) -> SyntaxEditor {
    let step = Refusal(
      "store the requests in a variable that the handler of 'enqueue\(capitalized(method))Response(_:_:)' appends to, '{ if case .message(let request) = $0 { \(method)Requests.append(request) } }'"
    )
    guard let localStub,
      let declaration = localStub.declaration.flatMap({ VariableDecl(binding: $0) }),
      declaration.node.parent?.kind.holdsStatements == true,
      AssignmentExpr(of: node.parent)?.target?.node != node,
      case .nominal(_, let arguments) = symbol.type, let request = arguments.first,
      !(uses(of: method + "Responses") + uses(of: method + "Calls")).isEmpty
    else { throw step }
    let name = method + "Requests"
    let isTaken = file.function(around: node).descendants().contains {
      $0.kind == .identifierPattern && $0.name == name
    }
    guard !isTaken else { throw step }
    var editor = file.editor
    editor.replace(node, with: .word(name))
    let list = Code.array([.type(request)])
    editor.insert(
      [.variable(.var, name, type: list, value: .array([]))], before: declaration.node)
    return editor
  }

  // MARK: Calls

  private func calls(_ method: String) throws(Refusal) -> SyntaxEditor {
    guard let (append, value) = appended, case .name(let name) = value,
      let double = file.semantics.symbol(of: name.node), let call = CallDouble(double, file),
      call.uses.allSatisfy({ $0 == name.node || call.explains($0) })
    else {
      throw Refusal(
        "enqueue the responses of the call's test double: 'enqueue\(capitalized(method))Response(_:)' for one response, 'enqueue\(capitalized(method))Responses(_:)' for streamed ones; 'make\(capitalized(method))ResponseStream()' can make a call fail"
      )
    }
    let (ending, given) = call.responses
    guard let given else {
      throw Refusal(
        "enqueue the response of '\(method)' with 'enqueue\(capitalized(method))Response(_:)'")
    }
    var editor = file.editor
    editor.replace(
      append.node,
      with: enqueuing(.kept(given), by: "enqueue\(capitalized(method))\(ending)", method))
    for statement in call.statements { editor.remove(item: statement) }
    return editor
  }

  private func capitalized(_ method: String) -> String {
    guard let first = method.first else { return method }
    return first.uppercased() + method.dropFirst()
  }
}

/// The double of a call: no finding where the stub that it is given to says all.
package func callTestStub(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  // The type is found where one is made.
  if match.symbol?.kind == .initializer { return nil }
  if isEnqueuedDouble(match.node, file) { return nil }
  return .manual()
}
