package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns the functions that an interceptor gave back into the handlers of `UnaryInterceptor` and `StreamInterceptor`.
///
/// A function that passes on what it gets goes: the protocols do that by themselves. What was returned is passed to `proceed`.
package func interceptorFunctions(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let declaration = typeDeclaration(conformingAt: match.node),
    declaration.kind == .structDecl || declaration.kind == .classDecl
  else { return nil }
  let functions = declaration.members.compactMap { FunctionDecl($0) }.filter { function in
    function.parameters.isEmpty && ["unaryFunction", "streamFunction"].contains(function.name)
  }
  guard !functions.isEmpty else { return nil }
  var editor = file.editor
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
        function.name == "unaryFunction"
          ? "Connect.UnaryInterceptor" : "Connect.StreamInterceptor")
    }
  }
  if protocols.isEmpty { protocols = ["Connect.UnaryInterceptor"] }
  editor.replace(element: match.node, with: protocols.sorted(by: >).map { .library($0) })
  if declaration.kind == .structDecl, !makeClass(declaration, &editor, file) {
    throw Refusal(
      "make it a 'final class' with an 'init' that sets its properties, then run the fix again")
  }
  return TransformOutcome(editor, imports: ["Foundation"])
}

/// One slot of `UnaryFunction` or `StreamFunction`, and the handler that has its place.
private struct Slot {
  let handler: String
  let parameter: String

  /// With its module.
  let type: String

  /// Whether what is passed on can be a failure.
  let isResult: Bool

  private static let unary: [String: Slot] = [
    "requestFunction": Slot(
      handler: "handleUnaryRawRequest", parameter: "request", type: "Connect.HTTPRequest<Data?>",
      isResult: true),
    "responseFunction": Slot(
      handler: "handleUnaryRawResponse", parameter: "response", type: "Connect.HTTPResponse",
      isResult: false),
    "responseMetricsFunction": Slot(
      handler: "handleResponseMetrics", parameter: "metrics", type: "Connect.HTTPMetrics",
      isResult: false),
  ]

  private static let streaming: [String: Slot] = [
    "requestFunction": Slot(
      handler: "handleStreamStart", parameter: "request", type: "Connect.HTTPRequest<Void>",
      isResult: true),
    "requestDataFunction": Slot(
      handler: "handleStreamRawInput", parameter: "input", type: "Foundation.Data", isResult: false),
    "streamResultFunc": result,
    "streamResultFunction": result,
  ]

  private static let result = Slot(
    handler: "handleStreamRawResult", parameter: "result", type: "Connect.StreamResult<Data>",
    isResult: false)

  static func named(_ label: String?, in function: String) -> Slot? {
    (function == "unaryFunction" ? unary : streaming)[label ?? ""]
  }

  /// Whether it is about a request that starts a stream: there is no message yet.
  var carriesNothing: Bool { type == "Connect.HTTPRequest<Void>" }

  /// What a function of 0.8 returned, as a handler passes it on.
  func passedOn(_ value: Code) -> Code {
    let passed = isResult ? Code.call(.member(nil, "success"), [.plain(value)]) : value
    return .call("proceed", [.plain(passed)])
  }

  /// The handler that does what a closure did.
  ///
  /// - Parameter names: of what it gets, and of what passes it on.
  func handler(_ names: [String], isPublic: Bool, _ items: [Code]) -> Code {
    let input = Code.library(type)
    let output: Code =
      isResult
      ? .generic(.library("Swift.Result"), [input, .library("Connect.ConnectError")]) : input
    let names = names.count > 1 ? [names[0], "proceed \(names[1])"] : [names[0], "proceed"]
    return .quoted(
      "@Sendable \(isPublic ? "public " : "")func \(handler)(_ \(names[0]): \(input), "
        + "\(names[1]): @escaping @Sendable (\(output)) -> Void) { \(items) }"
    )
  }
}

private let byHand = Refusal(
  "move the code of each function into the corresponding handler, such as 'handleUnaryRawRequest(_:proceed:)', and call 'proceed' there with what it returned"
)

/// The handlers that `unaryFunction()` or `streamFunction()` becomes.
///
/// - Returns: none where all that it gives back passes on what it gets, and where it is never called.
private func handlers(
  of function: FunctionDecl, _ editor: inout SyntaxEditor, _ file: FileContext
) throws(Refusal) -> [Code] {
  guard case .call(let made)? = Expr(of: function.body?.node.onlyValue), let called = made.called
  else {
    throw byHand
  }
  // A protocol that the class does not have is not asked.
  if case .name(let name) = called, ["fatalError", "preconditionFailure"].contains(name.name) {
    return []
  }
  guard ["UnaryFunction", "StreamFunction", "init"].contains(called.node.name) else { throw byHand }
  var parts = made.arguments.map { ($0.label, $0.expression) }
  for trailing in made.trailingClosures {
    parts.append((trailing.label ?? "requestFunction", trailing.closure.map(Expr.closure)))
  }
  let isPublic = function.modifiers.contains("public")
  var handlers: [Code] = []
  for (index, (label, expression)) in parts.enumerated() {
    guard let slot = Slot.named(label, in: function.name) else { throw byHand }
    switch expression {
    case .closure(let closure)?:
      if passesOn(closure) {
        let before = index == 0 ? called.node : parts[index - 1].1?.node ?? called.node
        let next = index + 1 < parts.count ? parts[index + 1].1?.node.range.lowerBound : nil
        guard
          !hasComments(
            around: closure.node, behind: before, upTo: next ?? made.range.upperBound, file)
        else {
          throw Refusal(
            "move the comments of '\(label ?? slot.handler)' elsewhere, as it goes, then run the fix again"
          )
        }
        continue
      }
      if slot.carriesNothing { try sharedRequests(in: closure.node, &editor, file) }
      let names = try names(in: closure, slot, &editor, file)
      copyRequests(in: closure, names, slot, &editor, file)
      rewriteReturns(of: closure, names, slot, &editor)
      handlers.append(
        slot.handler(names, isPublic: isPublic, Code.kept(items: closure.items.map(\.node))))
    case .name?, .member?:
      guard let expression, let function = file.semantics.symbol(of: expression.node),
        function.kind == .function, let call = calling(function, expression, slot)
      else { throw byHand }
      if slot.carriesNothing { try sharedRequests(in: expression.node, &editor, file) }
      handlers.append(slot.handler([slot.parameter], isPublic: isPublic, [call]))
    default: throw byHand
    }
  }
  return handlers
}

/// Whether a comment stands in an argument, on the lines above it, or behind it on its last line.
///
/// - Parameters:
///   - before: the argument before it, whose own comment is behind that on its line.
///   - next: where the one behind it begins, or the call ends.
private func hasComments(
  around argument: Node, behind before: Node, upTo next: ByteOffset, _ file: FileContext
) -> Bool {
  file.tree.commentRanges(in: before.range.upperBound..<next).contains { comment in
    let startsLine = file.layout.startsLine(comment.lowerBound)
    if comment.lowerBound < argument.range.lowerBound { return startsLine }
    return comment.lowerBound < argument.range.upperBound || !startsLine
  }
}

/// What a function that stands for a closure is called with: its value goes on, or it passes on what it makes by itself.
private func calling(_ function: Symbol, _ expression: Expr, _ slot: Slot) -> Code? {
  let input = Code.word(slot.parameter)
  let labels = function.parameters.map(\.label)
  switch labels.count {
  case 1:
    return slot.passedOn(.call(.kept(expression), [CodeArgument(labels[0], input)]))
  case 2:
    return .call(
      .kept(expression),
      [CodeArgument(labels[0], input), CodeArgument(labels[1], .word("proceed"))])
  default: return nil
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

/// What the arguments of a closure are called; those without a name get one.
private func names(
  in closure: ClosureExpr, _ slot: Slot, _ editor: inout SyntaxEditor, _ file: FileContext
) throws(Refusal) -> [String] {
  let advice = Refusal(
    "name the parameters of the closure of '\(slot.handler)' and remove its captures, then run the fix again"
  )
  guard closure.captures.isEmpty else { throw advice }
  var names = closure.parameters.map(\.name)
  guard let free = file.tree.freeName([slot.parameter, "received", "value"], around: closure.node)
  else { throw advice }
  guard closure.signature == nil else {
    guard names.count == 1 || names.last != "_", names.count == 1 || names.count == 2 else {
      throw advice
    }
    if names[0] == "_" { names[0] = free }
    return names
  }
  let uses = closure.node.descendants.filter { node in
    node.kind == .declReference && ["$0", "$1"].contains(node.name)
      && node.ancestors.first { $0.kind == .closure } == closure.node
  }
  names = uses.contains { $0.name == "$1" } ? [free, "proceed"] : [free]
  for use in uses { editor.rename(use, to: use.name == "$0" ? free : "proceed") }
  return names
}

/// Passes on what a closure of 0.8 returned.
private func rewriteReturns(
  of closure: ClosureExpr, _ names: [String], _ slot: Slot, _ editor: inout SyntaxEditor
) {
  guard names.count == 1 else { return }
  if case .expression(let only)? = closure.items.only {
    return editor.replace(item: only.node, with: [slot.passedOn(.kept(only))])
  }
  for node in closure.node.ownDescendants {
    guard let statement = ReturnStmt(node), let value = statement.value else { continue }
    // A handler returns nothing, which is what 'proceed' returns.
    let passed = slot.passedOn(.kept(value))
    let isLast = closure.items.last?.node == node
    editor.replace(item: node, with: [isLast ? passed : .returned(passed)])
  }
}

/// Makes copies of requests as of 0.10: they stand on lines that move with the closure.
private func copyRequests(
  in closure: ClosureExpr, _ names: [String], _ slot: Slot, _ editor: inout SyntaxEditor,
  _ file: FileContext
) {
  for node in closure.node.descendants() {
    guard let call = CallExpr(node), call.argument(labeled: "contentType") != nil,
      file.semantics.symbol(of: node)?.parent?.qualifiedName == "Connect.HTTPRequest",
      let copied = copiedRequest(
        call, called: ["$0": names[0]], message: slot.carriesNothing ? .word("()") : nil)
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
