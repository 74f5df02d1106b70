package import MoultMatching
import MoultSource
import MoultSyntax

/// The handlers of `UnaryInterceptor` and `StreamInterceptor`, and of what both descend from.
private let handlers: Set<String> = [
  "handleResponseMetrics", "handleUnaryRequest", "handleUnaryRawRequest", "handleUnaryRawResponse",
  "handleUnaryResponse", "handleStreamStart", "handleStreamInput", "handleStreamRawInput",
  "handleStreamRawResult", "handleStreamResult",
]

/// Finds a method of an interceptor that nothing calls: its name begins like a handler's and is none.
package func misspelledHandler(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = firstMention(match) else { return nil }
  let wrong = declaration.members.first { member in
    member.kind == .functionDecl && member.name.hasPrefix("handle")
      && !handlers.contains(member.name)
      && member.parameters.contains { $0.externalName == "proceed" }
  }
  guard let wrong else { return nil }
  let near = nearestSpelling(of: wrong.name, among: handlers.sorted())
  return .manual(
    near.map { "rename '\(wrong.name)' to '\($0)'" }
      ?? "give '\(wrong.name)' the name of a handler: \(handlers.sorted().joined(separator: ", "))")
}

/// Finds a handler that never goes on: a call that it is asked about hangs.
package func handlerWithoutProceed(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = firstMention(match) else { return nil }
  let hanging = declaration.members.first { member in
    guard member.kind == .functionDecl, handlers.contains(member.name), let body = member.body,
      let parameter = member.parameters.first(where: { $0.externalName == "proceed" })
    else { return false }
    let name = parameter.internalName
    return !body.descendants.contains { $0.kind == .declReference && $0.name == name }
  }
  guard let hanging else { return nil }
  return .manual("call 'proceed' exactly once on each path through '\(hanging.name)'")
}

/// The type that names interceptors' protocols, at the first of them.
private func firstMention(_ match: Match) -> Node? {
  guard let declaration = typeDeclaration(conformingAt: match.node),
    declaration.inheritedTypes.first(where: {
      ["Interceptor", "UnaryInterceptor", "StreamInterceptor"].contains($0.name)
    }) == match.node
  else { return nil }
  return declaration
}
