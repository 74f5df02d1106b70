import MoultMatching
import MoultSemantics
import MoultSyntax

/// What a function does with a call that it holds in a local.
struct CallUses {
  /// The calls of `receive`, in source order.
  private(set) var receives: [Node] = []

  /// Whether the call goes somewhere else: it is stored, passed on, returned.
  private(set) var escapes = false

  init(of call: Symbol, _ file: FileContext) {
    for use in file.semantics.references(to: call) {
      let base = use.with(.optionalChaining, .forceUnwrap)
      if AssignmentExpr(to: base) != nil {
        continue
      }
      guard let member = MemberAccess(on: base)?.node else {
        escapes = escapes || use.kind == .declReference
        continue
      }
      guard member.name == "receive" || member.name == "_receive" else { continue }
      if let receive = member.parent, receive.kind == .functionCall,
        receive.children.first == member
      {
        receives.append(receive)
      } else {
        escapes = true
      }
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
      value.kind == .tryExpr, let call = value.operand, call.kind == .functionCall,
      let method = file.semantics.symbol(of: call), method.isGenerated
    else { return nil }
    (self.local, self.call, self.method) = (local.symbol, call, method)
  }
}
