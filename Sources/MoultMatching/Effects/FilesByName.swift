import MoultSemantics
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
        for name in mentionedNames(in: trees[index]) { byName[name, default: []].append(index) }
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
    let (before, after) = (Set(mentionedNames(in: old)), Set(mentionedNames(in: new)))
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
