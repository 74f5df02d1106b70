import MoultSource
import MoultSyntax

/// Where a file writes its names; made for a file that is asked for one name after the other.
struct NamePositions: Sendable {
  /// Half of the name's `stableHash` in front of the token's position; sorted.
  private var entries: [UInt64] = []

  /// - Complexity: O(*n* log *n*) in the names of the file.
  init(_ tree: SyntaxTree) {
    let bytes = tree.source.bytes
    for (position, token) in tree.tokens.enumerated() where writesName(token.kind) {
      let name = plainName(bytes[token.range.indices])
      add(name, position)
      if let first = name.first, "$_".utf8.contains(first) { add(name.dropFirst(), position) }
    }
    entries.sort()
  }

  private mutating func add(_ name: ArraySlice<UInt8>, _ position: Int) {
    entries.append(Self.head(of: name) | UInt64(position))
  }

  private static func head(of name: some Sequence<UInt8>) -> UInt64 {
    stableHash(name) & 0xFFFF_FFFF_0000_0000
  }

  /// Returns the tokens that may be a name, or the `$name` or `_name` of a property with a wrapper, in their order.
  ///
  /// - Complexity: O(log *n* + *m*) in the tokens that are returned.
  func tokens(of name: [UInt8]) -> [Int] {
    let head = Self.head(of: name)
    let first = entries.partitioningIndex { $0 >= head }
    return entries[first...].prefix { $0 & 0xFFFF_FFFF_0000_0000 == head }
      .map { Int($0 & 0xFFFF_FFFF) }
  }
}

/// Returns whether a token is a name, or the `$name` or `_name` of a property with a wrapper.
func mentions(_ name: [UInt8], _ token: ArraySlice<UInt8>) -> Bool {
  guard token.count >= name.count, token.count <= name.count + 2 else { return false }
  var token = plainName(token)
  if token.count == name.count + 1, let first = token.first, "$_".utf8.contains(first) {
    token = token.dropFirst()
  }
  return token.elementsEqual(name)
}

/// Whether tokens of a kind can be names that code uses.
func writesName(_ kind: TokenKind) -> Bool {
  switch kind {
  case .identifier, .keyword: true
  default: false
  }
}

/// A name without backticks.
private func plainName(_ token: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  token.first == UInt8(ascii: "`") ? token.dropFirst().dropLast() : token
}
