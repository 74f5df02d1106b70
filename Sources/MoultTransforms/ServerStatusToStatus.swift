import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns the type `ServerStatus` into `GRPCStatus`; what a handler gives back goes with the handler, if it goes on to grpc-swift 2.
package func serverStatusType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if keepsMetadata(file), let method = ProviderMethod(around: match.node, file),
    method.declaration.returnType.map({ match.node.isInside($0) || match.node == $0 }) ?? false
  {
    return .manual("rewrite the handler first, which takes no session any more")
  }
  return file.renaming(match, to: "GRPC.GRPCStatus")
}

/// Turns `ServerStatus(code:message:trailingMetadata:)` into `GRPCStatus(code:message:)`.
///
/// Trailing metadata that is empty goes; any other is set on the context of the handler around the status, or goes straight into
/// the error of grpc-swift 2.
package func serverStatusToStatus(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node) else { return nil }
  var consequence = Consequence()
  var editor = file.editor
  switch call.called {
  case .member(let member)? where member.name == "init":
    if let type = member.base?.node, file.semantics.symbol(of: type) != nil {
      editor.rename(type.range, to: spelling(replacing: type, file))
    }
  case let called?: editor.rename(called.node.range, to: spelling(replacing: called.node, file))
  case nil: break
  }
  if let argument = call.argument(labeled: "trailingMetadata"), let metadata = argument.expression,
    call.arguments.count > 1
  {
    if !isEmptyMetadata(metadata.node, file) {
      if let error = errorWithTrailers(in: call, argument, file) { return error }
      guard let trailers = trailersStatement(metadata.node, before: match.node, file) else {
        return .manual(
          "set 'context.trailers' in the handler, and create the 'GRPCStatus' from only the code and the message"
        )
      }
      consequence.edits += trailers
      consequence.lower(
        to: .review, because: "the context of the call sends trailers as of grpc-swift 1.0")
    }
    editor.remove(element: argument.node)
  }
  consequence.merge(Consequence(editor))
  guard !consequence.edits.isEmpty else { return nil }
  return TransformOutcome(consequence)
}

/// `GRPCStatus`, with its module where the old name had one or the project has a type of the name.
private func spelling(replacing reference: Node, _ file: FileContext) -> String {
  let name = "GRPC.GRPCStatus"
  return reference.base == nil ? file.spelling(of: name, at: reference) : name
}
