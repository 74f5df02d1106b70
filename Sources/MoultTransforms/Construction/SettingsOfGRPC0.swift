import MoultMatching
import MoultSemantics
import MoultSyntax

extension SettingsOfAClient {
  /// Whether what is set by a member of a client of grpc-swift 0 can be told the client's connection: right behind the
  /// statement that makes both, in a run of such settings and nothing else.
  ///
  /// Only from there do options go on to grpc-swift 2: of all others something of grpc-swift 1 would stay.
  ///
  /// - Parameter setting: `client.timeout`, or `client.metadata` that is assigned or added to.
  static func goOn(with setting: Node, _ file: FileContext) -> Bool {
    guard let client = setting.base.flatMap({ file.semantics.symbol(of: $0) }) else {
      return false
    }
    for block in setting.ancestors where block.isBlockOfStatements {
      let made = block.items.reversed().lazy.compactMap { clientMade(of: client, by: $0, file) }
      guard let call = made.first else { continue }
      guard let settings = try? SettingsOfAClient(madeBy: call, as: .ownMembers, file),
        (try? settings.lines) != nil
      else { return false }
      return settings.run.contains { $0.range.contains(setting.range.lowerBound) }
        && settings.canBeSaid(beforeClient: call, file)
    }
    return false
  }

  /// The call by which a statement gives a client its first value, with a connection that can be told what is set behind it.
  private static func clientMade(
    of client: Symbol, by item: Node, _ file: FileContext
  ) -> Node? {
    let assignment = AssignmentExpr(item)
    let binding = VariableDecl(item)?.bindings.only
    guard let target = assignment?.target?.node ?? binding?.pattern?.node,
      file.semantics.symbol(of: target) == client,
      let value = assignment?.value?.node ?? binding?.value?.node
    else { return nil }
    let call = callUnderMarks(value)
    return connectionIsTold(by: call, file) ? call : nil
  }

  /// Whether what the settings name is there where the channel is made, some statements before the client.
  private func canBeSaid(beforeClient call: Node, _ file: FileContext) -> Bool {
    guard let channel = ClientOverConnection(of: call, file)?.statement else { return true }
    guard let block = statement.parent, channel.parent == block else { return false }
    let between = block.items.filter {
      $0.range.lowerBound >= channel.range.upperBound
        && $0.range.upperBound <= statement.range.lowerBound
    }
    let declared = channel.range.lowerBound..<statement.range.lowerBound
    return between.allSatisfy { $0.kind == .variableDecl && $0.name == "let" }
      && run.flatMap { $0.descendants() }.allSatisfy { node in
        guard node.kind == .declReference,
          let declaration = file.semantics.symbol(of: node)?.declaration,
          declaration.tree === file.tree
        else { return true }
        return !declared.contains(declaration.range.lowerBound)
      }
  }
}

/// Whether a call makes a client of grpc-swift 0 and its connection, or is the only one that is given a channel which is made
/// in the file: such a connection can be told in grpc-swift 2 what holds for all calls of the client.
func connectionIsTold(by call: Node, _ file: FileContext) -> Bool {
  guard call.kind == .functionCall, makesGeneratedClient(call, file), isOfType(call, file) else {
    return false
  }
  guard call.argument("channel") != nil || call.argument("wrapping") != nil else { return true }
  guard let made = ClientOverConnection(of: call, file) else { return false }
  let channel = callUnderMarks(made.connection)
  let type = file.semantics.type(of: channel).nominalSymbol?.qualifiedName
  // What an earlier round has made of it is a connection of grpc-swift 1, which goes on from there.
  if type == "GRPC.ClientConnection" { return channel.kind == .functionCall }
  return type == "SwiftGRPC.Channel" && file.semantics.symbol(of: channel)?.kind == .initializer
}

/// Whether a call is that of an initialiser, and not of a function or a closure that gives a value.
private func isOfType(_ call: Node, _ file: FileContext) -> Bool {
  if let made = file.semantics.symbol(of: call) { return made.kind == .initializer }
  guard let callee = call.callee, case .metatype = file.semantics.type(of: callee) else {
    return false
  }
  return true
}
