import MoultSemantics
import MoultSource
import MoultSyntax

/// The files of a project that mention a name, by the name's `stableHash`.
///
/// Files are numbers, their places in the project. Most names are those of one file.
struct FilesByName: Sendable {
  /// The files of a stretch that a thread read, in their order.
  private struct Table {
    let files: Range<Int>

    /// The first file that mentions each name.
    private var first: [UInt64: UInt32] = [:]

    /// The others, of the names that several files mention.
    private var others: [UInt64: [UInt32]] = [:]

    init(_ trees: [SyntaxTree], _ files: Range<Int>) {
      self.files = files
      for index in files {
        let file = UInt32(index)
        for name in mentionedNames(in: trees[index]) {
          guard first[name] != nil else {
            first[name] = file
            continue
          }
          others[name, default: []].append(file)
        }
      }
    }

    subscript(name: UInt64) -> [Int] {
      get {
        guard let first = first[name] else { return [] }
        return [Int(first)] + (others[name] ?? []).map(Int.init)
      }
      set {
        first[name] = newValue.first.map(UInt32.init)
        others[name] = newValue.count > 1 ? newValue.dropFirst().map(UInt32.init) : nil
      }
    }
  }

  /// One for each stretch of files that a thread read; all in the order of the files.
  private var tables: [Table]

  /// - Parameter jobs: how many threads read the files.
  /// - Complexity: O(*n*) in the tokens.
  init(_ trees: [SyntaxTree], jobs: Int) {
    tables = parallelRanges(trees.count, jobs: jobs, atLeast: 64) { Table(trees, $0) }
  }

  /// The files that mention a name, in their order.
  ///
  /// - Complexity: O(*m*) in these files.
  subscript(name: UInt64) -> [Int] { tables.flatMap { $0[name] } }

  /// Takes another text of a file.
  mutating func replace(_ index: Int, _ old: SyntaxTree, by new: SyntaxTree) {
    guard let place = tables.firstIndex(where: { $0.files.contains(index) }) else { return }
    let (before, after) = (Set(mentionedNames(in: old)), Set(mentionedNames(in: new)))
    for name in before.subtracting(after) { tables[place][name].removeAll { $0 == index } }
    for name in after.subtracting(before) {
      let files = tables[place][name]
      tables[place][name].insert(index, at: files.firstIndex { $0 > index } ?? files.count)
    }
  }
}
