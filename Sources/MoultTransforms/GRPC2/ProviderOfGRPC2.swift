import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
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
  if symbol.name == "Iterator" {
    guard let stream = match.node.children.first else { return nil }
    editor.rename(stream.mainToken.range, to: "RPCAsyncSequence")
    if let last = GenericArguments(of: stream.child(.genericArgumentClause))?.last {
      editor.insert(.form(.existential("Error")), afterElement: last)
    }
    editor.rename(match.node.mainToken.range, to: "AsyncIterator")
    return TransformOutcome(Consequence(editor))
  }
  let isWriter = symbol.name.hasSuffix("Writer")
  editor.rename(match.replaced, to: isWriter ? "RPCWriter" : "RPCAsyncSequence")
  if !isWriter, let last = GenericArguments(of: match.node.child(.genericArgumentClause))?.last {
    editor.insert(.form(.existential("Error")), afterElement: last)
  }
  guard let parameter = streamOfHandler(around: match.node, file), let old = parameter.label else {
    return TransformOutcome(Consequence(editor))
  }
  let new = old == "requestStream" ? "request" : "response"
  editor.relabel(parameter, to: new)
  var consequence = Consequence(editor)
  relabel(old, new, inCallsOfMethodWith: parameter, file, &consequence)
  return TransformOutcome(consequence)
}

/// The parameter `requestStream:` or `responseStream:` of a method of a provider that has this type.
private func streamOfHandler(around type: Node, _ file: FileContext) -> Parameter? {
  guard let parameter = type.ancestors.prefix(3).lazy.compactMap({ Parameter($0) }).first,
    let label = parameter.label, ["requestStream", "responseStream"].contains(label),
    let method = parameter.node.ancestors.lazy.compactMap({ FunctionDecl($0) }).first,
    MemberBlock(of: method.node.parent) != nil, hasLabelsOfHandler(method),
    let owner = method.node.parent?.parent, isProvider(owner, file)
  else { return nil }
  return parameter
}

/// Whether a declaration of a type, or an extension of one, is about a service of grpc-swift 1, or of 2.
///
/// What a provider hands its streams on to may have the same labels, and keeps them.
private func isProvider(_ declaration: Node, _ file: FileContext) -> Bool {
  let own = declaration.subjectType ?? declaration
  guard let type = file.semantics.symbol(of: own) else { return false }
  if file.model.isSubtype(type, of: "GRPC.CallHandlerProvider") { return true }
  // Where the protocol's name is of grpc-swift 2 already, nothing may declare it yet.
  return ([declaration] + [type.declaration].compactMap { $0 }).contains { node in
    node.inheritedTypes.contains {
      ["AsyncProvider", "ServiceProtocol"].contains(where: $0.name.hasSuffix)
    }
  }
}

/// Renames the label of an argument in the calls of a provider's method, as tests make them.
private func relabel(
  _ old: String, _ new: String, inCallsOfMethodWith parameter: Parameter, _ file: FileContext,
  _ consequence: inout Consequence
) {
  guard
    let method = parameter.node.ancestors.lazy.compactMap({ FunctionDecl($0) }).first,
    let symbol = file.semantics.symbol(of: method.node), let calls = callers(of: symbol, in: file)
  else { return }
  for node in calls {
    guard let call = CallExpr(node), let argument = call.argument(labeled: old),
      let place = file.context(of: node)
    else { continue }
    var editor = place.editor
    editor.relabel(argument, to: new)
    let path = place.source.path
    if path == file.source.path {
      consequence.edits += editor.edits
    } else {
      consequence.elsewhere[path, default: []] += editor.edits
    }
  }
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
