import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns the statement that sets the trailers of a call, as it stands before one that throws or gives a status.
///
/// What is queued on the event loop before a handler ends is done before the status is sent.
///
/// - Parameter metadata: the value of `trailingMetadata:`.
/// - Returns: nil outside of a method of a provider that is rewritten.
func trailersStatement(
  _ metadata: Node, before status: Node, _ file: FileContext
) -> Edit? {
  guard let method = ProviderMethod(around: status, file),
    let headers = headerText(metadata, file), refusalAround(status, file) == nil,
    let statement = throwingStatement(around: status),
    !statement.ancestors.prefix(while: { $0 != method.declaration })
      .contains(where: { $0.kind == .closure || $0.kind == .functionDecl })
  else { return nil }
  let context = method.contextName
  let start = statement.range.lowerBound
  let gap = file.lineBreak(before: statement)
  if method.style == .async {
    return Edit(
      start..<start, "try await \(context).response.setTrailers(\(headers))\(gap)")
  }
  // Requests are handled on the event loop itself.
  if method.kind.streamsRequests {
    return Edit(start..<start, "\(context).trailers = \(headers)\(gap)")
  }
  return Edit(
    start..<start, "\(context).eventLoop.execute { \(context).trailers = \(headers) }\(gap)  ")
}

/// The `throw` or `return` whose value the status is.
private func throwingStatement(around status: Node) -> Node? {
  guard let parent = status.parent, parent.kind == .throwStmt || parent.kind == .returnStmt,
    let block = parent.parent, block.isBlockOfStatements
  else { return nil }
  return parent
}
