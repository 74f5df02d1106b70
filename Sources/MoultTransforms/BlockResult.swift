import MoultMatching
import MoultSemantics
import MoultSyntax

/// What the only expression of a block is.
enum BlockResult {
  case none
  case given

  /// It may be the block's value, and `return` cannot be written, or may not.
  case unknown
}

/// Returns what the only statement of a block is to whoever runs the block; `none` where there are others.
func result(of block: Node, _ file: FileContext) -> BlockResult {
  guard block.items.count == 1 else { return .none }
  switch block.kind {
  case .accessorBlock: return .given
  case .closure:
    guard case .function(_, let result, _, _) = file.semantics.type(of: block), !result.isUnknown
    else { return .unknown }
    return result == .void ? .none : .given
  case .codeBlock:
    guard let owner = block.parent else { return .none }
    if let function = FunctionDecl(owner) {
      return function.returnType == nil || returnsNothing(owner) ? .none : .given
    }
    if owner.kind == .accessorDecl { return owner.name == "get" ? .given : .none }
    return owner.kind == .ifExpr && isValue(owner, file) ? .unknown : .none
  case .switchCase:
    return block.parent.map { isValue($0, file) } == true ? .unknown : .none
  default: return .none
  }
}

/// Whether an `if` or a `switch` gives a value.
func isValue(_ branches: Node, _ file: FileContext) -> Bool {
  guard let parent = branches.parent else { return false }
  if parent.kind == .ifExpr { return isValue(parent, file) }
  guard parent.isBlockOfStatements else { return true }
  switch result(of: parent, file) {
  case .none: return false
  case .given, .unknown: return true
  }
}
