import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns the functions that an interceptor gave back into the handlers of `UnaryInterceptor` and `StreamInterceptor`.
///
/// A function that passes on what it gets goes: the protocols do that by themselves. What was returned is passed to `proceed`.
package func interceptorFunctions(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = typeDeclaration(conformingAt: match.node),
    declaration.kind == .structDecl || declaration.kind == .classDecl
  else { return nil }
  let functions = declaration.members.filter { member in
    member.kind == .functionDecl && member.parameters.isEmpty
      && ["unaryFunction", "streamFunction"].contains(member.name)
  }
  guard !functions.isEmpty else { return nil }
  do throws(Refusal) {
    var consequence = Consequence()
    var protocols: [String] = []
    for function in functions {
      let rewritten = try RewrittenFunction(function, file)
      consequence.edits += rewritten.edits
      if rewritten.hasHandlers {
        protocols.append(
          function.name == "unaryFunction" ? "UnaryInterceptor" : "StreamInterceptor")
      }
    }
    if protocols.isEmpty { protocols = ["UnaryInterceptor"] }
    consequence.edits.append(Edit(match.replaced, protocols.sorted(by: >).joined(separator: ", ")))
    if declaration.kind == .structDecl {
      var editor = file.editor
      guard makeClass(declaration, &editor) else {
        throw Refusal(
          "make it a 'final class' with an 'init' that sets its properties, then run the fix again")
      }
      consequence.merge(Consequence(editor))
    }
    return TransformOutcome(consequence, imports: ["Foundation"])
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

  /// What a handler passes on, as an argument of `proceed`.
  func passedOn(_ value: String) -> String {
    isResult ? "proceed(.success(\(value)))" : "proceed(\(value))"
  }

  func head(_ parameter: String, proceed: String, indentedBy indentation: String, _ access: String)
    -> String
  {
    let output = isResult ? "Result<\(type), ConnectError>" : type
    let label = proceed == "proceed" ? proceed : "proceed \(proceed)"
    return """
      @Sendable
      \(indentation)\(access)func \(handler)(
      \(indentation)  _ \(parameter): \(type),
      \(indentation)  \(label): @escaping @Sendable (\(output)) -> Void
      \(indentation)) 
      """
  }
}

/// What becomes of `unaryFunction()` or `streamFunction()`.
private struct RewrittenFunction {
  private(set) var edits: [Edit] = []
  private(set) var hasHandlers = false

  init(_ function: Node, _ file: FileContext) throws(Refusal) {
    let byHand = Refusal(
      "move the code of each function into the corresponding handler, such as 'handleUnaryRawRequest(_:proceed:)', and call 'proceed' there with what it returned"
    )
    guard let body = function.body, body.items.count == 1, var value = body.items.first else {
      throw byHand
    }
    if value.kind == .returnStmt, let subject = value.subject { value = subject }
    guard value.kind == .functionCall, let callee = value.callee,
      ["UnaryFunction", "StreamFunction", "init"].contains(callee.name)
    else { throw byHand }
    var slots: [(slot: Slot, closure: Node)] = []
    for argument in value.arguments {
      guard let slot = Slot.named(argument.argumentLabel, in: function.name),
        argument.argumentValue.kind == .closure
      else { throw byHand }
      slots.append((slot, argument.argumentValue))
    }
    guard value.trailingClosures.isEmpty else { throw byHand }
    var kept: [(slot: Slot, closure: Handler)] = []
    for (slot, closure) in slots {
      guard let handler = try Handler(closure, slot, file) else { continue }
      kept.append((slot, handler))
    }
    let indentation = file.indentation(of: function)
    let access = function.modifierNames.contains("public") ? "public " : ""
    guard let first = kept.first, let last = kept.last else {
      let cut = Self.lines(of: function, file)
      guard !file.tree.holdsComment(in: cut) else { throw byHand }
      edits = [Edit(cut, "")]
      return
    }
    hasHandlers = true
    // What stands between the closures goes, and the closures' bodies stay where they are.
    var cuts = [function.range.lowerBound..<first.closure.body.lowerBound]
    for (before, after) in zip(kept, kept.dropFirst()) {
      cuts.append(before.closure.body.upperBound..<after.closure.body.lowerBound)
    }
    let end = last.closure.body.upperBound..<function.range.upperBound
    guard !(cuts + [end]).contains(where: file.tree.holdsComment) else { throw byHand }
    for (place, cut) in cuts.enumerated() {
      let (slot, handler) = kept[place]
      let opening = place == 0 ? "" : "}\(file.lineEnding)\(file.lineEnding)\(indentation)"
      edits.append(
        Edit(
          cut,
          opening
            + slot.head(
              handler.parameter, proceed: handler.proceed, indentedBy: indentation, access
            ).replacing("\n", with: file.lineEnding) + "{"))
    }
    for (_, handler) in kept { edits += handler.edits }
    edits.append(Edit(end, "}"))
  }

  /// The function's lines, with one empty line next to them.
  private static func lines(of function: Node, _ file: FileContext) -> ByteRange {
    let bytes = file.source.bytes
    var start = function.range.lowerBound.index
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    var end = function.range.upperBound.index
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    if end < bytes.count { end += 1 }
    var above = start
    while above > 0,
      bytes[above - 1] == UInt8(ascii: "\n") || bytes[above - 1] == UInt8(ascii: "\r")
    {
      above -= 1
    }
    // One line break ends the line above.
    if above < start, above > 0 {
      while above < start, bytes[above] != UInt8(ascii: "\n") { above += 1 }
      start = above + 1
    }
    return ByteRange(indices: start..<end)
  }
}

/// A closure that does something, as the body of a handler.
private struct Handler {
  let parameter: String
  let proceed: String

  /// Between the parameters and the closing brace.
  let body: ByteRange
  private(set) var edits: [Edit] = []

  /// Nil for a closure that passes on what it gets.
  init?(_ closure: Node, _ slot: Slot, _ file: FileContext) throws(Refusal) {
    let names = closure.parameters.map(\.internalNameOfParameter)
    let text = closure.text.filter { !$0.isWhitespace }
    if ["{$0}", "{$1($0)}", "{$1(.success($0))}"].contains(text) { return nil }
    if let name = names.first, names.count == 1, text == "{\(name)in\(name)}" { return nil }
    if names.count == 2,
      [
        "{\(names[0]),\(names[1])in\(names[1])(\(names[0]))}",
        "{\(names[0]),\(names[1])in\(names[1])(.success(\(names[0])))}",
      ].contains(text)
    {
      return nil
    }
    guard names.count == 1 || names.count == 2, let signature = closure.child(.closureSignature),
      closure.captures.isEmpty, !names.contains("_")
    else {
      throw Refusal(
        "name the parameters of the closure of '\(slot.handler)' and remove its captures, then run the fix again"
      )
    }
    parameter = names[0]
    proceed = names.count == 2 ? names[1] : "proceed"
    body = signature.range.upperBound..<ByteOffset(closure.range.upperBound.index - 1)
    guard names.count == 1 else { return }
    if closure.items.count == 1, let only = closure.items.first, only.kind.isExpression {
      edits = Self.passing(only.range, slot)
      return
    }
    for place in Self.returns(in: closure) {
      guard let value = place.subject else { continue }
      let start = place.range.lowerBound
      // A handler returns nothing, which is what 'proceed' returns.
      let isLast = closure.items.last == place
      edits.append(
        Edit(
          start..<value.range.lowerBound,
          (isLast ? "" : "return ") + (slot.isResult ? "proceed(.success(" : "proceed(")))
      edits.append(
        Edit(value.range.upperBound..<value.range.upperBound, slot.isResult ? "))" : ")"))
    }
  }

  private static func passing(_ range: ByteRange, _ slot: Slot) -> [Edit] {
    [
      Edit(range.lowerBound..<range.lowerBound, slot.isResult ? "proceed(.success(" : "proceed("),
      Edit(range.upperBound..<range.upperBound, slot.isResult ? "))" : ")"),
    ]
  }

  /// The `return`s of the closure itself.
  private static func returns(in closure: Node) -> [Node] {
    var result: [Node] = []
    var open = closure.items
    while let node = open.popLast() {
      switch node.kind {
      case .closure, .functionDecl, .classDecl, .structDecl, .enumDecl: continue
      case .returnStmt: result.append(node)
      default: open += node.children
      }
    }
    return result
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
