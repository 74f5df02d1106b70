import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns the call or the declaration that a match is the head of, if it has other lines than the match.
///
/// A chain of calls begins above the call that is found in it.
/// Where `client.copy` in `client.copy(request) { response in … }` is found, the whole call is what has to be dealt with;
/// where the extended type of an extension is found, the extension is.
///
/// - Complexity: O(*d* + *n*) in the depth of the node and the bytes of the construct.
func construct(headedBy match: Match) -> ByteRange? {
  var construct = match.node
  while let parent = construct.parent, construct.isHead(of: parent) { construct = parent }
  let (range, found) = (construct.range, match.range)
  guard range.lowerBound <= found.lowerBound, found.upperBound <= range.upperBound else {
    return nil
  }
  let bytes = construct.tree.source.bytes
  let (start, rest) = (
    bytes[range.lowerBound.index..<found.lowerBound.index],
    bytes[found.upperBound.index..<range.upperBound.index]
  )
  return start.contains(UInt8(ascii: "\n")) || rest.contains(UInt8(ascii: "\n")) ? range : nil
}

extension Node {
  /// Whether what stands around the node is named, called or extended by it.
  fileprivate func isHead(of parent: Node) -> Bool {
    switch parent.kind {
    case .memberAccess, .functionCall, .subscriptCall, .optionalChaining, .forceUnwrap,
      .genericSpecialization:
      parent.children.first == self
    case .memberType, .inheritedType, .inheritanceClause: true
    case .extensionDecl: parent.subjectType == self || kind == .inheritanceClause
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl: kind == .inheritanceClause
    default: false
    }
  }
}
