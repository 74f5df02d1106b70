import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Gives the type of a context its new name; a function that only asks one for headers is given these.
package func contextOfGRPC2(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let node = match.node.parent, let parameter = Parameter(node), parameter.type == match.node,
    let function = HeadersOfAFunction.judged(node, file), let passed = file.values(passedTo: node)
  else { return file.renaming(match, to: "GRPCCore.ServerContext") }
  var editor = ProjectEditor()
  let code = ParameterCode(function.label, function.name, .library("GRPCCore.Metadata"))
  editor.change(file) { $0.replace(element: node, with: [.form(.parameter(code))]) }
  for given in passed {
    guard let value = given.value, let argument = Argument(of: value.parent),
      let context = given.file.semantics.symbol(of: value)?.declaration,
      let headers = headersOfRequest(by: context, given.file)
    else { return .manual() }
    editor.change(given.file) {
      $0.replace(argument, with: CodeArgument(function.label, headers))
    }
  }
  var consequence = editor.consequence(in: file, at: node)
  consequence.lower(
    to: .review, because: "the function is given headers, and not the context of the call")
  return TransformOutcome(consequence)
}

/// Turns `context.request.headers` into the metadata of a request that is taken whole, or into those that a function is given.
package func requestOfContext(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let use = match.nodes["base"], let headers = headersOfRequest(askedBy: use, file),
    let context = file.semantics.symbol(of: use)?.declaration,
    let code = headersOfRequest(by: context, file)
  else { return .manual() }
  return file.replacing(headers, with: code)
}

extension ServiceOfWholeMessages {
  /// Says anew what the methods take and give, but for the streams, whose types have rules of their own.
  func rewrite(_ editor: inout ProjectEditor) {
    for handler in handlers {
      editor.change(handler.home) { handler.rewrite(&$0) }
    }
  }
}

extension ServiceOfWholeMessages.Handler {
  fileprivate func rewrite(_ editor: inout SyntaxEditor) {
    let isStream = request.label == "requestStream"
    for use in uses(of: request) where use.kind == .declReference {
      editor.replace(use, with: Code.kept(use).member(isStream ? "messages" : "message"))
    }
    if !isStream, let type = request.type {
      editor.replace(type, with: .generic(.library("GRPCCore.ServerRequest"), [.kept(type)]))
    }
    if let writer {
      writeReplies(with: writer, &editor)
    } else if let reply = method.returnType {
      editor.replace(reply, with: .generic(.library("GRPCCore.ServerResponse"), [.kept(reply)]))
      for end in ends ?? [] {
        let tried = TryExpr(end)?.operand?.node ?? end
        let value = AwaitExpr(tried)?.operand?.node ?? tried
        editor.replace(value, with: .quoted("GRPCCore::ServerResponse(message: \(value))"))
      }
    }
  }

  /// Makes the body what writes the replies of a response, and ends it without trailers.
  private func writeReplies(with writer: Parameter, _ editor: inout SyntaxEditor) {
    guard let reply = writer.type?.typeArguments.first else { return }
    editor.sign(
      method, effects: ["async", "throws"],
      returning: .generic(.library("GRPCCore.StreamingServerResponse"), [.kept(reply)]))
    let end = Code.returned(.quoted("[:]"))
    for statement in body.node.ownDescendants.compactMap({ ReturnStmt($0) }) {
      let value = statement.value.map { [Code.kept($0)] } ?? []
      editor.replace(item: statement.node, with: value + [end])
    }
    if let last = body.items.last?.node, ReturnStmt(last) == nil, ThrowStmt(last) == nil {
      editor.insert([end], after: last)
    }
    home.respond(in: body.node, to: writer.name, &editor)
  }
}
