import MoultRewriting
import MoultSyntax

/// `send` or `receive` of an interceptor of grpc-swift 1, as a class overrides it.
struct OverrideOfParts {
  let function: FunctionDecl

  let side: SideOfInterceptors

  /// What has to hold for each part before anything else is done, and the error that ends the call where it does not.
  private(set) var checks: [(conditions: [Node], end: RefusedCall)] = []

  /// What is done behind that.
  private(set) var items: [Node] = []

  /// What it calls the part and the context; the promise stands between them where it sends.
  let part: String
  let context: String
  private let promise: String?

  /// Whether it is told of requests: a client's interceptor sends them, and a server's receives them.
  var isOfRequests: Bool { (promise != nil) == (side == .client) }

  init?(_ function: FunctionDecl, of side: SideOfInterceptors) {
    let names = function.parameters.map(\.name)
    let labels = function.parameters.map(\.label)
    guard let body = function.body, function.node.modifierNames.contains("override"),
      !function.node.isAsync, !function.node.isThrowing
    else { return nil }
    switch function.name {
    case "send" where labels == [nil, "promise", "context"]: promise = names[1]
    case "receive" where labels == [nil, "context"]: promise = nil
    default: return nil
    }
    (self.function, self.side) = (function, side)
    (part, context) = (names[0], names[names.count - 1])
    items = body.items.map(\.node)
    while let check = items.first.flatMap({ GuardStmt($0) }), let end = end(of: check),
      !check.conditions.contains(where: { $0.node.says(part) })
    {
      checks.append((check.conditions.map(\.node), end))
      items.removeFirst()
    }
  }

  /// What a `guard` ends the call with.
  func end(of check: GuardStmt) -> RefusedCall? {
    check.body.flatMap { end(by: $0.items.map(\.node), leaving: true) }
  }

  /// What statements that do nothing else end the call with.
  ///
  /// - Parameter isLeft: whether they have to leave the method.
  func end(by items: [Node], leaving isLeft: Bool) -> RefusedCall? {
    guard let first = items.first,
      items.dropFirst().allSatisfy({ ReturnStmt($0).map { $0.value == nil } == true }),
      !isLeft || items.count > 1 || first.kind == .returnStmt
    else { return nil }
    switch side {
    case .client:
      return error(caughtBy: first).map { RefusedCall(code: .kept($0.node), kept: [$0.node]) }
    case .server: return RefusedCall(status: first, sentThrough: context)
    }
  }

  /// What is handed on by `context.send(part, promise: promise)`, which is what the method of the base class does.
  func handedOn(by item: Node) -> Expr? {
    guard let call = CallExpr(ReturnStmt(item)?.value?.node ?? item), call.trailingClosures.isEmpty,
      case .member(let member)? = call.called, member.name == function.name,
      case let arguments = Array(call.arguments), arguments.first?.label == nil
    else { return nil }
    var others: [(String, String)] = promise.map { [("promise", $0)] } ?? []
    if member.base?.node.text == "super" {
      others.append(("context", context))
    } else if member.base?.node.text != context {
      return nil
    }
    let given = arguments.dropFirst().map { ($0.label ?? "", $0.expression?.node.text ?? "") }
    return given.count == others.count && zip(given, others).allSatisfy { $0 == $1 }
      ? arguments[0].expression : nil
  }

  /// Whether the statements of a `catch` do nothing but to end the call with `error`, or to cancel it for that.
  func givesUp(by items: [Node]) -> Bool {
    guard let last = items.last else { return false }
    if items.count == 1, case .name(let error)? = error(caughtBy: last) {
      return error.name == "error"
    }
    guard let promise, side == .client else { return false }
    return last.text == "\(context).cancel(promise: \(promise))"
      && items.dropLast().allSatisfy { $0.text == "\(promise)?.fail(error)" }
  }

  /// What `context.errorCaught(error)` ends the call with.
  func error(caughtBy item: Node) -> Expr? {
    guard let call = CallExpr(ReturnStmt(item)?.value?.node ?? item),
      case .member(let member)? = call.called, member.name == "errorCaught",
      member.base?.node.text == context
    else { return nil }
    return call.onlyArgument?.expression
  }
}

/// What ends a call before its time: an error, or the status that a server's interceptor sends.
struct RefusedCall {
  /// What is thrown.
  let code: Code

  /// The expressions of the source in it.
  let kept: [Node]
}

extension RefusedCall {
  /// Reads `context.send(.end(GRPCStatus(code: c, message: m), trailers), promise: nil)`.
  fileprivate init?(status item: Node, sentThrough context: String) {
    guard let call = CallExpr(ReturnStmt(item)?.value?.node ?? item), call.trailingClosures.isEmpty,
      case .member(let member)? = call.called, member.name == "send",
      member.base?.node.text == context, case let arguments = Array(call.arguments),
      arguments.map(\.label) == [nil, "promise"],
      arguments[1].expression?.node.kind == .nilLiteral,
      let end = CallExpr(of: arguments[0].expression?.node), end.called?.node.name == "end",
      case let given = end.arguments.map(\.node.argumentValue), given.count == 2,
      let status = CallExpr(given[0]), ["GRPCStatus", "init"].contains(status.called?.node.name),
      status.arguments.map(\.label) == ["code", "message"],
      case let values = status.arguments.map(\.node.argumentValue),
      [.stringLiteral, .nilLiteral].contains(values[1].kind)
        || CallExpr(values[1])?.called?.node.text == "String"
    else { return nil }
    let message = values[1].kind == .nilLiteral ? Code.emptyString : .kept(values[1])
    let isEmpty = ["[:]", ".init()", "HPACKHeaders()"].contains(given[1].text)
    // Others may be made of headers, which are something else then.
    guard isEmpty || given[1].kind == .dictionaryLiteral else { return nil }
    kept = [values[0], values[1]] + (isEmpty ? [] : [given[1]])
    let metadata = isEmpty ? [] : [CodeArgument("metadata", .kept(given[1]))]
    code = .call(
      .library("GRPCCore.RPCError"),
      [CodeArgument("code", .kept(values[0])), CodeArgument("message", message)] + metadata)
  }

  /// Throws it where something does not hold.
  func code(unless conditions: [Node]) -> Code {
    .form(.guarding(conditions.map { .kept($0) }, else: [.form(.thrown(code))]))
  }
}
