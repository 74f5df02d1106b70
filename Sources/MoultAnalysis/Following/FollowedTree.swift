import Dispatch
package import MoultFindings
package import MoultRules
import MoultSource
package import MoultSurfaces

/// A tree while files of it are edited, for who wants to know after each edit what is found.
///
/// What is found is what `analyse` would find in the files as they are. A program whose files are what they were is not
/// analysed again; the one of an edited file is kept, so that an edit of bodies or members costs no more than the files
/// that it concerns (`FollowedProgram`).
///
/// The edited file is judged first, so that who edits it waits for nothing else; the others are due, and what is found in
/// them is what was found before until `judgeDue` has judged them.
package struct FollowedTree: Sendable {
  private struct Part: Sendable {
    let number: Int
    let options: AnalysisOptions
    var files: [ProjectText]

    /// Nil where no file of the program is edited: what was read of it is freed.
    var program: FollowedProgram?

    /// What was found; nil where the program is kept, which knows.
    var found: AnalysisResult?

    var result: AnalysisResult {
      program?.result ?? found ?? AnalysisResult(findings: [], suppressed: [], gaps: [])
    }

    /// Whether two states of the program at a time are small beside all else that is kept.
    var isSmall: Bool { files.reduce(0) { $0 + $1.source.bytes.count } < 4_000_000 }
  }

  private let tree: DividedTree
  private let catalogue: Catalogue
  private let cache: TreeCache
  private var parts: [Part]

  /// What is found, by path; in files that are due, what was found before.
  package private(set) var findings: [String: [Finding]]

  /// Whether files are to be judged, or to be judged again.
  package var isDue: Bool { !isJudged }

  /// Whether the file at a path is to be judged, or to be judged again.
  package func isDue(_ path: String) -> Bool {
    parts.contains { $0.program?.due.contains(path) ?? false }
  }

  /// The paths of the files that are to be judged, or to be judged again.
  package var due: Set<String> {
    parts.reduce(into: []) { $0.formUnion($1.program?.due ?? []) }
  }

  /// Whether a file was judged that several programs report on, or whose program ignores what fixes would change: then what is found is joined
  /// when nothing is due.
  private var joinsAll = false

  /// Analyses all files, and keeps what is known of the programs of those at `edited`.
  package init(
    _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache,
    edited: Set<String>
  ) async {
    tree = DividedTree(files, options, catalogue)
    self.catalogue = catalogue
    self.cache = cache
    parts = await tree.map { part in
      var program = await FollowedProgram(part.files, catalogue, part.options, cache: cache)
      _ = await program.judgeDue(atMost: .max)
      let isKept = part.files.contains { edited.contains($0.source.path) }
      // What is done for an edit is done for its program alone, with all threads.
      return Part(
        number: part.number, options: part.options.working(options.jobs), files: part.files,
        program: isKept ? program : nil, found: isKept ? nil : program.result)
    }
    findings = [:]
    joinAll()
  }

  private mutating func joinAll() {
    findings = Dictionary(grouping: result.findings, by: \.path)
    joinsAll = false
  }

  /// What is found in all files, if none is due.
  private var result: AnalysisResult {
    AnalysisResult(merging: parts.map(\.result), of: tree, absences: catalogue.rulesOfAbsence)
  }

  /// Returns what is found in all files, once those that are due are judged.
  package mutating func judged() async -> AnalysisResult {
    await judgeDue()
    return result
  }

  /// Judges files that are due.
  ///
  /// - Parameter count: how many at most.
  package mutating func judgeDue(atMost count: Int = .max) async {
    var left = count
    for place in parts.indices {
      guard left > 0 else { break }
      guard let judged = await parts[place].program?.judgeDue(atMost: left) else { continue }
      left -= judged.count
      take(judged, of: parts[place])
    }
    joinIfAllIsJudged()
  }

  private mutating func joinIfAllIsJudged() {
    if joinsAll, isJudged { joinAll() }
  }

  private var isJudged: Bool { parts.allSatisfy { $0.program?.due.isEmpty ?? true } }

  /// Takes what was found in files of a program that were judged.
  private mutating func take(_ judged: Set<String>, of part: Part) {
    let found = part.program?.findings(at: judged) ?? [:]
    for path in judged {
      if tree.isShared(path) { joinsAll = true }
      findings[path] = found[path].flatMap { $0.isEmpty ? nil : $0 }
    }
    if part.program?.ignoresFixes == true { joinsAll = true }
  }

  /// Lets go of the programs that have none of the files at `paths`, but for what was found.
  package mutating func keepPrograms(of paths: Set<String>) async {
    for place in parts.indices where parts[place].program != nil {
      guard !parts[place].files.contains(where: { paths.contains($0.source.path) }) else {
        continue
      }
      if let judged = await parts[place].program?.judgeDue(atMost: .max) {
        take(judged, of: parts[place])
      }
      parts[place].found = parts[place].result
      parts[place].program = nil
    }
    joinIfAllIsJudged()
  }

  /// Takes another text of a file, which changes nothing about how the tree is divided, and judges that file.
  ///
  /// Other files may be due then. If several programs have the file, all of them are judged.
  package mutating func replace(by file: ProjectText) async {
    let path = file.source.path
    var concerned: [Int] = []
    for place in parts.indices {
      guard let position = parts[place].files.firstIndex(where: { $0.source.path == path }) else {
        continue
      }
      concerned.append(place)
      parts[place].files[position] = file
      if await parts[place].program?.replace(by: file) != true {
        await remake(place, first: path)
      }
    }
    guard concerned.count == 1, !tree.isShared(path) else {
      joinsAll = true
      await judgeDue()
      return
    }
    take([path], of: parts[concerned[0]])
  }

  /// Analyses a program anew, and judges one of its files.
  private mutating func remake(_ place: Int, first path: String) async {
    let old = parts[place].isSmall ? parts[place].program : nil
    // Of a large program what was known goes first: two states of it are twice its memory.
    parts[place].program = nil
    parts[place].program = await FollowedProgram(
      parts[place].files, catalogue, parts[place].options, cache: cache, first: path)
    parts[place].found = nil
    // To free what was known takes as long as to judge many files, and nobody has to wait for it.
    if let old { DispatchQueue.global(qos: .utility).async { withExtendedLifetime(old) {} } }
  }
}
