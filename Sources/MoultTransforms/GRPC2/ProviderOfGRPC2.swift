import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Renames the protocol of a service: `X_YAsyncProvider` to `X_Y.SimpleServiceProtocol`.
package func providerOfGRPC2(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let name = match.node.name
  guard name.hasSuffix("AsyncProvider") else {
    return providerOfFutures(match, file)
  }
  var consequence = Consequence()
  let stem = name.dropLast("AsyncProvider".count)
  consequence.edits.append(Edit(match.replaced, "\(stem).SimpleServiceProtocol"))
  return TransformOutcome(consequence)
}

/// Renames the type of a stream of grpc-swift 1, and the label under which a provider's method gets it.
package func asyncStreamType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol else { return nil }
  var consequence = Consequence()
  let isWriter = symbol.name.hasSuffix("Writer")
  consequence.edits.append(
    Edit(nameRange(match, file), isWriter ? "RPCWriter" : "RPCAsyncSequence"))
  if !isWriter, let arguments = match.node.child(.genericArgumentClause),
    let last = arguments.children.last
  {
    let end = last.range.upperBound
    consequence.edits.append(Edit(end..<end, ", any Error"))
  }
  if let parameter = streamOfHandler(around: match.node, file) {
    let label = parameter.mainToken
    let old = parameter.externalName ?? ""
    let new = old == "requestStream" ? "request" : "response"
    consequence.edits.append(
      parameter.flags.contains(.secondName)
        ? Edit(label.range, new) : Edit(label.start..<label.start, new + " "))
    relabel(old, new, inCallsOfMethodWith: parameter, file, &consequence)
  }
  return TransformOutcome(consequence)
}

/// The name itself, and the module before it.
private func nameRange(_ match: Match, _ file: FileContext) -> ByteRange { match.replaced }

/// The parameter `requestStream:` or `responseStream:` of a method of a provider that has this type.
private func streamOfHandler(around type: Node, _ file: FileContext) -> Node? {
  guard let parameter = type.ancestors.prefix(3).first(where: { $0.kind == .parameter }),
    let label = parameter.externalName, ["requestStream", "responseStream"].contains(label),
    let method = parameter.ancestors.first(where: { $0.kind == .functionDecl }),
    method.parent?.kind == .memberBlock, hasLabelsOfHandler(method),
    let owner = method.parent?.parent, isProvider(owner, file)
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
  _ old: String, _ new: String, inCallsOfMethodWith parameter: Node, _ file: FileContext,
  _ consequence: inout Consequence
) {
  guard let method = parameter.ancestors.first(where: { $0.kind == .functionDecl }),
    let symbol = file.semantics.symbol(of: method), let calls = callers(of: symbol, in: file)
  else { return }
  for call in calls {
    guard let argument = call.arguments.first(where: { $0.argumentLabel == old }) else { continue }
    let edit = Edit(argument.mainToken.range, new)
    let path = call.tree.source.path
    if path == file.source.path {
      consequence.edits.append(edit)
    } else {
      consequence.elsewhere[path, default: []].append(edit)
    }
  }
}

/// Whether a method is called as handlers of an async provider are, which get a context after all else.
private func hasLabelsOfHandler(_ method: Node) -> Bool {
  let labels = method.parameters.map(\.externalName)
  let first = labels.first.flatMap { $0 }
  let last = labels.last.flatMap { $0 }
  return labels.count > 1 && ["request", "requestStream"].contains(first) && last == "context"
}

/// Turns `responseStream.send(…)` into `responseStream.write(…)`.
package func sendToWrite(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let callee = match.node.callee else { return nil }
  var consequence = Consequence()
  consequence.edits.append(Edit(callee.mainToken.range, "write"))
  let arguments = match.node.arguments
  if let position = arguments.firstIndex(where: { $0.argumentLabel == "compression" }), position > 0
  {
    consequence.delete(
      arguments[position - 1].range.upperBound..<arguments[position].range.upperBound)
    consequence.lower(
      to: .review, because: "compression can no longer be set for a single message")
  }
  return TransformOutcome(consequence)
}
