/// What is built together: a package with the local packages that it depends on, an app with its project.
///
/// Files of other programs have no part in its modules, eras, versions and findings.
package struct Program: Hashable, Sendable {
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

extension Program: Comparable {
  /// Orders by name, the root first; those of one name, which see the same files, by what they own.
  package static func < (lhs: Program, rhs: Program) -> Bool {
    if lhs.name != rhs.name {
      return Program.name(lhs.name, precedes: rhs.name)
    }
    return lhs.own.sorted().lexicographicallyPrecedes(rhs.own.sorted())
  }

  /// Whether the program of one name comes before that of another.
  package static func name(_ name: String, precedes other: String) -> Bool {
    name == "." ? other != "." : other != "." && name < other
  }
}

/// What happens to a program in the course of a run.
package enum ProgramEvent: Sendable {
  /// Work on it begins; it is judged by so many files.
  case began(Program, files: Int)
  case ended(Program)
}

/// A tree, divided into programs.
package struct Programs: Sendable {
  /// Sorted by name, the root first; at least one, unless they are a part of those of a tree.
  package let all: [Program]

  /// Whether these are all programs of the tree.
  package let areWhole: Bool

  /// The files on which programs report that are not among these.
  private let reportedElsewhere: Set<String>

  /// The indices of the programs that a file is visible to, by path.
  private let programsOfFile: [String: [Int]]

  /// The only program that reports on a file, by path.
  private let homeOfFile: [String: Int]

  init(_ programs: [Program]) { self.init(programs.sorted(), besides: nil) }

  /// - Parameters:
  ///   - all: sorted.
  ///   - reportedElsewhere: the files on which others of the tree report; nil if there are none.
  private init(_ all: [Program], besides reportedElsewhere: Set<String>?) {
    areWhole = reportedElsewhere == nil
    self.reportedElsewhere = reportedElsewhere ?? []
    var programsOfFile: [String: [Int]] = [:]
    for (index, program) in all.enumerated() {
      for path in program.visible { programsOfFile[path, default: []].append(index) }
    }
    self.all = all
    self.programsOfFile = programsOfFile
    var homeOfFile: [String: Int] = [:]
    for (path, numbers) in programsOfFile {
      let reporting = numbers.filter { !all[$0].seen.contains(path) }
      if reporting.count == 1, !self.reportedElsewhere.contains(path) {
        homeOfFile[path] = reporting[0]
      }
    }
    self.homeOfFile = homeOfFile
  }

  /// Returns some of the programs, which share files with the others as before.
  ///
  /// - Parameter numbers: as indices into `all`.
  package func limited(to numbers: Set<Int>) -> Programs {
    var elsewhere: Set<String> = []
    for (index, program) in all.enumerated() where !numbers.contains(index) {
      elsewhere.formUnion(program.own)
      elsewhere.formUnion(program.shared)
    }
    return Programs(numbers.sorted().map { all[$0] }, besides: elsewhere)
  }

  /// The programs that the file at a path is visible to, as indices into `all`, ascending; where it is not known, all of
  /// a whole tree.
  package func programs(ofPath path: String) -> [Int] {
    programsOfFile[path] ?? (areWhole ? Array(all.indices) : [])
  }

  /// Whether any of these programs is judged by the file at a path.
  package func sees(_ path: String) -> Bool { programsOfFile[path] != nil }

  /// The number of programs among these that report on the file at a path.
  package func reporters(on path: String) -> Int {
    programs(ofPath: path).count { !all[$0].seen.contains(path) }
  }

  /// Whether a program reports on the file at a path that is not among these.
  package func isReportedElsewhere(_ path: String) -> Bool { reportedElsewhere.contains(path) }

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
