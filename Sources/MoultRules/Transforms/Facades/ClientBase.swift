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
    if let consequence = conforming(owner, match, file) { return TransformOutcome(consequence) }
    return .manual(
      "'\(owner.name)' stores its own 'channel: GRPCChannel' and 'defaultCallOptions: CallOptions' instead; clients of grpc-swift 1 are structs and share no superclass"
    )
  }
  if parent?.kind == .extensionDecl {
    let makes = parent?.members.contains { $0.kind == .initializerDecl } ?? false
    return .manual(
      makes
        ? "write a function that returns a 'GRPCChannel' and 'CallOptions' for the arguments of the initialiser, and pass both to each generated client"
        : "extend 'GRPCClient' instead; 'metadata' and 'timeout' are part of its 'defaultCallOptions', and a method that sets them is 'mutating'"
    )
  }
  var consequence = Consequence()
  let name =
    file.source.text(match.replaced).hasPrefix("SwiftGRPC.") ? "GRPC.GRPCClient" : "GRPCClient"
  consequence.edits.append(Edit(match.replaced, name))
  return TransformOutcome(consequence)
}

/// Whether the subclass makes itself in no way of its own, so that it can keep its connection itself.
func isPlainSubclass(_ owner: Node) -> Bool {
  owner.kind == .classDecl
    && !owner.members.contains { $0.kind == .initializerDecl || $0.kind == .deinitializerDecl }
}

/// Lets a subclass conform to `GRPCClient`, with the members that it inherited as its own.
private func conforming(_ owner: Node, _ match: Match, _ file: FileContext) -> Consequence? {
  guard isPlainSubclass(owner), let block = owner.child(.memberBlock) else { return nil }
  let access =
    owner.modifierNames.contains("open") || owner.modifierNames.contains("public") ? "public " : ""
  let margin = file.lineBreak(before: owner)
  let step = block.members.first.map {
    String(file.indentation(of: $0).dropFirst(file.indentation(of: owner).count))
  }
  let inner = margin + (step.flatMap { $0.isEmpty ? nil : $0 } ?? "  ")
  let lines = [
    "\(access)let channel: GRPCChannel",
    "\(access)var defaultCallOptions: CallOptions",
    "",
    "\(access)required init(channel: GRPCChannel, defaultCallOptions: CallOptions = CallOptions(timeLimit: .timeout(.seconds(600)))) {",
    "  self.channel = channel",
    "  self.defaultCallOptions = defaultCallOptions",
    "}",
  ]
  let text = lines.map { $0.isEmpty ? file.lineEnding : inner + $0 }.joined()
  let start = ByteOffset(block.range.lowerBound.index + 1)
  var consequence = Consequence()
  let name =
    file.source.text(match.replaced).hasPrefix("SwiftGRPC.") ? "GRPC.GRPCClient" : "GRPCClient"
  let end = block.members.isEmpty ? margin : file.lineEnding
  consequence.edits = [
    Edit(match.replaced, name), Edit(start..<start, text + end),
  ]
  consequence.lower(
    to: .review,
    because:
      "a client that was created from an address is now created from a channel that is built outside"
  )
  return consequence
}
