package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns the handler of a Kitura route into one of Hummingbird 2, with a placeholder for what it cannot know.
///
/// `response.send(data:)` becomes the `Response` that is returned, `next()` goes, a bare `return` becomes an
/// error, and what was read into a variable is collected. A handler that is no closure is left to a person.
package func kituraRoute(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node) else { return nil }
  let inside = call.arguments.compactMap { ClosureExpr(of: $0.expression?.node) }
  let closures = call.trailingClosures.compactMap(\.closure) + inside
  guard let closure = closures.first, closures.count == 1 else {
    return .manual(
      "write a handler that takes the request and a context and returns a 'Response', and pass it to Hummingbird's or Vapor's router"
    )
  }
  // A handler of two parameters is the successor's already.
  guard let rewriting = HandlerRewriting(closure, file) else { return nil }
  return TransformOutcome(Consequence(rewriting.editor), imports: ["Hummingbird"])
}

private struct HandlerRewriting {
  private let file: FileContext
  private let request: String
  private let response: String
  private let next: String
  private(set) var editor: SyntaxEditor

  init?(_ closure: ClosureExpr, _ file: FileContext) {
    let parameters = Array(closure.parameters)
    guard parameters.count == 3 else { return nil }
    self.file = file
    editor = file.editor
    request = parameters[0].name
    response = parameters[1].name
    next = parameters[2].name
    editor.replace(parameters[1].node, with: .word("context"))
    editor.remove(element: parameters[2].node)
    rewriteBlock(closure.node, giving: end(of: closure))
    rewriteReads(in: closure)
  }

  /// Statements of one block; blocks inside are their own.
  ///
  /// - Parameter result: what is returned behind the last one.
  private mutating func rewriteBlock(_ block: Node, giving result: Code? = nil) {
    var answered = false
    let items = block.items
    for item in items {
      let end = item == items.last ? result.map { [Code.returned($0)] } ?? [] : []
      if let answer = answer(item) {
        editor.replace(item: item, with: [.returned(answer)])
        answered = true
      } else if isCall(of: next, item) {
        editor.replace(item: item, with: end)
      } else if item.kind == .returnStmt, item.subject == nil {
        let failure = Code.quoted(
          "throw Hummingbird::HTTPError(\(Code.placeholder(".badRequest")))")
        editor.replace(item: item, with: (answered ? [] : [failure]) + end)
      } else {
        for inner in item.descendants(where: { $0.kind == .closure || $0.kind == .codeBlock })
        where inner.kind == .codeBlock {
          rewriteBlock(inner)
        }
        editor.insert(end, after: item)
      }
    }
  }

  /// A handler that answers on no way of its own, or not at its end, gives back what a person says.
  private func end(of closure: ClosureExpr) -> Code? {
    closure.items.contains { answer($0.node) != nil } ? nil : .placeholder("response")
  }

  private func isCall(of name: String, _ item: Node) -> Bool {
    guard case .name(let called)? = CallExpr(item)?.called else { return false }
    return called.name == name
  }

  /// `response.status(.x).send(data: e)` becomes `Response(status: .x, …)`, `e` staying where it is.
  private func answer(_ item: Node) -> Code? {
    var node = item
    while node.kind == .tryExpr, let inner = node.children.last { node = inner }
    guard let call = CallExpr(node), case .member(let called)? = call.called, called.name == "send",
      let argument = call.onlyArgument, let value = argument.expression, let base = called.base,
      let status = status(of: base)
    else { return nil }
    let (label, type) = (argument.label == "data" ? "bytes" : "string", "content type")
    return .quoted(
      "Hummingbird::Response(status: \(status), headers: [.contentType: "
        + "\(Code.placeholder(type))], body: .init(byteBuffer: NIOCore::ByteBuffer(\(label): "
        + "\(value))))"
    )
  }

  /// `.ok` for `response`, `.x` for `response.status(.x)`; nil for anything else.
  private func status(of base: Expr) -> Code? {
    if case .name(let name) = base, name.name == response { return .member(nil, "ok") }
    guard case .call(let call) = base, case .member(let called)? = call.called,
      called.name == "status", called.base?.node.name == response,
      case .member(let value)? = call.arguments.first?.expression
    else { return nil }
    return .member(nil, value.name == "OK" ? "ok" : value.name)
  }

  /// `try request.read(into: &body)` collects into a buffer, and `body` becomes the bytes of it.
  private mutating func rewriteReads(in closure: ClosureExpr) {
    for node in closure.node.descendants() {
      guard let call = CallExpr(node), case .member(let called)? = call.called,
        called.name == "read", called.base?.node.name == request,
        let argument = call.arguments.first, argument.label == "into",
        let variable = argument.expression?.node.children.last, let mark = TryExpr(of: node.parent)
      else { continue }
      editor.replace(
        node, with: .quoted("await \(request).body.collect(upTo: \(Code.placeholder("bytes")))"))
      var name = "buffer"
      if let binding = mark.node.parent?.parent, binding.kind == .optionalBinding,
        let bound = binding.boundNames.first
      {
        name = bound.name
      } else if let assignment = AssignmentExpr(of: mark.node.parent),
        let target = assignment.target
      {
        editor.replace(target.node, with: .bound(.let, name))
      } else {
        editor.replace(mark.node, with: .variable(.let, name, value: .kept(mark)))
      }
      replace(variable, by: .call("Array", [CodeArgument("buffer", .word(name))]), apartFrom: node)
    }
  }

  private mutating func replace(_ variable: Node, by code: Code, apartFrom call: Node) {
    guard let symbol = file.semantics.symbol(of: variable) else { return }
    for use in file.semantics.references(to: symbol)
    where !use.isInside(call) && use.kind == .declReference {
      editor.replace(use, with: code)
    }
    guard let declaration = symbol.declaration, declaration.tree === file.tree,
      let statement = declaration.nearest(.variableDecl)
    else { return }
    editor.remove(item: statement)
  }
}
