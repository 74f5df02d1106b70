import MoultSource
import MoultSyntax

/// The files of a project that mention a name, by the name's `stableHash`.
///
/// Files are numbers, their places in the project.
struct FilesByName: Sendable {
  /// One for each stretch of files that a thread read; all in the order of the files.
  private var tables: [(files: Range<Int>, byName: [UInt64: [Int]])]

  /// - Parameter jobs: how many threads read the files.
  /// - Complexity: O(*n*) in the tokens.
  init(_ trees: [SyntaxTree], jobs: Int) {
    tables = parallelRanges(trees.count, jobs: jobs, atLeast: 64) { files in
      var byName: [UInt64: [Int]] = [:]
      for index in files {
        for name in nameHashes(in: trees[index]) { byName[name, default: []].append(index) }
      }
      return (files: files, byName: byName)
    }
  }

  /// The files that mention a name, in their order.
  ///
  /// - Complexity: O(*m*) in these files.
  subscript(name: UInt64) -> [Int] { tables.flatMap { $0.byName[name] ?? [] } }

  /// Takes another text of a file.
  mutating func replace(_ index: Int, _ old: SyntaxTree, by new: SyntaxTree) {
    guard let place = tables.firstIndex(where: { $0.files.contains(index) }) else { return }
    let (before, after) = (nameHashes(in: old), nameHashes(in: new))
    for name in before.subtracting(after) {
      tables[place].byName[name]?.removeAll { $0 == index }
    }
    for name in after.subtracting(before) {
      let files = tables[place].byName[name] ?? []
      let next = files.firstIndex { $0 > index } ?? files.count
      tables[place].byName[name, default: []].insert(index, at: next)
    }
  }
}

/// Returns the stable hashes of the names, keywords and operators that a file mentions; of `$name` and `_name`, which a
/// wrapper makes, that of `name` as well.
///
/// - Complexity: O(*n*) in the tokens.
private func nameHashes(in tree: SyntaxTree) -> Set<UInt64> {
  var hashes: Set<UInt64> = []
  for token in tree.tokens {
    switch token.kind {
    case .identifier, .keyword, .binaryOperator, .prefixOperator, .postfixOperator: break
    default: continue
    }
    var name = tree.source.bytes[token.range.indices]
    if name.first == UInt8(ascii: "`") { name = name.dropFirst().dropLast() }
    hashes.insert(stableHash(name))
    if let first = name.first, "$_".utf8.contains(first) {
      hashes.insert(stableHash(name.dropFirst()))
    }
  }
  return hashes
}
