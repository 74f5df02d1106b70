import MoultFixes
import MoultSource
import MoultSyntax

/// Returns the Swift files that changes can bring an error into: those that they change, and those that mention the name
/// of a declaration of which they change more than a body, or whose type is inferred from one.
///
/// What a file says of its own declarations reaches others by their names, and by the names of variables that they give
/// their types to.
///
/// A file that is nested without end, before or after, is none of them: one of its two texts would not be judged.
///
/// - Parameters:
///   - texts: the texts before, by path.
///   - changes: by path.
///   - inferences: of the texts that were asked about before.
///   - tree: parses a text, once.
/// - Complexity: O(*n*) in the bytes of the Swift files if the head of any declaration changes, and in the nodes of those
///   that are new to `inferences`.
func affectedFiles(
  _ texts: [String: [UInt8]], _ changes: [String: CombinedEdits], _ inferences: Inferences,
  tree: (_ path: String, _ bytes: [UInt8]) -> SyntaxTree
) -> Set<String> {
  var result: Set<String> = []
  var names: Set<String> = []
  for (path, change) in changes where path.hasSuffix(".swift") {
    guard let bytes = texts[path] else {
      result.insert(path)
      continue
    }
    let (before, after) = (tree(path, bytes), tree(path, change.text))
    let places = change.edits.map(\.range)
    names.formUnion(declaredNames(in: before, touching: places))
    names.formUnion(declaredNames(in: after, touching: places.map(change.image(of:))))
    if !before.isNestedWithoutEnd, !after.isNestedWithoutEnd { result.insert(path) }
  }
  guard !names.isEmpty else { return result }
  for (path, bytes) in texts where path.hasSuffix(".swift") {
    inferences.add(tree(path, bytes))
    if let change = changes[path] { inferences.add(tree(path, change.text)) }
  }
  let others = texts.filter { $0.key.hasSuffix(".swift") && changes[$0.key] == nil }
  let scanner = AnchorScanner(anchors: inferences.closure(of: names).sorted())
  for (path, bytes) in others where scanner.findsAnchor(in: bytes) { result.insert(path) }
  return result
}

/// Returns the names of the declarations, local ones excluded, whose part before the body touches one of the ranges.
private func declaredNames(in tree: SyntaxTree, touching ranges: [ByteRange]) -> Set<String> {
  var names: Set<String> = []
  collectNames(tree.root, of: "", ranges, &names)
  return names
}

private func collectNames(
  _ node: Node, of type: String, _ ranges: [ByteRange], _ names: inout Set<String>
) {
  for child in node.children {
    guard child.kind.isDeclaration else {
      // Clauses of '#if' and blocks of members.
      if child.kind == .memberBlock || child.kind == .ifConfig || child.kind == .ifConfigClause {
        collectNames(child, of: type, ranges, &names)
      }
      continue
    }
    let own = child.declaredNames(in: type)
    let members = child.child(.memberBlock)
    let end = (members ?? child.body)?.range.lowerBound ?? child.range.upperBound
    if ranges.contains(where: { $0.lowerBound <= end && child.range.lowerBound <= $0.upperBound }) {
      names.formUnion(own)
    }
    if let members { collectNames(members, of: own.first ?? type, ranges, &names) }
  }
}

extension Node {
  /// The names by which others mention a declaration; those of its type, `type`, if it has none of its own.
  fileprivate func declaredNames(in type: String) -> [String] {
    switch kind {
    case .variableDecl: bindings.flatMap { $0.pattern?.boundNames.map(\.name) ?? [] }
    case .enumCaseDecl: caseElements.map(\.name)
    case .extensionDecl: subjectType.map { [$0.name] } ?? []
    case .initializerDecl, .deinitializerDecl, .subscriptDecl: [type]
    case .importDecl: []
    default: [name]
    }
  }
}
