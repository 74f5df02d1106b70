import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a client made from an address, or from a channel, into one of grpc-swift 1.
///
/// `X_YServiceClient(address: "h:1", secure: false)` becomes
/// `X_YNIOClient(channel: ClientConnection.insecure(group: …).connect(host: "h", port: 1), defaultCallOptions: …)`;
/// without `secure: false` the connection has TLS, which was the default of grpc-swift 0. The options keep the 600
/// seconds that grpc-swift 0 gave every call.
func clientConstruction(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let callee = match.node.callee, let list = match.node.child(.argumentList) else {
    return nil
  }
  do throws(Refusal) {
    if let channel = match.node.arguments.first, channel.argumentLabel == "channel" {
      return TransformOutcome(try fromChannel(match, channel, callee, file))
    }
    let builder = try ChannelBuilder(of: match.node, file)
    var consequence = builder.consequence
    try markThrow(match.node, builder, file, &consequence)
    consequence.merge(try renamed(callee, file))
    let options = (builder.options + [timeLimit]).joined(separator: ", ")
    consequence.edits.append(
      Edit(
        list.range, "(channel: \(builder.connection), defaultCallOptions: CallOptions(\(options)))")
    )
    return TransformOutcome(consequence, imports: builder.imports)
  } catch {
    return .manual(error.nextStep)
  }
}

/// Turns `Channel(address:…)` into a connection of the same kind.
func channelConstruction(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let builder = try ChannelBuilder(of: match.node, file)
    guard builder.options.isEmpty else {
      throw Refusal(
        "put the user agent into the header 'user-agent' of the 'defaultCallOptions' of each client that uses the channel, remove it here, then run the fix again"
      )
    }
    var consequence = builder.consequence
    try markThrow(match.node, builder, file, &consequence)
    consequence.edits.append(Edit(match.node.range, builder.connection))
    return TransformOutcome(consequence, imports: builder.imports)
  } catch {
    return .manual(error.nextStep)
  }
}

private let timeLimit = "timeLimit: .timeout(.seconds(600))"

private func fromChannel(
  _ match: Match, _ channel: Node, _ callee: Node, _ file: FileContext
) throws(Refusal) -> Consequence {
  var consequence = try renamed(callee, file)
  let end = channel.range.upperBound
  consequence.edits.append(Edit(end..<end, ", defaultCallOptions: CallOptions(\(timeLimit))"))
  return consequence
}

/// The generated client's new name where it is called by name; `self.init` and `super.init` have no successor.
private func renamed(_ callee: Node, _ file: FileContext) throws(Refusal) -> Consequence {
  var consequence = Consequence()
  var name = callee
  if callee.kind == .memberAccess, callee.name == "init", let base = callee.base {
    name = base
    if base.name == "self" || base.name == "super" {
      throw Refusal(
        "the clients of grpc-swift 1 have no common superclass: write a function that builds the channel with 'ClientConnection', and pass it as 'channel:' to each generated client"
      )
    }
  }
  if name.name.hasSuffix("ServiceClient"), name.kind == .declReference || name.kind == .memberAccess
  {
    let client = name.name.dropLast("ServiceClient".count) + "NIOClient"
    consequence.edits.append(Edit(name.mainToken.range, String(client)))
  }
  return consequence
}

/// Certificates are read where the channel is built now, and that can fail.
private func markThrow(
  _ call: Node, _ builder: ChannelBuilder, _ file: FileContext, _ consequence: inout Consequence
) throws(Refusal) {
  guard builder.throwsErrors, coveringTry(of: call) == nil else { return }
  guard canThrow(call) else {
    throw Refusal(
      "let the function around it throw, because reading a certificate can fail as of grpc-swift 1.0, then run the fix again"
    )
  }
  let start = call.range.lowerBound
  consequence.edits.append(Edit(start..<start, "try "))
  consequence.lower(
    to: .review, because: "reading a certificate can fail here; before, the first call failed")
}

/// Whether an error may leave the node: the function around it throws, or a `do` catches everything.
func canThrow(_ node: Node) -> Bool {
  var child = node
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .functionDecl, .initializerDecl, .accessorDecl: return ancestor.isThrowing
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
