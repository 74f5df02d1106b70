import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns the handler of a Kitura route into one of Hummingbird 2, with a placeholder for what it cannot know.
///
/// `response.send(data:)` becomes the `Response` that is returned, `next()` goes, a bare `return` becomes an
/// error, and what was read into a variable is collected. A handler that is no closure is left to a person.
func kituraRoute(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  let closures =
    call.trailingClosures.map(\.closure)
    + call.arguments.map(\.argumentValue).filter { $0.kind == .closure }
  guard let closure = closures.first, closures.count == 1 else {
    return .manual(
      "write a handler that takes the request and a context and returns a 'Response', and pass it to Hummingbird's or Vapor's router"
    )
  }
  // A handler of two parameters is the successor's already.
  guard let rewriting = HandlerRewriting(closure, file) else { return nil }
  return TransformOutcome(rewriting.consequence, imports: ["Hummingbird"])
}

private struct HandlerRewriting {
  private let file: FileContext
  private let request: String
  private let response: String
  private let next: String
  private(set) var consequence = Consequence()

  init?(_ closure: Node, _ file: FileContext) {
    guard let signature = closure.signature else { return nil }
    let parameters = signature.descendants().filter { $0.kind == .closureParameter }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard parameters.count == 3 else { return nil }
    self.file = file
    request = parameters[0].name
    response = parameters[1].name
    next = parameters[2].name
    let rest = parameters[1].range.lowerBound..<parameters[2].range.upperBound
    consequence.edits.append(Edit(rest, "context"))
    rewriteBlock(closure)
    rewriteReads(in: closure)
    endClosure(closure)
  }

  /// Statements of one block; blocks inside are their own.
  private mutating func rewriteBlock(_ block: Node) {
    var answered = false
    for item in block.items {
      if let answer = answer(item) {
        consequence.edits += answer
        answered = true
      } else if isCall(of: next, item) {
        consequence.delete(file.lines(of: item))
      } else if item.kind == .returnStmt, item.subject == nil {
        if answered {
          consequence.delete(file.lines(of: item))
        } else {
          consequence.edits.append(Edit(item.range, "throw HTTPError(<#.badRequest#>)"))
        }
      } else {
        for inner in item.descendants(where: { $0.kind == .closure || $0.kind == .codeBlock })
        where inner.kind == .codeBlock {
          rewriteBlock(inner)
        }
      }
    }
  }

  private func isCall(of name: String, _ item: Node) -> Bool {
    item.kind == .functionCall && item.callee?.kind == .declReference && item.callee?.name == name
  }

  /// `response.status(.x).send(data: e)` becomes `return Response(status: .x, …)`, `e` staying where it is.
  private func answer(_ item: Node) -> [Edit]? {
    var call = item
    while call.kind == .tryExpr, let inner = call.children.last { call = inner }
    guard call.kind == .functionCall, let callee = call.callee, callee.kind == .memberAccess,
      callee.name == "send", let argument = call.arguments.first, call.arguments.count == 1,
      let base = callee.base, let status = status(of: base)
    else { return nil }
    let value = argument.argumentValue
    let isData = argument.argumentLabel == "data"
    let body = isData ? "bytes" : "string"
    let head = "return Response(status: \(status), headers: [.contentType: <#content type#>], "
    return [
      Edit(
        item.range.lowerBound..<value.range.lowerBound,
        head + "body: .init(byteBuffer: ByteBuffer(\(body): "),
      Edit(value.range.upperBound..<item.range.upperBound, ")))"),
    ]
  }

  /// `.ok` for `response`, `.x` for `response.status(.x)`; nil for anything else.
  private func status(of base: Node) -> String? {
    if base.kind == .declReference, base.name == response { return ".ok" }
    guard base.kind == .functionCall, let callee = base.callee, callee.kind == .memberAccess,
      callee.name == "status", callee.base?.name == response,
      let value = base.arguments.first?.argumentValue, value.kind == .memberAccess
    else { return nil }
    return value.name == "OK" ? ".ok" : ".\(value.name)"
  }

  /// `try request.read(into: &body)` collects into a buffer, and `body` becomes the bytes of it.
  private mutating func rewriteReads(in closure: Node) {
    for call in closure.descendants() where call.kind == .functionCall {
      guard let callee = call.callee, callee.kind == .memberAccess, callee.name == "read",
        callee.base?.name == request, let argument = call.arguments.first,
        argument.argumentLabel == "into", let variable = argument.argumentValue.children.last,
        let mark = call.parent, mark.kind == .tryExpr
      else { continue }
      let collected = "await \(request).body.collect(upTo: <#bytes#>)"
      consequence.edits.append(Edit(call.range, collected))
      var name = "buffer"
      if let clause = mark.parent, clause.kind == .initializerClause,
        let binding = clause.parent, binding.kind == .optionalBinding,
        let bound = binding.boundNames.first
      {
        name = bound.name
      } else if let assignment = mark.parent, assignment.kind == .assignment,
        let target = assignment.children.first
      {
        consequence.edits.append(Edit(target.range, "let buffer"))
      } else {
        let start = mark.range.lowerBound
        consequence.edits.append(Edit(start..<start, "let buffer = "))
      }
      replace(variable, by: "Array(buffer: \(name))", apartFrom: call)
    }
  }

  private mutating func replace(_ variable: Node, by text: String, apartFrom call: Node) {
    guard let symbol = file.semantics.symbol(of: variable) else { return }
    for use in file.semantics.references(to: symbol)
    where !use.isInside(call) && use.kind == .declReference {
      consequence.edits.append(Edit(use.range, text))
    }
    guard let declaration = symbol.declaration, declaration.tree === file.tree,
      let statement = ([declaration] + Array(declaration.ancestors))
        .first(where: { $0.kind == .variableDecl })
    else { return }
    consequence.delete(file.lines(of: statement))
  }

  /// A handler that answers on no way of its own, or not at its end, gives back what a person says.
  private mutating func endClosure(_ closure: Node) {
    let answers = closure.items.contains { answer($0) != nil }
    guard !answers, let last = closure.items.last else { return }
    let end = last.range.upperBound
    let line = isCall(of: next, last) ? "" : file.lineBreak(before: last)
    consequence.edits.append(Edit(end..<end, line + "return <#response#>"))
  }
}
