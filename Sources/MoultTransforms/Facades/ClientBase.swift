package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Replaces the common ancestor of clients by `GRPCClient` where it is a type of values.
///
/// Nothing can be inherited from it any more, and an extension of it reaches structs.
package func clientBase(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let node = match.node
  let parent = node.parent
  if parent?.kind == .inheritedType, let owner = parent?.parent?.parent, owner.kind != .protocolDecl
  {
    if keepsMetadata(file) {
      return .manual(
        "'\(owner.name)' stores a 'GRPCClient' of grpc-swift 2 and the 'Metadata' of its calls itself; clients of grpc-swift 2 are structs and share no superclass"
      )
    }
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
  if let parameter = node.ancestors.first(where: { $0.kind == .genericParameter }),
    let step = stepOfGenericClient(parameter, file)
  {
    return .manual(step)
  }
  return file.renaming(match, to: "GRPC.GRPCClient")
}

/// Whether the subclass makes itself in no way of its own, so that it can keep its connection itself.
func isPlainSubclass(_ owner: Node) -> Bool {
  owner.kind == .classDecl
    && !owner.members.contains { $0.kind == .initializerDecl || $0.kind == .deinitializerDecl }
}

/// Lets a subclass conform to `GRPCClient`, with the members that it inherited as its own.
private func conforming(_ owner: Node, _ match: Match, _ file: FileContext) -> Consequence? {
  guard isPlainSubclass(owner), let type = TypeDecl(owner), let block = type.members else {
    return nil
  }
  let isPublic = type.modifiers.contains("open") || type.modifiers.contains("public")
  var editor = file.editor
  editor.rename(match.replaced, to: file.spelling(of: "GRPC.GRPCClient", replacing: match))
  editor.insert(members(isPublic ? ["public"] : []), atStartOf: block)
  return Consequence(
    editor,
    review: [
      "a client that was created from an address is now created from a channel that is built outside"
    ])
}

/// What a client of grpc-swift 1 keeps, and the initialiser that takes it.
private func members(_ access: [String]) -> [Code] {
  let (channel, options) = (
    Code.library("GRPC.GRPCChannel"), Code.library("GRPC.CallOptions")
  )
  let parameters = [
    ParameterCode("channel", "channel", channel),
    ParameterCode(
      "defaultCallOptions", "defaultCallOptions", options,
      defaultValue: .quoted("\(options)(timeLimit: .timeout(.seconds(600)))")),
  ]
  let assignments = Code.quoted(
    items: "self.channel = channel; self.defaultCallOptions = defaultCallOptions")
  return [
    .variable(.let, "channel", type: channel, value: nil, modifiers: access),
    .variable(.var, "defaultCallOptions", type: options, value: nil, modifiers: access),
    .function(
      FunctionCode(modifiers: access + ["required"], .initializer, parameters, assignments)),
  ]
}
