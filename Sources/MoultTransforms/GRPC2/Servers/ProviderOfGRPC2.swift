import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Renames the protocol of a service: `X_YAsyncProvider` to `X_Y.SimpleServiceProtocol`, and the labels of handlers that say
/// their streams by another name, or that a provider inherits.
package func providerOfGRPC2(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  let name = match.node.name
  let isAsync = name.hasSuffix("AsyncProvider")
  let stem = String(name.dropLast((isAsync ? "AsyncProvider" : "Provider").count))
  if let step = stepOfTakenNamespace(stem, match.symbol, file) { return .manual(step) }
  let service = namespace(
    of: stem, besides: ["Client", "AsyncClient", "NIOClient"], match.symbol, file)
  guard isAsync else { return try providerOfFutures(match, of: service, file) }
  var editor = file.editor
  let whole = wholeMessages(of: match, file)
  let style = whole == nil ? "SimpleServiceProtocol" : "ServiceProtocol"
  editor.rename(match.replaced, to: "\(service).\(style)")
  if let owner = typeDeclaration(conformingAt: match.node) {
    removeInterceptors(of: owner, &editor, file)
  }
  var consequence = Consequence(editor)
  if let declaration = typeDeclaration(conformingAt: match.node),
    let type = file.semantics.symbol(of: declaration.subjectType ?? declaration)
  {
    for parameter in streamsOfHandlers(of: type, file) {
      relabel(parameter.stream, in: parameter.place, seenFrom: file, &consequence)
    }
    consequence.merge(renamedHandlers(of: type, for: match.symbol, file))
  } else if let provider = match.symbol {
    callRequirements(of: provider, seenFrom: file, &consequence)
  }
  if let whole {
    var methods = ProjectEditor()
    whole.rewrite(&methods)
    consequence.merge(methods.consequence(in: file, at: match.node))
    consequence.lower(
      to: .review, because: "its methods take whole requests, as one of them reads headers")
  }
  return TransformOutcome(consequence)
}

/// The methods of what conforms to a provider, where one of them reads headers and all can take whole requests.
private func wholeMessages(of match: Match, _ file: FileContext) -> ServiceOfWholeMessages? {
  guard let declaration = typeDeclaration(conformingAt: match.node),
    let type = typeOfOwner(declaration, file)
  else { return nil }
  return .readingHeaders(type, file)
}

/// Gives the methods of a provider the names that the generator of grpc-swift 2 gives them, where those are others, and the calls of them, as
/// tests make them.
func renamedHandlers(
  of type: Symbol, for provider: Symbol?, _ file: FileContext
) -> Consequence {
  var consequence = Consequence()
  let required = provider.map { file.model.declaredMembers(of: $0) } ?? []
  for requirement in required where requirement.kind == .function {
    let name = methodNameOfGRPC2(requirement.name)
    guard name != requirement.name else { continue }
    for handler in file.model.members(of: type, named: requirement.name) {
      guard handler.parameterLabels == requirement.parameterLabels, !handler.isGenerated,
        let declaration = handler.declaration, let place = file.context(of: declaration)
      else { continue }
      let calls = (callers(of: handler, in: place) ?? []).compactMap {
        CallExpr($0)?.called?.node
      }
      for node in [declaration] + calls {
        guard let home = file.context(of: node) else { continue }
        var editor = home.editor
        editor.rename(node, to: name)
        consequence.merge(Consequence(editor).seen(from: file.source.path, of: home.source.path))
      }
    }
  }
  return consequence
}

/// The parameters `requestStream:` and `responseStream:` of a type's handlers and of those that it inherits from classes of the project,
/// but for those that change with their own types.
private func streamsOfHandlers(
  of type: Symbol, _ file: FileContext
) -> [(stream: Parameter, place: FileContext)] {
  var types = [type]
  while let parent = file.model.inheritedTypes(of: types[types.count - 1]).lazy
    .compactMap(\.nominalSymbol).first(where: { $0.kind == .classType && $0.declaration != nil }),
    !types.contains(parent)
  {
    types.append(parent)
  }
  let methods = types.flatMap { file.model.declaredMembers(of: $0) }.compactMap(\.declaration)
  return methods.flatMap { node -> [(stream: Parameter, place: FileContext)] in
    guard let method = FunctionDecl(node), hasLabelsOfHandler(method),
      let place = file.context(of: node)
    else { return [] }
    return method.parameters.filter { parameter in
      guard let label = parameter.label, labelsOfStreams[label] != nil, let type = parameter.type
      else { return false }
      return !([type] + type.descendants).contains { part in
        isStream(part, place) && streamOfHandler(around: part, place) != nil
      }
    }.map { ($0, place) }
  }
}

private let labelsOfStreams = ["requestStream": "request", "responseStream": "response"]

private func isStream(_ type: Node, _ file: FileContext) -> Bool {
  guard type.kind == .identifierType || type.kind == .memberType else { return false }
  return ["GRPC.GRPCAsyncRequestStream", "GRPC.GRPCAsyncResponseStreamWriter"].contains(
    file.semantics.symbol(of: type)?.qualifiedName)
}

/// Renames the type of a stream of grpc-swift 1, and the label under which a provider's method gets it.
package func asyncStreamType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol else { return nil }
  var editor = file.editor
  if symbol.name == "Iterator" {
    guard let stream = match.node.children.first else { return nil }
    editor.rename(
      stream.mainToken.range, to: file.spelling(of: "GRPCCore.RPCAsyncSequence", at: stream))
    if let last = GenericArguments(of: stream.child(.genericArgumentClause))?.last {
      editor.insert(.anyError, afterElement: last)
    }
    editor.rename(match.node.mainToken.range, to: "AsyncIterator")
    return TransformOutcome(Consequence(editor))
  }
  let isWriter = symbol.name.hasSuffix("Writer")
  if let parameter = streamOfHandler(around: match.node, file),
    let type = ServiceOfWholeMessages.type(around: match.node, file),
    let service = ServiceOfWholeMessages.readingHeaders(type, file),
    service.handler(with: parameter.node) != nil
  {
    return streamOfWholeMessages(parameter, match, isWriter, file)
  }
  let name = isWriter ? "GRPCCore.RPCWriter" : "GRPCCore.RPCAsyncSequence"
  editor.rename(match.replaced, to: file.spelling(of: name, at: match.node))
  if isWriter, let place = match.node.parent, place.kind == .extensionDecl {
    renameResponse(in: place, &editor, file)
  }
  if !isWriter, let last = GenericArguments(of: match.node.child(.genericArgumentClause))?.last {
    editor.insert(.anyError, afterElement: last)
  }
  var consequence = Consequence(editor)
  if let parameter = streamOfHandler(around: match.node, file) {
    relabel(parameter, in: file, seenFrom: file, &consequence)
  }
  return TransformOutcome(consequence)
}

/// A stream of requests is a whole request; what replies are written to goes, as the response gives it to a closure.
private func streamOfWholeMessages(
  _ parameter: Parameter, _ match: Match, _ isWriter: Bool, _ file: FileContext
) -> TransformOutcome {
  var editor = file.editor
  if isWriter {
    editor.remove(element: parameter.node)
    return TransformOutcome(Consequence(editor))
  }
  editor.rename(
    match.replaced, to: file.spelling(of: "GRPCCore.StreamingServerRequest", at: match.node))
  var consequence = Consequence(editor)
  relabel(parameter, in: file, seenFrom: file, &consequence)
  return TransformOutcome(consequence)
}

/// What an extension of the writer calls `Response` is `Element` in grpc-swift 2.
private func renameResponse(
  in place: Node, _ editor: inout SyntaxEditor, _ file: FileContext
) {
  for node in place.descendants where node.name == "Response" {
    guard node.kind == .identifierType || node.kind == .declReference else { continue }
    let symbol = file.semantics.symbol(of: node)
    guard symbol == nil || symbol?.kind == .genericParameter else { continue }
    editor.rename(node, to: "Element")
  }
}

/// The parameter `requestStream:` or `responseStream:` of a method of a provider that has this type.
private func streamOfHandler(around type: Node, _ file: FileContext) -> Parameter? {
  guard let parameter = type.ancestors.prefix(3).lazy.compactMap({ Parameter($0) }).first,
    let label = parameter.label, labelsOfStreams[label] != nil,
    let method = parameter.node.ancestors.lazy.compactMap({ FunctionDecl($0) }).first,
    hasLabelsOfHandler(method), let owner = ownerOfMember(method.node), isProvider(owner, file)
  else { return nil }
  return parameter
}

/// The type or extension that a member stands in, whatever conditions of compilation are around it.
private func ownerOfMember(_ member: Node) -> Node? {
  let around = member.ancestors.first { ![.ifConfigClause, .ifConfig].contains($0.kind) }
  return around?.kind == .memberBlock ? around?.parent : nil
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

/// Renames the label of a handler's stream, also in calls of the method, as tests make them.
///
/// - Parameters:
///   - place: the file of the method.
///   - file: that of the fix.
private func relabel(
  _ parameter: Parameter, in place: FileContext, seenFrom file: FileContext,
  _ consequence: inout Consequence
) {
  guard let old = parameter.label, let new = labelsOfStreams[old] else { return }
  var editor = place.editor
  editor.relabel(parameter, to: new)
  consequence.merge(Consequence(editor).seen(from: file.source.path, of: place.source.path))
  guard
    let method = parameter.node.ancestors.lazy.compactMap({ FunctionDecl($0) }).first,
    let symbol = place.semantics.symbol(of: method.node), let calls = callers(of: symbol, in: place)
  else { return }
  for node in calls {
    guard let call = CallExpr(node), let argument = call.argument(labeled: old),
      let other = file.context(of: node)
    else { continue }
    var editor = other.editor
    editor.relabel(argument, to: new)
    consequence.merge(Consequence(editor).seen(from: file.source.path, of: other.source.path))
  }
}

/// Says the labels and names of grpc-swift 2 where something given as a provider has a method called, as one does that forwards to another.
private func callRequirements(
  of provider: Symbol, seenFrom file: FileContext, _ consequence: inout Consequence
) {
  for requirement in file.model.declaredMembers(of: provider) where requirement.kind == .function {
    let name = methodNameOfGRPC2(requirement.name)
    for use in file.calls.uses(of: requirement) {
      guard !file.model.isGenerated(path: use.tree.source.path),
        let call = call(of: use).flatMap({ CallExpr($0) }), let called = call.called?.node,
        let place = file.context(of: use)
      else { continue }
      var editor = place.editor
      for (old, new) in labelsOfStreams {
        if let argument = call.argument(labeled: old) { editor.relabel(argument, to: new) }
      }
      if name != requirement.name { editor.rename(called, to: name) }
      consequence.merge(Consequence(editor).seen(from: file.source.path, of: place.source.path))
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
  return TransformOutcome(editor, review: "compression can no longer be set for a single message")
}
