import MoultSource
import MoultSyntax

/// The accessor that says what a property or a subscript does; a function says it itself.
func effectsHolder(of declaration: Node) -> Node {
  guard declaration.kind == .patternBinding || declaration.kind == .subscriptDecl,
    let block = declaration.accessorBlock
  else { return declaration }
  return block.accessors.first { $0.name == "get" } ?? block
}

/// Returns the insertions that make a function, an accessor or a short getter say the effects.
func insertion(
  of effects: Effects, by holder: Node
) -> [(ByteOffset, String)]? {
  if holder.kind == .accessorBlock {
    guard let open = holder.tokenIDs.first, let close = holder.tokenIDs.last, open < close else {
      return nil
    }
    return [
      (holder.tree.tokens[open].end, " get \(effects.declarationText) {"),
      (holder.tree.tokens[close].start, "} "),
    ]
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
