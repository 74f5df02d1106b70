import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// A method of a service as a provider of grpc-swift 0 writes it: its last parameter is the session.
struct ProviderMethod {
  let declaration: Node
  let kind: SessionKind
  let messages: SessionMessages

  /// The parameter `session: X_YMSession`.
  let parameter: Node
  let sessionType: Node

  /// The session in the body; nil if it has no name there.
  let session: Symbol?

  /// The name by which the body will speak of the context.
  let contextName: String
  let style: ServerStyle

  /// - Parameter sessionType: the type of the last parameter.
  /// - Returns: nil if the function around it is no method of a generated provider.
  init?(sessionType: Node, _ file: FileContext) {
    guard let parameter = sessionType.parent, parameter.kind == .parameter,
      parameter.externalName == "session", parameter.parameterType == sessionType,
      let declaration = sessionType.ancestors.first(where: { $0.kind == .functionDecl }),
      declaration.parameters.last == parameter,
      let symbol = file.semantics.symbol(of: sessionType),
      let kind = SessionKind(symbol, file.model),
      let requirement = providerMethod(with: symbol, file.model),
      requirement.name == declaration.name,
      requirement.parameterLabels == declaration.parameters.map(\.externalName),
      let messages = SessionMessages(of: symbol, kind, file.model)
    else { return nil }
    self.declaration = declaration
    self.kind = kind
    self.messages = messages
    self.parameter = parameter
    self.sessionType = sessionType
    style = ServerStyle(file)
    session = file.semantics.symbol(of: parameter)
    let name = parameter.internalName
    if name == "session", file.freeName(["context"], around: declaration.body ?? parameter) != nil {
      contextName = "context"
    } else {
      contextName = name == "_" || name.isEmpty ? "context" : name
    }
  }

  /// The method around a node of its body, not of a function within it.
  init?(around node: Node, _ file: FileContext) {
    let functions = node.ancestors.filter { $0.kind == .functionDecl }
    for function in functions {
      guard let type = function.parameters.last?.parameterType,
        let method = ProviderMethod(sessionType: type, file)
      else { continue }
      self = method
      return
    }
    return nil
  }

  var name: String { declaration.name }

  /// The uses of the session in the body.
  func sessionUses(_ file: FileContext) -> [Node] {
    guard let session else { return [] }
    return file.semantics.references(to: session).filter {
      $0 != parameter && $0.kind == .declReference && $0.isInside(declaration)
    }
  }

  /// The edits of the parameter, and of the session's name in the body.
  func renaming(_ file: FileContext) -> [Edit] {
    let label =
      parameter.internalName == contextName && contextName == "context"
        || parameter.internalName == "session" && contextName == "context"
        || parameter.internalName == "_"
      ? "context" : "context \(contextName)"
    let context = kind.context(response: messages.response, style)
    let writer =
      style == .async && kind.streamsResponses
      ? "responseStream: GRPCAsyncResponseStreamWriter<\(messages.response)>, " : ""
    let reader =
      style == .async && kind.streamsRequests
      ? "requestStream: GRPCAsyncRequestStream<\(messages.request)>, " : ""
    var edits = [Edit(parameter.range, "\(reader)\(writer)\(label): \(context)")]
    guard contextName != parameter.internalName else { return edits }
    let gone = goneRanges(file)
    for use in sessionUses(file)
    where !gone.contains(where: {
      $0.lowerBound <= use.range.lowerBound && use.range.upperBound <= $0.upperBound
    }) {
      edits.append(Edit(use.range, contextName))
    }
    return edits
  }

  /// Replaces what stands between the parameters and the body: effects and result.
  func signatureEnd(_ text: String) -> [Edit] {
    guard let signature = declaration.signature,
      let clause = signature.child(.parameterClause)
    else { return [] }
    return [Edit(clause.range.upperBound..<signature.range.upperBound, text)]
  }
}
