import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns the functions that an interceptor gave back into the handlers of `UnaryInterceptor` and `StreamInterceptor`.
///
/// A function that passes on what it gets goes: the protocols do that by themselves. What was returned is passed to `proceed`.
package func interceptorFunctions(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = typeDeclaration(conformingAt: match.node),
    declaration.kind == .structDecl || declaration.kind == .classDecl
  else { return nil }
  let functions = declaration.members.compactMap { FunctionDecl($0) }.filter { function in
    function.parameters.isEmpty && ["unaryFunction", "streamFunction"].contains(function.name)
  }
  guard !functions.isEmpty else { return nil }
  var editor = file.editor
  do throws(Refusal) {
    var protocols: [String] = []
    for function in functions {
      let handlers = try handlers(of: function, &editor, file)
      if handlers.isEmpty {
        guard file.tree.commentRanges(in: function.node.range).isEmpty else {
          throw Refusal(
            "move the comments out of '\(function.name)', which goes, then run the fix again")
        }
        editor.remove(item: function.node)
      } else {
        editor.replace(member: function.node, with: handlers)
        protocols.append(
          function.name == "unaryFunction" ? "UnaryInterceptor" : "StreamInterceptor")
      }
    }
    if protocols.isEmpty { protocols = ["UnaryInterceptor"] }
    editor.replace(element: match.node, with: protocols.sorted(by: >).map { .word($0) })
    if declaration.kind == .structDecl, !makeClass(declaration, &editor) {
      throw Refusal(
        "make it a 'final class' with an 'init' that sets its properties, then run the fix again")
    }
    return TransformOutcome(Consequence(editor), imports: ["Foundation"])
  } catch {
    return .manual(error.nextStep)
  }
}

/// One slot of `UnaryFunction` or `StreamFunction`, and the handler that has its place.
private struct Slot {
  let handler: String
  let parameter: String
  let type: String

  /// Whether what is passed on can be a failure.
  let isResult: Bool

  private static let unary: [String: Slot] = [
    "requestFunction": Slot(
      handler: "handleUnaryRawRequest", parameter: "request", type: "HTTPRequest<Data?>",
      isResult: true),
    "responseFunction": Slot(
      handler: "handleUnaryRawResponse", parameter: "response", type: "HTTPResponse",
      isResult: false),
    "responseMetricsFunction": Slot(
      handler: "handleResponseMetrics", parameter: "metrics", type: "HTTPMetrics", isResult: false),
  ]

  private static let streaming: [String: Slot] = [
    "requestFunction": Slot(
      handler: "handleStreamStart", parameter: "request", type: "HTTPRequest<Void>", isResult: true),
    "requestDataFunction": Slot(
      handler: "handleStreamRawInput", parameter: "input", type: "Data", isResult: false),
    "streamResultFunc": result,
    "streamResultFunction": result,
  ]

  private static let result = Slot(
    handler: "handleStreamRawResult", parameter: "result", type: "StreamResult<Data>",
    isResult: false)

  static func named(_ label: String?, in function: String) -> Slot? {
    (function == "unaryFunction" ? unary : streaming)[label ?? ""]
  }

  /// What a function of 0.8 returned, as a handler passes it on.
  func passedOn(_ value: Expr) -> Code {
    let kept = Code.kept(value)
    let passed = isResult ? Code.call(.member(nil, "success"), [.plain(kept)]) : kept
    return .call("proceed", [.plain(passed)])
  }

  /// The handler that does what a closure did.
  func handler(_ closure: ClosureExpr, isPublic: Bool) -> Code {
    let names = closure.parameters.map(\.name)
    let output: Code =
      isResult ? .generic("Result", [.word(type), .word("ConnectError")]) : .word(type)
    let proceed = Code.form(
      .attributed(["@escaping", "@Sendable"], .functionType([output], .word("Void"))))
    return .function(
      FunctionCode(
        attributes: ["@Sendable"], modifiers: isPublic ? ["public"] : [], .function(handler),
        [
          ParameterCode(nil, names[0], .word(type)),
          ParameterCode("proceed", names.count > 1 ? names[1] : "proceed", proceed),
        ], Code.kept(items: closure.items.map(\.node))))
  }
}

/// The handlers that `unaryFunction()` or `streamFunction()` becomes; none where all of its closures pass on what they get.
private func handlers(
  of function: FunctionDecl, _ editor: inout SyntaxEditor, _ file: FileContext
) throws(Refusal) -> [Code] {
  let byHand = Refusal(
    "move the code of each function into the corresponding handler, such as 'handleUnaryRawRequest(_:proceed:)', and call 'proceed' there with what it returned"
  )
  guard case .call(let made)? = valueReturned(by: function), let called = made.called,
    ["UnaryFunction", "StreamFunction", "init"].contains(called.node.name),
    made.trailingClosures.isEmpty
  else { throw byHand }
  var handlers: [Code] = []
  for argument in made.arguments {
    guard let slot = Slot.named(argument.label, in: function.name),
      case .closure(let closure)? = argument.expression
    else { throw byHand }
    if passesOn(closure) { continue }
    copyRequests(in: closure, &editor, file)
    try rewriteReturns(of: closure, slot, &editor)
    handlers.append(slot.handler(closure, isPublic: function.modifiers.contains("public")))
  }
  return handlers
}

/// The only thing that a function does, as a value.
private func valueReturned(by function: FunctionDecl) -> Expr? {
  switch function.body?.items.only {
  case .expression(let value): value
  case .statement(.returning(let statement)): statement.value
  default: nil
  }
}

/// Whether a closure does nothing but give on what it gets.
private func passesOn(_ closure: ClosureExpr) -> Bool {
  guard closure.captures.isEmpty, case .expression(let value)? = closure.items.only else {
    return false
  }
  let names = closure.signature == nil ? ["$0", "$1"] : closure.parameters.map(\.name)
  func isNamed(_ expression: Expr?, _ position: Int) -> Bool {
    guard case .name(let name)? = expression, position < names.count else { return false }
    return name.name == names[position]
  }
  guard case .call(let call) = value else {
    return isNamed(value, 0) && (closure.signature == nil || names.count == 1)
  }
  guard isNamed(call.called, 1), let given = call.onlyArgument?.expression else { return false }
  if case .call(let success) = given, case .member(let member)? = success.called,
    member.base == nil, member.name == "success"
  {
    return isNamed(success.onlyArgument?.expression, 0)
  }
  return isNamed(given, 0)
}

/// Passes on what a closure of 0.8 returned.
///
/// - Throws: a `Refusal` where the closure does not say what its parameters are called.
private func rewriteReturns(
  of closure: ClosureExpr, _ slot: Slot, _ editor: inout SyntaxEditor
) throws(Refusal) {
  let names = closure.parameters.map(\.name)
  guard names.count == 1 || names.count == 2, closure.captures.isEmpty, !names.contains("_") else {
    throw Refusal(
      "name the parameters of the closure of '\(slot.handler)' and remove its captures, then run the fix again"
    )
  }
  guard names.count == 1 else { return }
  if case .expression(let only)? = closure.items.only {
    return editor.replace(item: only.node, with: [slot.passedOn(only)])
  }
  for node in closure.node.ownDescendants {
    guard let statement = ReturnStmt(node), let value = statement.value else { continue }
    // A handler returns nothing, which is what 'proceed' returns.
    let passed = slot.passedOn(value)
    let isLast = closure.items.last?.node == node
    editor.replace(item: node, with: [isLast ? passed : .returned(passed)])
  }
}

/// Makes copies of requests as of 0.10: they stand on lines that move with the closure.
private func copyRequests(
  in closure: ClosureExpr, _ editor: inout SyntaxEditor, _ file: FileContext
) {
  for node in closure.node.descendants() {
    guard let call = CallExpr(node), call.argument(labeled: "contentType") != nil,
      file.semantics.symbol(of: node)?.parent?.qualifiedName == "Connect.HTTPRequest",
      let copied = copiedRequest(call)
    else { continue }
    editor.replace(node, with: copied)
  }
}

/// Leaves a function of an interceptor to a person, where it stands outside the interceptor that gives it back.
package func functionOutsideInterceptor(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let owner = match.node.ancestors.first { $0.kind == .functionDecl }
  if let owner, ["unaryFunction", "streamFunction"].contains(owner.name), owner.parameters.isEmpty,
    owner.parent?.kind == .memberBlock
  {
    return nil
  }
  return .manual()
}
