import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `GRPCChannelPool` where the project has added functions to it into the client that these functions make.
///
/// `extension GRPCChannelPool { static func … }` becomes one of `GRPCClient<HTTP2ClientTransport.Posix>`.
package func additionsToPool(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  var editor = file.editor
  let client = file.spelling(of: "GRPCCore.GRPCClient", at: match.node)
  if let addition = ExtensionDecl(of: match.node.parent), addition.type == match.node {
    guard addition.hasFunctionsAlone else {
      return .manual(
        "move what the extension adds to a type of the project: 'GRPCChannelPool' has no successor, and 'GRPCClient' is generic, so it can have no static stored properties"
      )
    }
    editor.replace(
      match.node,
      with: .generic(client, [.library("GRPCNIOTransportHTTP2.HTTP2ClientTransport.Posix")]))
    return TransformOutcome(editor, imports: ["GRPCNIOTransportHTTP2"])
  }
  // What opens a pool is found as a whole.
  if let opening = MemberAccess(on: match.node)?.call,
    file.semantics.symbol(of: opening.node)?.qualifiedName
      .hasPrefix("GRPC.GRPCChannelPool.with(") == true,
    file.runs(RuleID("grpc-swift.client-connection"))
  {
    return nil
  }
  guard let member = MemberAccess(on: match.node),
    let added = file.semantics.symbol(of: member.call?.node ?? member.node), !added.isGenerated,
    let declaration = added.declaration,
    let addition = declaration.ancestors.lazy.compactMap({ ExtensionDecl($0) }).first,
    addition.hasFunctionsAlone
  else { return .manual() }
  editor.rename(match.replaced, to: client)
  return TransformOutcome(editor)
}

extension ExtensionDecl {
  /// Whether it adds static functions, to the type as it is, and nothing else.
  fileprivate var hasFunctionsAlone: Bool {
    guard node.genericRequirements.isEmpty, node.inheritedTypes.isEmpty, let members else {
      return false
    }
    return members.node.items.allSatisfy { item in
      FunctionDecl(item) != nil && item.modifierNames.contains("static")
        && item.genericParameters.isEmpty
    }
  }
}
