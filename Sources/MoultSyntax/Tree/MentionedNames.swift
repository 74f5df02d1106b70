import MoultSource

/// Returns the names, keywords and operators that tokens mention, by their `stableHash`; of `$name` and `_name`, which a
/// wrapper makes, that of `name` as well, and `keyOfImplicitInit` where an initialiser is called by that word alone.
///
/// Each is there once.
///
/// - Parameter tokens: nil for those of the whole file.
/// - Complexity: O(*n*) in the tokens.
package func mentionedNames(in tree: SyntaxTree, _ tokens: Range<Int>? = nil) -> [UInt64] {
  var hashes = StableHashSet()
  let shown = tokens == nil ? tree.shownTokens : tree.parts.tokens
  for position in tokens ?? shown.indices {
    eachMentionedName(
      of: shown[position], at: position, shown, tree.source.bytes,
      from: tokens?.lowerBound ?? 0
    ) { hashes.insert($0) }
  }
  if tokens == nil, let outline = tree.outline, shown.count < tree.tokenCount {
    for name in outline.mentioned { hashes.insert(name) }
  }
  return hashes.all
}

/// What stands among mentioned names for `.init` behind anything but `self` and `super`.
package let keyOfImplicitInit: UInt64 = stableHash(".init".utf8)

/// Says what one token mentions.
@inline(__always)
func eachMentionedName(
  of token: Token, at position: Int, _ tokens: [Token], _ bytes: [UInt8], from start: Int = 0,
  _ note: (UInt64) -> Void
) {
  switch token.kind {
  case .identifier, .keyword, .binaryOperator, .prefixOperator, .postfixOperator: break
  default: return
  }
  var name = bytes[token.range.indices]
  if name.first == UInt8(ascii: "`") { name = name.dropFirst().dropLast() }
  note(stableHash(name))
  if token.keyword == .`init`, position > start, tokens[position - 1].kind == .period {
    let base = position - 2 < start ? nil : tokens[position - 2].keyword
    if base != .`self`, base != .super { note(keyOfImplicitInit) }
  }
  if let first = name.first, first == UInt8(ascii: "$") || first == UInt8(ascii: "_") {
    note(stableHash(name.dropFirst()))
  }
}
