/// What is built together: a package with the local packages that it depends on, an app with its project.
///
/// Files of other programs have no part in its modules, eras, versions and findings.
package struct Program: Sendable {
  /// The outermost folder of it, without a final `/`; `.` for the root.
  package let name: String

  /// The files that belong to this program and to no other.
  package let own: Set<String>

  /// Files above it that speak for several programs, such as `.proto` files and the scripts that generate from them: what
  /// is found in them is found for each.
  package let shared: Set<String>

  /// Files of a package that another program depends on as well, and reports on.
  package let seen: Set<String>

  /// All files that it is judged by.
  package var visible: Set<String> { own.union(shared).union(seen) }
}

/// What happens to a program in the course of a run.
package enum ProgramEvent: Sendable {
  /// Work on it begins; it is judged by so many files.
  case began(Program, files: Int)
  case ended(Program)
}

/// A tree, divided into programs.
package struct Programs: Sendable {
  /// At least one; sorted by name, the root first.
  package let all: [Program]

  /// The indices of the programs that a file is visible to, by path.
  private let programsOfFile: [String: [Int]]

  /// The only program that reports on a file, by path.
  private let homeOfFile: [String: Int]

  init(_ programs: [Program]) {
    let all = programs.sorted {
      $0.name == "." ? $1.name != "." : $1.name != "." && $0.name < $1.name
    }
    var programsOfFile: [String: [Int]] = [:]
    for (index, program) in all.enumerated() {
      for path in program.visible { programsOfFile[path, default: []].append(index) }
    }
    self.all = all
    self.programsOfFile = programsOfFile
    var homeOfFile: [String: Int] = [:]
    for (path, numbers) in programsOfFile {
      let reporting = numbers.filter { !all[$0].seen.contains(path) }
      if reporting.count == 1 { homeOfFile[path] = reporting[0] }
    }
    self.homeOfFile = homeOfFile
  }

  /// The programs that the file at a path is visible to, as indices into `all`, ascending; all where it is not known.
  package func programs(ofPath path: String) -> [Int] {
    programsOfFile[path] ?? Array(all.indices)
  }

  /// Returns the program that alone reports on the file at a path; nil if several do.
  package func home(ofPath path: String) -> Int? { homeOfFile[path] }

  /// The programs that no edit can reach from outside: those that share files come together, in order of `all`.
  package var groups: [[Int]] {
    var groups = DisjointSets<Int>()
    for programs in programsOfFile.values {
      for other in programs.dropFirst() { groups.join(programs[0], other) }
    }
    return Dictionary(grouping: all.indices, by: { groups.root(of: $0) })
      .sorted { $0.key < $1.key }.map(\.value)
  }
}

/// Sets that are joined and never divided; each is known by its least element.
struct DisjointSets<Element: Hashable & Comparable> {
  private var parents: [Element: Element] = [:]

  /// - Complexity: O(log *n*) on average over many questions, *n* elements in all.
  mutating func root(of element: Element) -> Element {
    var root = element
    while let next = parents[root] { root = next }
    // Whoever asks next from anywhere on the way has one step to go.
    var current = element
    while let next = parents[current], next != root {
      parents[current] = root
      current = next
    }
    return root
  }

  mutating func join(_ first: Element, _ second: Element) {
    let (one, other) = (root(of: first), root(of: second))
    guard one != other else { return }
    parents[max(one, other)] = min(one, other)
  }
}
