import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A call of grpc-swift 1 that takes the place of one of 0, with what is asked of it behind it.
struct CallRewriting {
  let site: CallSite
  let head: CallHead
  var subscription: Subscription?

  /// What streamed messages go to.
  var handler: ClosureCode?

  /// What stands behind the call, before the subscription.
  var following: [Code] = []

  /// A loop right behind the call's statement, and what takes its place.
  var loop: (statement: Node, end: [Code])?

  /// - Parameter start: has what is changed inside of what is kept.
  func rewritten(_ start: SyntaxEditor, _ file: FileContext) throws(Refusal) -> Consequence {
    if subscription != nil || loop != nil, sharesLine {
      throw Refusal("put the call on a line of its own, then run the fix again")
    }
    var editor = start
    let removal = try removalOfMark(at: site, file)
    let code = head.code(handler: handler, options: options(file), &editor, file)
    if case .bound(_, let name) = site.use {
      editor.replace(
        site.call, in: site.statement, to: loop?.statement, with: code,
        followedBy: following + subscribed(to: name) + (loop?.end ?? []))
    } else if subscription == nil {
      // What a 'guard' said around the call goes, and its brace with it.
      if site.isCondition, GuardStmt(site.statement)?.conditions.only != nil {
        editor.replace(site.call, in: site.statement, with: code)
      } else {
        editor.replace(site.call, with: code)
      }
    } else {
      let mark: EffectMark = TryExpr(site.mark)?.mark == .forced ? .forcedTry : .tryMark
      try name(removal == nil ? .marked(mark, code) : code, &editor, file)
      return Consequence(editor)
    }
    return Consequence(editor, and: removal)
  }

  /// Gives a call that has no name one, where it is asked for something, and uses it where the call stood.
  private func name(
    _ code: Code, _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) {
    if site.isCondition {
      throw Refusal("assign the call outside of the condition, then run the fix again")
    }
    if case .discarded = site.use, !isNamed, let subscription {
      return editor.replace(item: site.statement, with: [subscription.code(of: code)])
    }
    let method = site.call.callee?.name ?? "rpc"
    guard let name = file.freeName(["call", method + "Call", "grpcCall"], around: site.call) else {
      throw Refusal("assign the call to its own constant, then run the fix again")
    }
    let items = [.variable(.let, name, value: code)] + following + subscribed(to: name)
    switch site.use {
    case .discarded: editor.replace(item: site.statement, with: items)
    case .result, .kept:
      if keepsMetadata(file) { throw refusalOfKeptCall }
      let isReturned = ReturnStmt(site.statement)?.value?.node == site.mark
      if isReturned || site.statement == site.mark {
        editor.replace(item: site.statement, with: items + [.returned(.word(name))])
      } else {
        editor.insert(items, rightBefore: site.statement)
        editor.replace(site.mark, with: .word(name))
      }
    case .bound, .condition: preconditionFailure("the call has a name")
    }
  }

  private func subscribed(to name: String) -> [Code] {
    subscription.map { [$0.code(of: .word(name))] } ?? []
  }

  /// Whether the call's statement stands behind another one on its line.
  private var sharesLine: Bool {
    let before = site.statement.tree.source.bytes[..<site.statement.range.lowerBound.index]
    // Blanks and tabs.
    return before.last { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ";")
  }

  /// Whether the call has a name in the end.
  private var isNamed: Bool {
    if case .discarded = site.use { return subscription?.namesCall == true || handler != nil }
    return true
  }

  /// Without options a call that has a name would be that of a method which hides the generated one.
  private func options(_ file: FileContext) -> Code? {
    let isHiding =
      subscription != nil && isNamed && !head.passesOptions && isHidden(site.call, file)
    return isHiding ? .word("nil") : nil
  }
}

/// Returns what takes away the `try` of a call; nil where it stays, because an argument can throw as well.
private func removalOfMark(
  at site: CallSite, _ file: FileContext
) throws(Refusal) -> Consequence? {
  let made = metadataMade(in: site.call, file)
  let removal = removalOfThrow(from: site.call, alsoSilenced: made, in: file)
  if !removal.edits.isEmpty { return removal }
  guard TryExpr(site.mark)?.mark != .optional else {
    throw Refusal(
      "compute the arguments that can fail before the call of '\(site.method)', then run the fix again"
    )
  }
  return nil
}

/// The values of `Metadata` that are made inside a call: none of them throws in grpc-swift 1.
func metadataMade(in call: Node, _ file: FileContext) -> Set<Node> {
  Set(
    call.descendants { $0.kind == .closure }.filter { node in
      node.kind == .functionCall
        && file.semantics.symbol(of: node)?.qualifiedName == "SwiftGRPC.Metadata.init(_:)"
    })
}
