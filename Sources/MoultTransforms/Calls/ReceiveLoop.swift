import MoultMatching
import MoultSyntax

/// A loop that takes messages from a call until there are no more.
struct ReceiveLoop {
  /// The statement, its label included.
  let statement: Node

  /// What is done with a message: the items of a block, in source order.
  let items: [Node]

  /// The name that a message has there; `_` for none.
  let name: String

  /// The `try` of `receive()`.
  let mark: Node

  /// - Parameter receive: the call `x.receive()`.
  init(_ receive: Node, _ file: FileContext) throws(Refusal) {
    guard receive.arguments.isEmpty, receive.trailingClosures.isEmpty else {
      throw Refusal(
        receive.arguments.first?.argumentLabel == "timeout"
          ? "a single message has no time limit: pass 'CallOptions(timeLimit:)' to the call, and receive messages in its 'handler:'"
          : "move the completion's code for a message into the call's 'handler: { message in … }', and its code for the end or an error into 'call.status.whenSuccess { status in … }'"
      )
    }
    guard let mark = coveringTry(of: receive), mark.children.first == receive,
      let clause = mark.parent, clause.kind == .initializerClause, let binding = clause.parent,
      binding.kind == .optionalBinding || binding.kind == .matchingPattern,
      let condition = binding.parent
    else {
      throw Refusal(
        "nothing replaces a single 'receive()': store the messages delivered to the call's 'handler: { message in … }' until they are needed"
      )
    }
    self.mark = mark
    name = try Self.messageName(binding)
    guard condition.conditions.count == 1 else {
      throw Refusal(
        "move the further conditions of the loop into its body, then run the fix again")
    }
    switch condition.kind {
    case .whileStmt:
      guard let block = condition.body else { throw Refusal("finish the loop") }
      (statement, items) = (Self.labelled(condition), block.items)
    case .guardStmt: (statement, items) = try Self.endless(condition, binding)
    case .ifExpr: (statement, items) = try Self.branching(condition)
    default: throw Refusal("receive messages in the call's 'handler: { message in … }'")
    }
  }

  private static func messageName(_ binding: Node) throws(Refusal) -> String {
    if binding.kind == .optionalBinding {
      // What a handler or a loop is given is not to be changed.
      guard OptionalBinding(binding)?.introducer == .let else {
        throw Refusal(
          "copy the message into a variable in the loop, bind it with 'let', then run the fix again"
        )
      }
      if binding.child(.identifierPattern) != nil || binding.child(.wildcardPattern) != nil {
        return binding.pattern?.text ?? "_"
      }
    } else if let pattern = binding.pattern {
      // `case let message? = …`
      let names = pattern.boundNames
      if names.count == 1, pattern.text.hasSuffix("?") || pattern.text.hasPrefix("let .some(") {
        return names[0].name
      }
    }
    throw Refusal(
      "assign the message with 'while let message = try call.receive()', then run the fix again")
  }

  private static func labelled(_ loop: Node) -> Node {
    guard let parent = loop.parent, parent.kind == .labeledStmt else { return loop }
    return parent
  }

  /// The loop whose condition is always true around the block.
  static func endlessLoop(around block: Node) -> Node? {
    guard let loop = block.parent else { return nil }
    switch loop.kind {
    case .whileStmt where loop.conditions.count == 1 && loop.conditions[0].text == "true":
      return loop
    case .repeatStmt where loop.subject?.text == "true": return loop
    default: return nil
    }
  }

  /// Whether all that a block does is to leave the loop around it.
  static func onlyBreaks(_ block: Node) -> Bool {
    block.items.count == 1 && block.items[0].kind == .breakStmt
      && block.items[0].labelOfJump == nil
  }

  /// Reads `while true { guard let m = try call.receive() else { break } … }`.
  private static func endless(
    _ statement: Node, _ binding: Node
  ) throws(Refusal) -> (loop: Node, items: [Node]) {
    guard let block = statement.parent, block.kind == .codeBlock, block.items.first == statement,
      let loop = endlessLoop(around: block), let other = statement.children.last, onlyBreaks(other)
    else {
      throw Refusal(
        "leave only 'break' in the 'else' branch, and move its other code after the loop, then run the fix again"
      )
    }
    return (labelled(loop), Array(block.items.dropFirst()))
  }

  /// Reads `while true { if let m = try call.receive() { … } else { break } }`.
  private static func branching(
    _ statement: Node
  ) throws(Refusal) -> (loop: Node, items: [Node]) {
    guard let block = statement.parent, block.kind == .codeBlock, block.items.count == 1,
      let loop = endlessLoop(around: block), let other = statement.elseBranch,
      other.kind == .codeBlock, onlyBreaks(other), let taken = statement.child(.codeBlock)
    else {
      throw Refusal(
        "nothing replaces a single 'receive()': handle the first message in the call's 'handler: { message in … }'"
      )
    }
    return (labelled(loop), taken.items)
  }

  /// The name before the loop's colon.
  var label: String? { statement.kind == .labeledStmt ? statement.name : nil }

  /// How the loop's end is waited for.
  var isForced: Bool { mark.flags.contains(.exclamation) }
  var isOptional: Bool { mark.flags.contains(.question) }
}
