import MoultMatching
import MoultSemantics
import MoultSyntax

/// All that is done with a stream of grpc-swift 0 that a local holds, in source order.
struct BlockingStream {
  /// What is asked of it.
  private(set) var asked: [SentMessage] = []

  /// Where it is named for anything else.
  private var others: [Node] = []

  init(of call: Symbol, _ file: FileContext) {
    for use in file.semantics.references(to: call) where NameExpr(use) != nil {
      let base = use.with(.optionalChaining, .forceUnwrap)
      if let asked = MemberAccess(on: base)?.call.flatMap({ SentMessage($0.node) }) {
        self.asked.append(asked)
      } else {
        others.append(base)
      }
    }
  }

  /// What takes a message from it.
  var receives: [SentMessage] { asked.filter { $0.name == "receive" } }

  /// Whether nothing else is done with it than to ask.
  var isOnlyAsked: Bool { others.isEmpty }

  /// The variables that it is given to as well.
  ///
  /// - Returns: nil where something else is done with it.
  func keepers(_ file: FileContext) -> [Symbol]? {
    let keepers = others.compactMap { use in
      AssignmentExpr(giving: use)?.target.flatMap { file.semantics.symbol(of: $0.node) }
    }
    return keepers.count == others.count ? keepers : nil
  }

  /// Whether others may read it: it is stored, passed on, returned.
  var escapes: Bool {
    others.contains { use in
      guard AssignmentExpr(to: use) == nil else { return false }
      return MemberAccess(on: use).map { ["receive", "_receive"].contains($0.name) } ?? true
    }
  }
}

/// The call of a generated method of grpc-swift 0 that a local holds.
struct HeldCall {
  let local: Symbol
  let call: Node
  let method: Symbol

  /// - Returns: nil for any other expression.
  init?(_ name: Node, _ file: FileContext) {
    guard let local = LocalVariable(named: name, file), let value = local.value,
      let call = TryExpr(value)?.operand?.node, CallExpr(call) != nil,
      let method = file.semantics.symbol(of: call), method.isGenerated
    else { return nil }
    (self.local, self.call, self.method) = (local.symbol, call, method)
  }
}
