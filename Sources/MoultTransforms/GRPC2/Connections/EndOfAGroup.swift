import MoultMatching
import MoultSemantics
import MoultSyntax

/// Where the project shuts down an event loop group that a connection or a server of grpc-swift 1 runs on.
///
/// Before that, grpc-swift 1 waited for the end of what ran on the group. `beginGracefulShutdown()` of grpc-swift 2 does not
/// wait, so its transport must not run on a group that is taken from under it.
struct EndOfAGroup {
  /// The calls that shut it down, each with its file.
  private(set) var calls: [(call: Node, file: FileContext)] = []
  private var seen: Set<Symbol> = []

  /// More than this is no way that a person would follow.
  private static let limit = 100

  /// - Parameter group: what the connection or the server is given.
  init(of group: Node, _ file: FileContext) { follow(source: group, file) }

  /// Whether any of the calls stands in code that does not wait before for the task of the server.
  ///
  /// - Parameter server: as the code where it is bound names it; nil for one that has no name there.
  func comes(beforeTheEndOf server: Symbol?) -> Bool {
    calls.contains { end in
      let function = end.file.function(around: end.call)
      return !function.descendants.contains { waits($0, forEndOf: server, end.file) }
    }
  }

  private func waits(_ node: Node, forEndOf server: Symbol?, _ file: FileContext) -> Bool {
    guard node.kind == .memberAccess, let base = node.base?.withoutUnwrapping, let server,
      file.semantics.symbol(of: base) == server
    else { return false }
    if node.name == "onClose" { return true }
    guard node.name == "initiateGracefulShutdown", let call = node.parent,
      MemberAccess(on: call)?.name == "get"
    else { return false }
    return ServingTask(of: base, file) != nil
  }

  private mutating func follow(source value: Node, _ file: FileContext) {
    let name = value.withoutUnwrapping
    guard name.kind == .declReference || name.kind == .memberAccess,
      let symbol = file.semantics.symbol(of: name)
    else { return }
    follow(symbol, file)
  }

  private mutating func follow(_ symbol: Symbol, _ file: FileContext) {
    guard symbol.kind == .local || symbol.kind == .property, seen.count < Self.limit,
      seen.insert(symbol).inserted, let declaration = symbol.declaration,
      let home = file.context(of: declaration)
    else { return }
    for passed in home.values(passedTo: declaration) ?? [] {
      if let value = passed.value { follow(source: value, passed.file) }
    }
    for use in home.uses(of: symbol) {
      guard let place = home.context(of: use) else { continue }
      follow(use: use, place)
    }
  }

  private mutating func follow(use: Node, _ file: FileContext) {
    var value = use
    if let parent = value.parent, parent.kind == .memberAccess, parent.base != value {
      value = parent
    }
    value = value.with(.optionalChaining, .forceUnwrap, .tryExpr)
    guard let parent = value.parent else { return }
    switch parent.kind {
    case .memberAccess:
      guard ["syncShutdownGracefully", "shutdownGracefully"].contains(parent.name),
        let call = parent.parent, call.kind == .functionCall
      else { return }
      calls.append((call, file))
    case .assignment where parent.rightOperand == value:
      if let target = parent.leftOperand { follow(source: target, file) }
    case .initializerClause, .optionalBinding:
      let pattern = parent.kind == .optionalBinding ? parent.pattern : parent.parent?.pattern
      if let pattern, let symbol = file.semantics.symbol(of: pattern) { follow(symbol, file) }
    case .argument:
      guard let call = parent.parent?.parent, call.kind == .functionCall else { return }
      guard file.semantics.symbol(of: call)?.isGenerated == false,
        let (taker, home) = file.taker(of: value)
      else { return }
      follow(taker, home)
    default: return
    }
  }
}

/// Why a transport does not run on the group that the connection or the server ran on.
func reasonOfGroupThatEnds(_ group: Node) -> String {
  "the transport runs on NIO's own event loops, as '\(group.text)' is shut down, and 'beginGracefulShutdown()' does not wait for what still runs on it; where nothing else uses the group, it can go"
}
