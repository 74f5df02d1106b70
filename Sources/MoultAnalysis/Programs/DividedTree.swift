import MoultRules
import MoultSource
import MoultSurfaces

/// The files of a run, program by program.
///
/// Copies of libraries belong to none, nor does Swift that no package compiles. What shows a copy may lie in another program than files of it, such as the podspec beside
/// `.proto` files that are shared with a project which the copy brings along: so the whole tree is asked.
struct DividedTree: Sendable {
  /// One program with what it is judged by.
  struct Part: Sendable {
    /// As an index into `DividedTree.programs`.
    let number: Int

    let program: Program
    let files: [ProjectText]

    /// What was asked for, limited to the files that the program reports on.
    let options: AnalysisOptions

    /// The files of some that the program reports on.
    func reported(among paths: Set<String>) -> Set<String> {
      paths.filter { !program.seen.contains($0) }
    }
  }

  let programs: Programs

  /// Those that have files in this run, in the order of the programs.
  let parts: [Part]

  private let jobs: Int
  private let watch: @Sendable (ProgramEvent) -> Void

  /// - Complexity: O(*n*) in the files, and in their bytes if nobody has divided them yet.
  init(_ all: [ProjectText], _ options: AnalysisOptions, _ catalogue: Catalogue) {
    let programs = options.programs ?? Programs(all)
    let own = all.withoutLibraries(catalogue) { catalogue.versions }
    let files = own.files.withoutUnbuilt()
    let options = options.beside(own.copies)
    self.programs = programs
    jobs = options.jobs
    watch = options.watch
    guard programs.all.count > 1 || !programs.areWhole else {
      parts = programs.all.map { Part(number: 0, program: $0, files: files, options: options) }
      return
    }
    var filesOfProgram = [[ProjectText]](repeating: [], count: programs.all.count)
    for file in files {
      for program in programs.programs(ofPath: file.source.path) {
        filesOfProgram[program].append(file)
      }
    }
    parts = zip(programs.all, filesOfProgram).enumerated().compactMap { number, part in
      let (program, files) = part
      guard !files.isEmpty else { return nil }
      let reported = Set(files.map(\.source.path)).subtracting(program.seen)
      return Part(
        number: number, program: program, files: files,
        options: options.limited(to: reported, jobs: options.jobs))
    }
  }

  /// The program that reports on the file at a path, the first if several do.
  func part(reportingOn path: String) -> Part? {
    parts.first { part in
      programs.areWhole && programs.all.count == 1
        || programs.programs(ofPath: path).contains(part.number)
          && !part.program.seen.contains(path)
    }
  }

  /// Does something for each program, large ones one after another and small ones beside each other; in the order of
  /// the programs.
  func map<Result: Sendable>(_ body: @escaping @Sendable (Part) async -> Result) async -> [Result] {
    var results: [Int: Result] = [:]
    let sizes = parts.map { $0.files.reduce(0) { $0 + $1.source.bytes.count } }
    // A program keeps all threads busy by itself if the others are not much more than it.
    let large = sizes.reduce(0, +) / (2 * max(1, jobs))
    for (place, part) in parts.enumerated() where sizes[place] > large || jobs == 1 {
      results[place] = await watched(part, body)
    }
    let small = parts.indices.filter { results[$0] == nil }
    await withTaskGroup(of: (Int, Result).self) { group in
      var waiting = small.makeIterator()
      func addTask() {
        guard let place = waiting.next() else { return }
        group.addTask { (place, await watched(parts[place].withOneJob, body)) }
      }
      for _ in 0..<jobs { addTask() }
      for await (place, result) in group {
        results[place] = result
        addTask()
      }
    }
    return parts.indices.compactMap { results[$0] }
  }

  private func watched<Result: Sendable>(
    _ part: Part, _ body: @Sendable (Part) async -> Result
  ) async -> Result {
    guard parts.count > 1 else { return await body(part) }
    watch(.began(part.program, files: part.files.count))
    let result = await body(part)
    watch(.ended(part.program))
    return result
  }
}

extension DividedTree.Part {
  fileprivate var withOneJob: DividedTree.Part {
    DividedTree.Part(
      number: number, program: program, files: files, options: options.working(1))
  }
}
