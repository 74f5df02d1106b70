package import MoultSource

/// Returns the edits after which the file imports all of `modules`.
///
/// A module that the file already imports, in whatever form, needs no edit. New imports follow the last
/// import at the top level that stands under no `#if`; where there is none, they precede the first
/// declaration. They come in alphabetical order and with the file's line ending.
package func importEdits(adding modules: Set<String>, to tree: SyntaxTree) -> [Edit] {
  let present = Set(tree.importedModules)
  let missing = modules.subtracting(present).sorted()
  guard !missing.isEmpty else { return [] }
  let newline = tree.source.bytes.lineEnding
  let imports = tree.root.children.filter { $0.kind == .importDecl }
  if let last = imports.last {
    let end = last.range.upperBound
    return [Edit(end..<end, missing.map { newline + "import " + $0 }.joined())]
  }
  let start = startOfFirstDeclaration(in: tree)
  return [Edit(start..<start, missing.map { "import " + $0 + newline }.joined() + newline)]
}

/// Where the first declaration begins, with the documentation that stands on it.
private func startOfFirstDeclaration(in tree: SyntaxTree) -> ByteOffset {
  guard let first = tree.root.children.first else { return ByteOffset(tree.source.bytes.count) }
  var start = first.range.lowerBound
  let bytes = tree.source.bytes
  for comment in tree.commentRanges(in: first.leadingTrivia).reversed() {
    let text = tree.source.text(comment)
    let between = bytes[comment.upperBound.index..<start.index]
    guard text.hasPrefix("///") || text.hasPrefix("/**"),
      between.count(where: { $0 == UInt8(ascii: "\n") }) <= 1
    else { break }
    start = comment.lowerBound
  }
  return start
}
