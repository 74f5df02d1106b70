import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Renames the protocol of a service: `X_YAsyncProvider` to `X_Y.SimpleServiceProtocol`.
package func providerOfGRPC2(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let name = match.node.name
  guard name.hasSuffix("AsyncProvider") else {
    return providerOfFutures(match, file)
  }
  var editor = file.editor
  let stem = name.dropLast("AsyncProvider".count)
  editor.rename(match.replaced, to: "\(stem).SimpleServiceProtocol")
  return TransformOutcome(Consequence(editor))
}

/// Renames the type of a stream of grpc-swift 1, and the label under which a provider's method gets it.
package func asyncStreamType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol else { return nil }
  var editor = file.editor
  let isWriter = symbol.name.hasSuffix("Writer")
  editor.rename(match.replaced, to: isWriter ? "RPCWriter" : "RPCAsyncSequence")
  if !isWriter, let last = GenericArguments(of: match.node.child(.genericArgumentClause))?.last {
    editor.insert(.form(.existential("Error")), afterElement: last)
  }
  if let parameter = streamOfHandler(around: match.node) {
    editor.relabel(parameter, to: parameter.label == "requestStream" ? "request" : "response")
  }
  return TransformOutcome(Consequence(editor))
}

/// The parameter `requestStream:` or `responseStream:` of a method of a provider that has this type.
private func streamOfHandler(around type: Node) -> Parameter? {
  guard let parameter = type.ancestors.prefix(3).lazy.compactMap({ Parameter($0) }).first,
    let label = parameter.label, ["requestStream", "responseStream"].contains(label),
    let method = parameter.node.ancestors.lazy.compactMap({ FunctionDecl($0) }).first,
    MemberBlock(of: method.node.parent) != nil, hasLabelsOfHandler(method)
  else { return nil }
  return parameter
}

/// Whether a method is called as handlers of an async provider are, which get a context after all else.
private func hasLabelsOfHandler(_ method: FunctionDecl) -> Bool {
  let labels = method.parameters.map(\.label)
  guard labels.count > 1, let first = labels.first.flatMap({ $0 }) else { return false }
  return ["request", "requestStream"].contains(first) && labels.last == "context"
}

/// Turns `responseStream.send(…)` into `responseStream.write(…)`.
package func sendToWrite(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let called = call.called else { return nil }
  var editor = file.editor
  editor.rename(called.node, to: "write")
  guard let compression = call.argument(labeled: "compression"),
    compression != call.arguments.first
  else { return TransformOutcome(Consequence(editor)) }
  editor.remove(element: compression.node)
  var consequence = Consequence(editor)
  consequence.lower(to: .review, because: "compression can no longer be set for a single message")
  return TransformOutcome(consequence)
}
