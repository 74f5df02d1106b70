package import MoultMatching
import MoultSyntax

/// Leaves a client to a person that speaks gRPC over a session, which cannot.
package func grpcOverSession(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard
    let config = match.node.arguments.first(where: { $0.argumentLabel == "config" })?.argumentValue,
    config.kind == .functionCall,
    let wanted = config.arguments.first(where: { $0.argumentLabel == "networkProtocol" })?
      .argumentValue, wanted.kind == .memberAccess, wanted.name == "grpc"
  else { return nil }
  let client = match.node.arguments.first { $0.argumentLabel == "httpClient" }?.argumentValue
  if client == nil || client?.callee?.name == "URLSessionHTTPClient" { return .manual() }
  guard !file.tree.importedModules.contains("ConnectNIO") else { return nil }
  return .manual("import 'ConnectNIO', which declares '.grpc', and depend on its product")
}
