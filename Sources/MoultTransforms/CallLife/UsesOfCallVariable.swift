import MoultMatching
import MoultSemantics
import MoultSyntax

/// What is done with a variable that keeps a stream.
struct UsesOfCallVariable {
  struct Use {
    /// The variable, as it is named there.
    let target: Node

    /// What is assigned, or called on it.
    let call: CallExpr

    /// The item of a block.
    let item: Node
    let file: FileContext
  }

  private(set) var makes: [Use] = []
  private(set) var sends: [Use] = []
  private(set) var endings: [Use] = []
  private(set) var cancels: [Use] = []

  /// Where it is given up.
  private(set) var nils: [(target: Node, item: Node, file: FileContext)] = []
  private(set) var handled: HandledStatus?

  /// - Parameter kind: the name of the call's type.
  /// - Throws: a `Refusal` where anything else is done with it.
  init(
    _ symbol: Symbol, _ kind: String, _ binding: Node, _ refusal: Refusal, _ home: FileContext
  ) throws(Refusal) {
    let named =
      symbol.kind == .local ? home.semantics.references(to: symbol) : home.calls.uses(of: symbol)
    for name in named where !name.isInside(binding) && name != binding {
      guard let file = home.context(of: name) else { throw refusal }
      var target = name
      if let member = MemberAccess(of: name.parent), member.base?.node != name {
        target = member.node
      }
      if let assignment = AssignmentExpr(to: target) {
        let item = assignment.node
        guard item.parent?.isBlockOfStatements == true, let value = assignment.value?.node else {
          throw refusal
        }
        if value.kind == .nilLiteral {
          nils.append((target, item, file))
        } else if let call = CallExpr(value), let made = file.semantics.symbol(of: value),
          callStyle(of: made, in: file.model) == .future,
          file.semantics.type(of: value).nominalSymbol?.name == kind
        {
          makes.append(Use(target: target, call: call, item: item, file: file))
        } else {
          throw refusal
        }
        continue
      }
      if let comparison = InfixExpr(of: target.parent), ["==", "!="].contains(comparison.name),
        comparison.right?.node.kind == .nilLiteral
      {
        continue
      }
      var chained = target
      if let parent = target.parent, [.optionalChaining, .forceUnwrap].contains(parent.kind) {
        chained = parent
      }
      if let status = try HandledStatus(of: chained, file), handled == nil {
        handled = status
        continue
      }
      guard let member = MemberAccess(on: chained), let call = member.call else { throw refusal }
      let item = discarding(call.node) ?? call.node
      guard item.parent?.isBlockOfStatements == true || item.parent?.kind == .switchCase else {
        throw refusal
      }
      let use = Use(target: target, call: call, item: item, file: file)
      switch member.name {
      case "sendMessage" where call.promisesNothing(apartFrom: 1): sends.append(use)
      case "sendEnd" where call.promisesNothing(): endings.append(use)
      case "cancel" where call.promisesNothing(): cancels.append(use)
      default: throw refusal
      }
    }
  }
}
