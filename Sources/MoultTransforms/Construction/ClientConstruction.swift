import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a client made from an address, or from a channel, into one of grpc-swift 1.
///
/// `X_YServiceClient(address: "h:1", secure: false)` becomes
/// `X_YNIOClient(channel: ClientConnection.insecure(group: …).connect(host: "h", port: 1), defaultCallOptions: …)`;
/// without `secure: false` the connection has TLS, which was the default of grpc-swift 0. The options keep the 600
/// seconds that grpc-swift 0 gave every call.
package func clientConstruction(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let call = CallExpr(match.node), let called = call.called else { return nil }
  var editor = file.editor
  try rename(called, makes: file.semantics.type(of: match.node).nominalSymbol, &editor)
  if let type = subclassLeftToAPerson(match.node, file) {
    throw Refusal(
      "pass '\(type)' a 'GRPCClient' of grpc-swift 2 once it stores one: 'ServiceClientBase', which made its connection, has no successor"
    )
  }
  if let step = stepOfGenericClient(madeBy: call, file) { throw Refusal(step) }
  if let channel = call.arguments.first, channel.label == "channel" {
    // A typealias of a client of grpc-swift 1 may stand for the one of 2 already.
    guard !standsForClientOfGRPC2(match.node, file) else { return nil }
    // Of a channel from elsewhere grpc-swift 2 would have to be told there.
    if keepsMetadata(file), !connectionIsTold(by: match.node, file) {
      return TransformOutcome(
        editor,
        review:
          "the limit of 600 seconds that grpc-swift 0 had for every call goes: the channel comes from elsewhere or is shared, so only its transport can be told one, as 'timeout:' of a 'MethodConfig' in 'serviceConfig:'"
      )
    }
    editor.insert(CodeArgument("defaultCallOptions", options([])), afterElement: channel.node)
    return TransformOutcome(editor)
  }
  let builder = try ChannelBuilder(of: match.node, file)
  let made = Code.call(
    .kept(called),
    [
      CodeArgument("channel", builder.connection),
      CodeArgument("defaultCallOptions", options(builder.options)),
    ])
  return try outcome(of: builder, in: call, writing: made, &editor)
}

/// The name of the project's own subclass of `ServiceClientBase` that a call makes, where grpc-swift 2 is the target: it
/// takes what a person lets it take.
private func subclassLeftToAPerson(_ call: Node, _ file: FileContext) -> String? {
  guard keepsMetadata(file), let type = file.semantics.type(of: call).nominalSymbol,
    !type.isGenerated, type.module != "SwiftGRPC", type.kind == .classType
  else { return nil }
  return type.name
}

/// Whether a call makes `X_Y.Client` under another name.
private func standsForClientOfGRPC2(_ call: Node, _ file: FileContext) -> Bool {
  guard let type = file.semantics.type(of: call).nominalSymbol else { return false }
  return type.name == "Client" && type.parent?.kind == .enumeration
}

/// Turns `Channel(address:…)` into a connection of the same kind.
package func channelConstruction(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  let builder = try ChannelBuilder(of: match.node, file)
  guard builder.options.isEmpty else {
    throw Refusal(
      "put the user agent into the header 'user-agent' of the 'defaultCallOptions' of each client that uses the channel, remove it here, then run the fix again"
    )
  }
  var editor = file.editor
  guard let call = CallExpr(match.node) else { return nil }
  return try outcome(of: builder, in: call, writing: builder.connection, &editor)
}

/// `CallOptions` with the time limit that grpc-swift 0 gave every call.
private func options(_ more: [CodeArgument]) -> Code {
  .call(.library("GRPC.CallOptions"), more + [CodeArgument("timeLimit", timeLimitOfGRPC0)])
}

/// The generated client's new name where it is called by name; another name of it stays, as what it stands for is renamed.
///
/// `self.init` and `super.init` have no successor.
private func rename(
  _ called: Expr, makes client: Symbol?, _ editor: inout SyntaxEditor
) throws(Refusal) {
  var name = called
  if case .member(let member) = called, member.name == "init", let base = member.base {
    name = base
    if base.node.name == "self" || base.node.name == "super" {
      throw Refusal(
        "the clients of grpc-swift 1 have no common superclass: write a function that builds the channel with 'ClientConnection', and pass it as 'channel:' to each generated client"
      )
    }
  }
  switch name {
  case .name, .member:
    guard name.node.name.hasSuffix("ServiceClient"),
      client.map({ $0.name == name.node.name }) ?? true
    else { return }
    let service = name.node.name.dropLast("ServiceClient".count)
    editor.rename(name.node, to: service + "NIOClient")
  default: return
  }
}

/// Puts new code in the place of a call; certificates are read where the channel is built now, and that can fail.
private func outcome(
  of builder: ChannelBuilder, in call: CallExpr, writing code: Code, _ editor: inout SyntaxEditor
) throws(Refusal) -> TransformOutcome {
  let isMarked = builder.throwsErrors && coveringTry(of: call.node) == nil
  guard !isMarked || canThrow(call.node) else {
    throw Refusal(
      "let the function around it throw, because reading a certificate can fail as of grpc-swift 1.0, then run the fix again"
    )
  }
  editor.replace(call.node, with: isMarked ? .marked(.tryMark, code) : code)
  var consequence = builder.consequence
  consequence.merge(Consequence(editor))
  if isMarked {
    consequence.lower(
      to: .review, because: "reading a certificate can fail here; before, the first call failed")
  }
  return TransformOutcome(consequence, imports: builder.imports)
}

/// Whether an error may leave the node: the function around it throws, or a `do` catches everything.
func canThrow(_ node: Node) -> Bool {
  var child = node
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .functionDecl, .initializerDecl, .accessorDecl:
      return ancestor.isThrowing && !ancestor.isRethrowing
    case .doStmt:
      if child.kind == .codeBlock, ancestor.catchClauses.contains(where: { $0.catchItems.isEmpty })
      {
        return true
      }
    case .closure: return ancestor.isThrowing
    case .memberBlock, .accessorBlock: return false
    // A `try` stands to the left of everything that it covers.
    case .binaryOperator: if ancestor.children.first != child { return false }
    default: break
    }
    child = ancestor
  }
  return true
}

extension Node {
  /// Whether the function around lets out no error but of what it is given.
  var isInRethrowingFunction: Bool {
    let function = ancestors.first {
      [.functionDecl, .initializerDecl, .accessorDecl, .closure].contains($0.kind)
    }
    return function?.isRethrowing == true
  }
}
