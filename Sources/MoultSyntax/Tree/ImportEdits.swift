package import MoultSource

/// Returns the edits after which the file imports all of `modules`.
///
/// A module that the file already imports, in whatever form, needs no edit. Only imports at the top level are looked at that
/// stand under no `#if`, or in the one branch that imports something where an `#if` is all that the file has; where there is
/// none, new ones precede the first declaration. A new import goes into the block of lines
/// where a module is imported whose name begins alike, else into the last: in its order if the block has one, otherwise behind
/// that module, or at the end. Several come in alphabetical order, with the file's line ending.
package func importEdits(adding modules: Set<String>, to tree: SyntaxTree) -> [Edit] {
  let present = Set(tree.importedModules)
  let missing = modules.subtracting(present).sorted()
  guard !missing.isEmpty else { return [] }
  let newline = tree.source.bytes.lineEnding
  let blocks = ImportBlock.all(in: branchOfAllImports(of: tree) ?? tree.root, of: tree)
  guard let last = blocks.last(where: { !$0.plain.isEmpty }) ?? blocks.last else {
    let start = startOfFirstDeclaration(in: tree)
    return [Edit(start..<start, missing.map { "import " + $0 + newline }.joined() + newline)]
  }
  var lines: [ImportPlace: String] = [:]
  for module in missing {
    let place =
      blocks.lazy.compactMap { $0.place(besideRelativesOf: module) }.first
      ?? last.place(of: module)
    let line = "import " + module
    lines[place, default: ""] += place.isInFront ? line + newline : newline + place.indent + line
  }
  return lines.sorted { $0.key.offset < $1.key.offset }
    .map { Edit($0.key.offset..<$0.key.offset, $0.value) }
}

/// Where a new import goes: in front of another, or at the end of a line.
private struct ImportPlace: Hashable {
  let offset: ByteOffset
  let isInFront: Bool
  /// What the line begins with.
  var indent = ""
}

/// Imports on lines that follow each other.
private struct ImportBlock {
  private let tree: SyntaxTree
  private var imports: [Node]

  /// Those that new ones may stand beside: not `@testable`, which is for the module under test.
  var plain: [Node] {
    imports.filter { !$0.attributes.contains { $0.name == "testable" } }
  }

  /// Those right in a file or in a branch of an `#if`, in the order of the file.
  static func all(in parent: Node, of tree: SyntaxTree) -> [ImportBlock] {
    let bytes = tree.source.bytes
    var blocks: [ImportBlock] = []
    for node in parent.children where node.kind == .importDecl {
      let start = bytes.startOfLine(at: node.range.lowerBound.index)
      if let before = blocks.last?.imports.last,
        bytes.startOfNextLine(from: before.range.upperBound.index) == start
      {
        blocks[blocks.count - 1].imports.append(node)
      } else {
        blocks.append(ImportBlock(tree: tree, imports: [node]))
      }
    }
    return blocks
  }

  /// The place of a module, if one is imported whose name begins alike.
  func place(besideRelativesOf module: String) -> ImportPlace? {
    let relative = plain.last { name(of: $0).map { areRelatives($0, module) } ?? false }
    guard let relative else { return nil }
    return placeInOrder(module) ?? behind(relative)
  }

  func place(of module: String) -> ImportPlace {
    placeInOrder(module) ?? behind(plain.last ?? imports[imports.count - 1])
  }

  /// The place of a module in the order of the block; nil if it has none, or only one module.
  private func placeInOrder(_ module: String) -> ImportPlace? {
    let plain = plain
    let names = plain.map { name(of: $0) ?? "" }
    let orders: [(String, String) -> Bool] = [
      { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      { $0.lowercased().utf8.lexicographicallyPrecedes($1.lowercased().utf8) },
    ]
    guard names.count > 1,
      let precedes = orders.first(where: { precedes in
        zip(names, names.dropFirst()).allSatisfy { !precedes($1, $0) }
      })
    else { return nil }
    guard let next = names.firstIndex(where: { precedes(module, $0) }) else {
      return behind(plain[plain.count - 1])
    }
    let start = plain[next].range.lowerBound
    // Another statement on its line would be divided from it.
    guard tree.source.bytes.blanks(before: start.index) == "" else { return nil }
    return ImportPlace(offset: start, isInFront: true)
  }

  /// At the end of an import's line, behind a comment that ends it.
  private func behind(_ node: Node) -> ImportPlace {
    let bytes = tree.source.bytes
    let end = node.range.upperBound
    let line = bytes.endOfLine(from: end.index)
    let rest = bytes[end.index..<line].drop(while: \.isBlank)
    let isComment = rest.starts(with: "//".utf8)
    return ImportPlace(
      offset: isComment ? ByteOffset(line) : end, isInFront: false,
      indent: bytes.blanks(before: node.range.lowerBound.index) ?? "")
  }

  private func name(of node: Node) -> String? { node.child(.importPathComponent)?.name }
}

/// The branch of an `#if` that holds what a file imports; nil where something else stands beside the `#if`, or where several
/// branches import something: what is left out with the code that needs it goes with it.
private func branchOfAllImports(of tree: SyntaxTree) -> Node? {
  let items = tree.root.children
  guard items.count == 1, items[0].kind == .ifConfig else { return nil }
  let importing = items[0].ifConfigClauses.filter { clause in
    clause.children.contains { $0.kind == .importDecl }
  }
  return importing.count == 1 ? importing[0] : nil
}

/// Whether the names of two modules begin with the same word: those of `GRPC`, `GRPCCore` and `GRPCNIOTransportHTTP2`.
private func areRelatives(_ name: String, _ other: String) -> Bool {
  let words = (firstWord(of: name), firstWord(of: other))
  return min(words.0.count, words.1.count) > 2
    && (words.0.hasPrefix(words.1) || words.1.hasPrefix(words.0))
}

/// What a module's name begins with, up to where a word in small letters begins: `GRPC` of `GRPCCore`, `Swift` of `SwiftUI`.
private func firstWord(of module: String) -> Substring {
  let letters = Array(module)
  let capitals = letters.prefix { $0.isUppercase }.count
  if capitals == letters.count { return module[...] }
  if capitals > 1 { return module.prefix(capitals - 1) }
  return module.prefix(1) + module.dropFirst().prefix { !$0.isUppercase }
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
