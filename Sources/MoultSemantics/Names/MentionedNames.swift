import MoultSource
package import MoultSyntax

/// Returns the names, keywords and operators that tokens mention, by their `stableHash`; of `$name` and `_name`, which a
/// wrapper makes, that of `name` as well, and `keyOfImplicitInit` where an initialiser is called by that word alone.
///
/// - Parameter tokens: nil for those of the whole file.
/// - Complexity: O(*n*) in the tokens.
package func mentionedNames(in tree: SyntaxTree, _ tokens: Range<Int>? = nil) -> Set<UInt64> {
  let tokens = tokens ?? tree.tokens.indices
  var hashes: Set<UInt64> = []
  for position in tokens {
    let token = tree.tokens[position]
    switch token.kind {
    case .identifier, .keyword, .binaryOperator, .prefixOperator, .postfixOperator: break
    default: continue
    }
    var name = tree.source.bytes[token.range.indices]
    if name.first == UInt8(ascii: "`") { name = name.dropFirst().dropLast() }
    hashes.insert(stableHash(name))
    if token.keyword == .`init`, position > tokens.lowerBound,
      tree.tokens[position - 1].kind == .period
    {
      let base = position - 2 < tokens.lowerBound ? nil : tree.tokens[position - 2].keyword
      if base != .`self`, base != .super { hashes.insert(keyOfImplicitInit) }
    }
    if let first = name.first, "$_".utf8.contains(first) {
      hashes.insert(stableHash(name.dropFirst()))
    }
  }
  return hashes
}

/// What stands among mentioned names for `.init` behind anything but `self` and `super`.
let keyOfImplicitInit = stableHash(".init".utf8)
