import MoultMatching
import MoultRewriting
import MoultSource
import MoultSyntax

/// Returns the statement that sets the trailers of a call, as it stands before one that throws or gives a status.
///
/// What is queued on the event loop before a handler ends is done before the status is sent.
///
/// - Parameter metadata: the value of `trailingMetadata:`.
/// - Returns: nil outside of a method of a provider that is rewritten.
func trailersStatement(_ metadata: Node, before status: Node, _ file: FileContext) -> [Edit]? {
  guard let method = ProviderMethod(around: status, file),
    let headers = headers(of: metadata, file), let statement = leavingStatement(around: status),
    !statement.ancestors.prefix(while: { $0 != method.declaration })
      .contains(where: { $0.kind == .closure || $0.kind == .functionDecl }),
    let around = try? method.rewritten(file).consequence.edits
  else { return nil }
  var editor = file.editor
  editor.insert([trailers(headers, method)], before: statement)
  return file.layout.moved(editor.edits, with: statement, by: around)
}

private func trailers(_ headers: Code, _ method: ProviderMethod) -> Code {
  let context = method.context
  let set = Code.quoted("\(context).trailers = \(headers)")
  switch method.style {
  case .async: return .quoted("try await \(context).response.setTrailers(\(headers))")
  // Requests are handled on the event loop itself.
  case .futures where method.kind.streamsRequests: return set
  case .futures: return .quoted("\(context).eventLoop.execute { \(set) }")
  }
}

/// The `throw` or `return` whose value the status is.
private func leavingStatement(around status: Node) -> Node? {
  guard let statement = status.parent,
    ThrowStmt(statement) != nil || ReturnStmt(statement) != nil,
    statement.parent?.isBlockOfStatements == true
  else { return nil }
  return statement
}
