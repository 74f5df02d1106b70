import MoultMatching
import MoultSource
import MoultSyntax

/// A statement that leaves a loop over messages before they end.
struct LoopExit {
  enum Kind {
    case `break`
    case `return`(value: Node?)
  }

  let kind: Kind
  let statement: Node

  /// The statement `call.cancel()` right before it, up to the start of this one.
  let cancellation: ByteRange?
  private let cancelled: Node?

  init(kind: Kind, statement: Node, _ file: FileContext) {
    self.kind = kind
    self.statement = statement
    guard let block = statement.parent, block.isBlockOfStatements,
      let position = block.items.firstIndex(of: statement), position > 0
    else {
      (cancellation, cancelled) = (nil, nil)
      return
    }
    let before = block.items[position - 1]
    guard before.kind == .functionCall, before.arguments.isEmpty, let callee = before.callee,
      callee.kind == .memberAccess, callee.name == "cancel", let base = callee.base,
      !file.tree.holdsComment(in: before.range.lowerBound..<statement.range.lowerBound)
    else {
      (cancellation, cancelled) = (nil, nil)
      return
    }
    cancelled = base
    cancellation = before.range.lowerBound..<statement.range.lowerBound
  }

  /// Whether the function around the loop is left with it.
  var returns: Bool {
    switch kind {
    case .return: true
    case .break: false
    }
  }

  /// Whether `reference` is what is cancelled right before.
  func cancels(_ reference: Node) -> Bool { cancelled == reference }
}
