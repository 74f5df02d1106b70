/// Returns the groups of files that import each other in a circle, a file that imports itself among them.
///
/// - Parameter imports: for each file, those that it imports.
/// - Returns: each group sorted, the groups by their first members.
/// - Complexity: O(*n*) in files and imports; does not recurse, however long a chain of imports is.
func importCycles(_ imports: [[Int]]) -> [[Int]] {
  var finder = CycleFinder(imports)
  for file in imports.indices { finder.visit(file) }
  return finder.groups.sorted { $0[0] < $1[0] }
}

/// Tarjan's search for strongly connected groups, with a stack of its own.
private struct CycleFinder {
  private let imports: [[Int]]
  private(set) var groups: [[Int]] = []

  /// The number that a file got when it was first seen, and the least one that it leads to; -1 before.
  private var number: [Int]
  private var least: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var count = 0

  init(_ imports: [[Int]]) {
    self.imports = imports
    number = Array(repeating: -1, count: imports.count)
    least = number
    isOpen = Array(repeating: false, count: imports.count)
  }

  mutating func visit(_ start: Int) {
    guard number[start] < 0 else { return }
    var path = [(file: start, next: 0)]
    begin(start)
    while let (file, next) = path.last {
      if next < imports[file].count {
        path[path.count - 1].next += 1
        let target = imports[file][next]
        if number[target] < 0 {
          begin(target)
          path.append((target, 0))
        } else if isOpen[target] {
          least[file] = min(least[file], number[target])
        }
      } else {
        path.removeLast()
        if let parent = path.last?.file { least[parent] = min(least[parent], least[file]) }
        if least[file] == number[file] { close(file) }
      }
    }
  }

  private mutating func begin(_ file: Int) {
    number[file] = count
    least[file] = count
    count += 1
    open.append(file)
    isOpen[file] = true
  }

  private mutating func close(_ root: Int) {
    var group: [Int] = []
    while let file = open.popLast() {
      isOpen[file] = false
      group.append(file)
      if file == root { break }
    }
    if group.count > 1 || imports[root].contains(root) { groups.append(group.sorted()) }
  }
}
