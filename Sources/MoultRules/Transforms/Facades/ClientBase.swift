import MoultFindings
import MoultMatching
import MoultSource
import MoultSyntax

/// Replaces the common ancestor of clients by `GRPCClient` where it is a type of values.
///
/// Nothing can be inherited from it any more, and an extension of it reaches structs.
func clientBase(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let node = match.node
  let parent = node.parent
  if parent?.kind == .inheritedType, let owner = parent?.parent?.parent, owner.kind != .protocolDecl
  {
    return .manual(
      "'\(owner.name)' keeps a 'channel: GRPCChannel' and 'defaultCallOptions: CallOptions' of its own instead: clients of grpc-swift 1 are structs and share no superclass"
    )
  }
  if parent?.kind == .extensionDecl {
    let makes = parent?.members.contains { $0.kind == .initializerDecl } ?? false
    return .manual(
      makes
        ? "make a function that gives a 'GRPCChannel' and 'CallOptions' for what the initialiser takes, and pass both to each generated client"
        : "extend 'GRPCClient' instead: 'metadata' and 'timeout' are parts of its 'defaultCallOptions', and a method that sets them is 'mutating'"
    )
  }
  var consequence = Consequence()
  let name =
    file.source.text(match.replaced).hasPrefix("SwiftGRPC.") ? "GRPC.GRPCClient" : "GRPCClient"
  consequence.edits.append(Edit(match.replaced, name))
  return TransformOutcome(consequence)
}
