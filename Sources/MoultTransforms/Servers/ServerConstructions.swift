import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The constructions that a server of grpc-swift 0 may come from.
///
/// In grpc-swift 1 a server is built, bound and started by one expression. So `start()` goes, and the type gets its new
/// name, only where each of them is rewritten; else the old server would never be started.
struct ServerConstructions {
  /// The least safe of their fixes: `manual` where one stays as it is, `safe` where there is none.
  let safety: Safety

  /// What a person does first where one stays, for the era that the project moves to.
  let nextStep: String

  /// - Parameter server: an expression; nil for a server that no expression stands for.
  /// - Complexity: O(*n*) in the files that name `ServiceServer`, where the server is no local of its own.
  init(of server: Node?, _ file: FileContext) {
    nextStep = stepForServer(file)
    if let server, let call = constructionOf(server.withoutUnwrapping, file) {
      safety = safetyOfBinding(call, file)
      return
    }
    safety = allConstructions(file).map { safetyOfBinding($0, $1) }.max() ?? .safe
  }
}

/// What a person does where a server is not built and bound by a fix.
func stepForServer(_ file: FileContext) -> String {
  file.runs(ruleOfServicesOfGRPC2)
    ? "create a 'GRPCServer(transport:services:)' of grpc-swift 2 over '.http2NIOPosix(address:transportSecurity:)', and run 'try await server.serve()' in a task where the old one was started"
    : "build and bind the server where it is created, 'Server.insecure(group:).withServiceProviders([…]).bind(host:port:)'; it runs from there on"
}

extension Consequence {
  mutating func lower(to servers: ServerConstructions) {
    guard servers.safety > safety else { return }
    lower(to: servers.safety, because: "the server is not built and bound where it is created")
  }
}

/// What an editor changes, no safer than what the servers come from is rewritten.
///
/// - Parameter step: what a person does where a server stays as it is.
func outcome(
  of editor: SyntaxEditor, by servers: ServerConstructions,
  else step: String? = nil
) -> TransformOutcome {
  var consequence = Consequence(editor)
  consequence.lower(to: servers)
  return consequence.safety == .manual
    ? .manual(step ?? servers.nextStep) : TransformOutcome(consequence)
}

extension Node {
  /// `server` of `server.server`, without marks.
  var serverAround: Node? {
    let node = withoutUnwrapping
    return node.kind == .memberAccess ? node.base : nil
  }
}

private func safetyOfBinding(_ call: Node, _ file: FileContext) -> Safety {
  guard let outcome = try? boundServer(madeBy: call, file) else { return .manual }
  return outcome.consequence.safety
}

/// The construction that an expression is, or that the only value of a local is.
private func constructionOf(_ value: Node, _ file: FileContext) -> Node? {
  if isConstruction(value, file) { return value }
  guard let local = LocalVariable(named: value, file),
    let initial = local.value?.withoutUnwrapping, isConstruction(initial, file)
  else { return nil }
  let isAssigned = local.uses(file).contains {
    $0.parent?.kind == .assignment && $0.parent?.leftOperand == $0
  }
  return isAssigned ? nil : initial
}

private func isConstruction(_ node: Node, _ file: FileContext) -> Bool {
  guard node.kind == .functionCall, let symbol = file.semantics.symbol(of: node) else {
    return false
  }
  return symbol.kind == .initializer && symbol.parent?.qualifiedName == "SwiftGRPC.ServiceServer"
}

/// The constructions of all files of the project, each with its file.
private func allConstructions(_ file: FileContext) -> [(Node, FileContext)] {
  file.model.projectTrees.flatMap { tree -> [(Node, FileContext)] in
    let path = tree.source.path
    guard !file.model.isGenerated(path: path), mentionsServer(tree),
      let place = file.context(ofFile: path)
    else { return [] }
    return place.tree.root.descendants.filter { node in
      ["ServiceServer", "init"].contains(node.callee?.name) && isConstruction(node, place)
    }.map { ($0, place) }
  }
}

private func mentionsServer(_ tree: SyntaxTree) -> Bool {
  let name = Array("ServiceServer".utf8)
  return tree.tokens.contains { token in
    token.kind == .identifier && tree.source.bytes[token.range.indices].elementsEqual(name)
  }
}

/// Renames `ServiceServer` where it is a type of values, if what makes them is rewritten.
package func serviceServerType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.parent?.kind != .inheritedType else {
    return .manual(
      "store the 'Server' of grpc-swift 1 in a property instead of inheriting from 'ServiceServer'; it is a final class"
    )
  }
  var editor = file.editor
  editor.rename(match.replaced, to: file.spelling(of: "GRPC.Server", replacing: match))
  return outcome(of: editor, by: ServerConstructions(of: nil, file))
}

/// Takes the server out of the one around it, where that one is rewritten.
package func serverInsideServer(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.node.base else { return .manual("use the server itself") }
  var editor = file.editor
  editor.replace(match.node, with: .kept(base))
  return outcome(of: editor, by: ServerConstructions(of: base, file))
}
