import MoultRewriting
import MoultSource
import MoultSyntax

/// The accessor that says what a property or a subscript does; a function says it itself.
func effectsHolder(of declaration: Node) -> Node {
  guard declaration.kind == .patternBinding || declaration.kind == .subscriptDecl,
    let block = declaration.accessorBlock
  else { return declaration }
  return block.accessors.first { $0.name == "get" } ?? block
}

/// The block of a getter that does not say `get`.
struct ShortGetter {
  /// The end of `{`, and the start of `}`.
  let open, close: ByteOffset

  init?(_ holder: Node) {
    guard holder.kind == .accessorBlock, let open = holder.tokenIDs.first,
      let close = holder.tokenIDs.last, open < close
    else { return nil }
    (self.open, self.close) = (holder.tree.tokens[open].end, holder.tree.tokens[close].start)
  }

  /// Whether its statements and its end stand on lines of their own.
  func isOverLines(_ layout: SourceLayout) -> Bool {
    let first = layout.tree.tokens[layout.tree.tokenIndex(at: open)].start
    return layout.startsLine(close) && layout.startsLine(first)
  }

  /// Returns the insertions that give a getter over lines a `get` on a line of its own.
  func insertionOverLines(of effects: Effects, _ layout: SourceLayout) -> [(ByteOffset, String)] {
    let step = layout.indentUnit
    let line = layout.tree.source.bytes.lineEnding + layout.indentation(atLineOf: close)
    return [(open, "\(line)\(step)get \(effects.declarationText) {"), (close, "\(step)}\(line)")]
  }

  /// Returns where the lines begin that move deeper then.
  func startsOfInnerLines(_ layout: SourceLayout) -> [ByteOffset] {
    let last = ByteOffset(layout.tree.source.bytes.startOfLine(at: close.index))
    return layout.linesMoved(in: open..<close, by: layout.indentUnit).map(\.range.lowerBound)
      .filter { $0 < last }
  }
}

/// Returns the insertions that make a function, an accessor or a short getter say the effects.
func insertion(
  of effects: Effects, by holder: Node
) -> [(ByteOffset, String)]? {
  if let getter = ShortGetter(holder) {
    return [(getter.open, " get \(effects.declarationText) {"), (getter.close, "} ")]
  }
  if let declared = holder.effects {
    var edits: [(ByteOffset, String)] = []
    if effects.contains(.async) { edits.append((declared.range.lowerBound, "async ")) }
    if effects.contains(.throwing) { edits.append((declared.range.upperBound, " throws")) }
    return edits
  }
  let text = " \(effects.declarationText)"
  if holder.kind == .accessorDecl { return [(holder.mainToken.end, text)] }
  let clause =
    holder.kind == .functionType
    ? holder.child(.tupleType) : (holder.signature ?? holder).child(.parameterClause)
  guard let clause else { return nil }
  return [(clause.range.upperBound, text)]
}
