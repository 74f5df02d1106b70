import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Makes the functions of this file that a stream's start hands its request to generic in what a request carries: `Data?` in a unary
/// call, and nothing at the start of a stream.
///
/// - Parameter place: a closure, or the name of a function.
/// - Throws: a `Refusal` where a function is declared elsewhere, or looks at what a request carries.
func sharedRequests(
  in place: Node, _ editor: inout SyntaxEditor, _ file: FileContext
) throws(Refusal) {
  guard !readsMessage(place),
    requestCalls(in: place).allSatisfy({ copiedRequest($0) != nil || carriesTheSame($0) })
  else { throw aboutMessage }
  var known: Set<Symbol> = []
  try sharedRequests(in: place, &known, &editor, file)
}

private func sharedRequests(
  in place: Node, _ known: inout Set<Symbol>, _ editor: inout SyntaxEditor, _ file: FileContext
) throws(Refusal) {
  for node in [place] + place.descendants
  where node.kind == .declReference || node.kind == .memberAccess {
    guard let function = file.semantics.symbol(of: node), function.kind == .function,
      let declaration = function.declaration, let head = declaration.signature,
      known.insert(function).inserted
    else { continue }
    let types = requestTypes(in: head)
    guard !types.isEmpty else { continue }
    guard declaration.tree.source.path == file.source.path,
      declaration.genericParameters.isEmpty, !declaration.modifierNames.contains("override"),
      let body = declaration.body,
      let message = file.tree.freeName(["Message", "Input"], around: body)
    else {
      throw Refusal(
        "make '\(function.name)' generic in what a request carries, which is nothing at the start of a stream, then run the fix again"
      )
    }
    guard !readsMessage(body), requestCalls(in: body).allSatisfy(carriesTheSame) else {
      throw aboutMessage
    }
    let parameter = Code.form(.labeled(message, .word("Sendable")))
    editor.replace(declaration.mainToken.range, with: .generic(function.name, [parameter]))
    for type in types + requestTypes(in: body) {
      editor.replace(type, with: .generic(String(type.text.prefix { $0 != "<" }), [.word(message)]))
    }
    try sharedRequests(in: body, &known, &editor, file)
  }
}

private let aboutMessage = Refusal(
  "a request that starts a stream has no message; move what is done with it into 'handleStreamRawInput(_:proceed:)', then run the fix again"
)

/// The types of requests below a node, as 0.9 has them and as another fix may have written them already.
private func requestTypes(in node: Node) -> [Node] {
  node.descendants.filter { type in
    (type.kind == .identifierType || type.kind == .memberType)
      && ["HTTPRequest", "HTTPRequest<Data?>", "Connect.HTTPRequest", "Connect.HTTPRequest<Data?>"]
        .contains(type.text)
  }
}

/// Whether code does anything with a request's message but to hand it to a copy.
private func readsMessage(_ node: Node) -> Bool {
  node.descendants.contains { member in
    guard member.kind == .memberAccess, member.name == "message" else { return false }
    guard let argument = member.parent, argument.kind == .argument else { return true }
    return argument.argumentLabel != "message"
  }
}

/// The requests that code makes.
private func requestCalls(in node: Node) -> [CallExpr] {
  node.descendants.compactMap { CallExpr($0) }.filter { call in
    let called = call.called?.node.text ?? ""
    return called.hasPrefix("HTTPRequest") || called.hasPrefix("Connect.HTTPRequest")
  }
}

/// Whether a request that is made carries what the one carries that it is a copy of, and nobody says what that is.
private func carriesTheSame(_ call: CallExpr) -> Bool {
  guard call.called?.node.name == "HTTPRequest",
    case .member(let message)? = call.argument(labeled: "message")?.expression
  else { return false }
  return message.name == "message"
}
