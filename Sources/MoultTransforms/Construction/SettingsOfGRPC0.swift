import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The statements right behind the one that makes a client of grpc-swift 0, and its connection, which set its options and do
/// nothing else.
///
/// Only from there do options go on to grpc-swift 2, where the connection is told of them, as `SettingsOfAClient` has it:
/// of all others something of grpc-swift 1 would stay.
struct SettingsOfGRPC0 {
  private let client: Symbol
  private let file: FileContext

  /// Whether what is set by a member of a client can be told the client's connection.
  ///
  /// - Parameter setting: `client.timeout`, or `client.metadata` that is assigned or added to.
  static func goOn(with setting: Node, _ file: FileContext) -> Bool {
    guard let client = setting.base.flatMap({ file.semantics.symbol(of: $0) }) else {
      return false
    }
    let settings = SettingsOfGRPC0(client: client, file: file)
    for block in setting.ancestors where block.isBlockOfStatements {
      let items = Array(block.items)
      if let made = items.lastIndex(where: settings.isMade) {
        let run = items.dropFirst(made + 1).prefix(while: settings.setsOptions)
        return run.contains { $0.range.contains(setting.range.lowerBound) }
          && run.allSatisfy { file.layout.startsLine($0.range.lowerBound) }
          && settings.saysAll(in: Array(run), madeBy: items[made])
          && settings.canBeSaid(run: Array(run), beforeClientOf: items[made])
      }
    }
    return false
  }

  /// Whether a statement gives the client its first value, with a connection that can be told what is set behind it.
  private func isMade(by item: Node) -> Bool {
    valueGiven(by: item).map { connectionIsTold(by: callUnderMarks($0), file) } ?? false
  }

  /// What a statement declares the client with or assigns to it, if it does nothing else.
  private func valueGiven(by item: Node) -> Node? {
    if item.kind == .variableDecl {
      guard item.bindings.count == 1, let binding = item.bindings.first,
        let pattern = binding.pattern, file.semantics.symbol(of: pattern) == client
      else { return nil }
      return binding.initialValue
    }
    guard let assignment = AssignmentExpr(item), let target = assignment.target?.node,
      file.semantics.symbol(of: target) == client
    else { return nil }
    return assignment.value?.node
  }

  /// Whether a statement, in its branches as well, only sets options of the client.
  private func setsOptions(_ statement: Node) -> Bool {
    switch statement.kind {
    case .tryExpr: return statement.operand.map(setsOptions) ?? false
    case .assignment: return statement.leftOperand.map(isOption) ?? false
    case .functionCall:
      guard let callee = statement.callee, callee.name == "add" else { return false }
      return callee.base.map(isOption) ?? false
    case .ifExpr:
      let branches = statement.children.filter { $0.kind == .codeBlock || $0.kind == .ifExpr }
      return branches.allSatisfy { branch in
        branch.kind == .ifExpr ? setsOptions(branch) : branch.items.allSatisfy(setsOptions)
      }
    default: return false
    }
  }

  private func isOption(_ node: Node) -> Bool {
    guard node.kind == .memberAccess, node.name == "timeout" || node.name == "metadata",
      let base = node.base
    else { return false }
    return [.declReference, .memberAccess].contains(base.kind)
      && file.semantics.symbol(of: base) == client
  }

  /// Whether the client is told nothing anywhere else.
  private func saysAll(in run: [Node], madeBy statement: Node) -> Bool {
    file.semantics.references(to: client).allSatisfy { use in
      if (run + [statement]).contains(where: { $0.range.contains(use.range.lowerBound) }) {
        return true
      }
      let whole = use.parent?.kind == .memberAccess && use.parent?.base != use ? use.parent : use
      guard let whole, let parent = whole.parent else { return true }
      switch parent.kind {
      case .memberAccess: return !isOption(parent)
      case .inOut: return false
      case .assignment: return parent.leftOperand != whole || client.kind != .local
      default: return true
      }
    }
  }

  /// Whether what the settings name is there where the channel is made, some statements before the client.
  private func canBeSaid(run: [Node], beforeClientOf statement: Node) -> Bool {
    guard let value = valueGiven(by: statement),
      let channel = ClientOverConnection(of: callUnderMarks(value), file)?.statement
    else { return true }
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
  guard call.kind == .functionCall, makesGeneratedClient(call, file) else { return false }
  guard call.argument("channel") != nil || call.argument("wrapping") != nil else { return true }
  guard let made = ClientOverConnection(of: call, file) else { return false }
  let channel = callUnderMarks(made.connection)
  let type = file.semantics.type(of: channel).nominalSymbol?.qualifiedName
  // What an earlier round has made of it is a connection of grpc-swift 1, which goes on from there.
  if type == "GRPC.ClientConnection" { return channel.kind == .functionCall }
  return type == "SwiftGRPC.Channel" && file.semantics.symbol(of: channel)?.kind == .initializer
}
