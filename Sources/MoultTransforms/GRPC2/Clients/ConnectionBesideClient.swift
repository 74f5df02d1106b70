import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Keeps the connection of a client whose `channel` is asked for to close it.
package func channelOfClient(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard isChannelOfClient(match.node, file), connection(ofChannel: match.node, file) == nil,
    let kept = try? ConnectionBesideClient.outcome(forChannel: match.node, file)
  else {
    throw Refusal(
      "pass 'options:' and 'metadata:' with each call, and close the 'GRPCClient' that the client was created with"
    )
  }
  return kept
}

/// The connection of a generated client that is closed by the name of the client: `client.channel.close()`.
///
/// A client of grpc-swift 2 does not know what it wraps, so the `GRPCClient` is kept where the client is: in a property beside that
/// of the client, or in what the function gives that makes both. All ends that are written by the client's name change, or none.
struct ConnectionBesideClient {
  /// What stands in place of `client.channel` where it is closed.
  struct End {
    let shutdown: GracefulShutdown
    let connection: Code
    let file: FileContext
  }

  private let keeper: any KeeperOfConnection

  static let refusal = Refusal(
    "call 'beginGracefulShutdown()' on the 'GRPCClient' that the client was created with")

  /// What the end of a connection becomes that a client is asked for, with all that has to change with it.
  ///
  /// - Parameter channel: `client.channel`.
  static func outcome(forChannel channel: Node, _ file: FileContext) throws(Refusal)
    -> TransformOutcome
  {
    guard let named = channel.withoutUnwrapping.base?.withoutUnwrapping,
      let symbol = file.semantics.symbol(of: named)
    else { throw refusal }
    let alias = LocalVariable(symbol, file)
    let subject: Symbol
    if let alias, let kept = alias.propertyBound(file) {
      subject = kept
    } else if symbol.kind == .property {
      subject = symbol
    } else if let maker = alias?.clientMaker(file) {
      subject = maker
    } else {
      throw refusal
    }
    return placeOfMany(try judged(subject, file).consequence(seenFrom: file))
  }

  /// - Parameter subject: a property that keeps a client, or a function that makes one.
  private static func judged(_ subject: Symbol, _ file: FileContext) throws(Refusal)
    -> ConnectionBesideClient
  {
    try file.others.answer(
      about: subject,
      orRefusing: { () throws(Refusal) -> ConnectionBesideClient in
        let keeper: any KeeperOfConnection =
          if subject.kind == .property {
            try PropertyOfClient(subject, file)
          } else {
            try MakerOfClient(subject, file)
          }
        return ConnectionBesideClient(keeper: keeper)
      })
  }

  private func consequence(seenFrom file: FileContext) -> Consequence {
    var project = ProjectEditor()
    keeper.write(&project)
    var reasons = keeper.reasons
    for end in keeper.ends {
      for reason in project.change(end.file, { end.shutdown.write(end.connection, &$0) })
      where !reasons.contains(reason) {
        reasons.append(reason)
      }
    }
    var consequence = project.consequence(in: file)
    for reason in reasons { consequence.lower(to: .review, because: reason) }
    return consequence
  }
}

/// Where a client is kept, and its connection beside it.
protocol KeeperOfConnection {
  var ends: [ConnectionBesideClient.End] { get }

  /// What a person looks at.
  var reasons: [String] { get }

  /// Keeps the connection.
  func write(_ project: inout ProjectEditor)
}

/// What a client of grpc-swift 2 wraps that an expression makes, where that is a name for a `GRPCClient`.
func connectionNamed(inMaking client: Node, _ file: FileContext) -> Node? {
  guard makesGeneratedClient(client, file), let made = CallExpr(client),
    let given = made.argument(labeled: "wrapping")?.expression?.node, given.canBeWrittenTwice,
    file.semantics.type(of: given).nominalSymbol?.qualifiedName == "GRPCCore.GRPCClient"
  else { return nil }
  return given
}

extension LocalVariable {
  /// The property that a condition binds it to.
  fileprivate func propertyBound(_ file: FileContext) -> Symbol? {
    guard binding.kind == .optionalBinding, let property = value else { return nil }
    return file.semantics.symbol(of: property).flatMap { $0.kind == .property ? $0 : nil }
  }

  /// The function of the project that gives a constant its client.
  fileprivate func clientMaker(_ file: FileContext) -> Symbol? {
    guard isConstant, let call = CallExpr(of: value.map(callUnderMarks)) else { return nil }
    return file.semantics.symbol(of: call.node).flatMap { $0.kind == .function ? $0 : nil }
  }
}
