import MoultFindings
import MoultReporting
import MoultRewriting
import MoultSource
import MoultSurfaces
import Synchronization

/// One file that is worth a closer look.
struct WorkspaceFile: Sendable {
  let source: SourceText
  let surface: Surface
  /// Whether a generator wrote it, by its name or its head.
  ///
  /// Such a file is never edited.
  let isGenerated: Bool
  /// Whether findings in it are asked for.
  ///
  /// The rest of the project around a single file is read for what it says about that file.
  let isInScope: Bool
  /// The anchors that it mentions, in the order of the list they come from.
  let anchors: [String]
}

/// Which of the files that were found a workspace keeps.
enum WorkspaceExtent: Sendable {
  /// Those that a rule can have something to say about, and what says something about them.
  case whatMatters
  /// The same, and all Swift whether anything mentions an anchor or not.
  case allSwift
  /// All that show a surface.
  case everything
}

/// What to look for in files, and what it shows.
struct WorkspaceWords: Sendable {
  /// The words of which a file must mention one to be worth a closer look.
  let anchors: [String]

  /// What makes a program worth reading whole; nil where any anchor does, but one of a script.
  let evidence: LibraryEvidence?
}

/// The files of a tree, as far as they matter.
struct Workspace: Sendable {
  /// Absolute; paths in output are relative to it.
  let base: String

  /// All manifests and `.proto` files, scripts that mention an anchor, and the code of programs that show a library;
  /// sorted by path.
  private(set) var files: [WorkspaceFile]

  /// What files were looked through for, and what shows a library; nil where any word does.
  let scanner: AnchorScanner
  let evidence: LibraryEvidence?

  /// What is built together in the tree; in a shard, what of it falls to the shard.
  let programs: Programs

  /// What falls to other shards; nil where there are none.
  let elsewhere: WorkspaceElsewhere?

  /// What is configured of the layout of Swift files, by path.
  let layouts: [String: LayoutSettings]

  let coverage: Coverage

  /// Returns the same files with another of the same path in place of one.
  func replacing(_ index: Int, by file: WorkspaceFile) -> Workspace {
    var copy = self
    copy.files[index] = file
    return copy
  }

  /// Reads what a walk found.
  ///
  /// - Parameters:
  ///   - context: files to read for what they say about those of the walk.
  ///   - shard: of which programs alone the code is read; nil for all.
  ///   - overlay: texts that stand for what is on disk, by absolute path.
  ///   - words: returns what to look for, given the manifests and `.proto` files.
  init(
    _ walk: Walk, context: [FoundFile], base: String, jobs: Int,
    extent: WorkspaceExtent = .whatMatters, shard: Shard? = nil,
    overlay: [String: [UInt8]] = [:],
    words: ([WorkspaceFile]) -> WorkspaceWords
  ) async {
    func isFact(_ file: FoundFile) -> Bool {
      switch file.surface {
      case .proto, .manifest: true
      case .swift, .objectiveC, .script, nil: false
      }
    }
    let found = walk.files.map { ($0, true) } + context.map { ($0, false) }
    let read = await parallelMap(found.filter { isFact($0.0) }, jobs: jobs) { file, isInScope in
      load(file, isInScope: isInScope, nil, overlay)
    }
    let words = words(read.compactMap(\.file))
    let scanner = AnchorScanner(anchors: words.anchors)
    // The facts were read before anyone knew what to look for in them.
    var all = await parallelMap(read, jobs: jobs) { $0.mentioning(scanner) }
    let facts = all.count
    let sieve = extent == .everything ? nil : Sieve(scanner, words.evidence)
    var rest = found.filter { !isFact($0.0) }
    var division: ShardedTree?
    if let shard {
      // What is no code says how the tree is divided, and there is little of it.
      let code = rest.filter { $0.0.isCode }
      rest.removeAll { $0.0.isCode }
      all += await parallelMap(rest, jobs: jobs) { file, isInScope in
        load(file, isInScope: isInScope, sieve, overlay)
      }
      let divided = await ShardedTree(
        shard, found.map(\.0), repositories: walk.repositories,
        texts: all.compactMap(\.inTree), jobs: jobs)
      division = divided
      rest += code.filter { divided.isOwn($0.0.path) }
    }
    all += await parallelMap(Array(rest[(all.count - facts)...]), jobs: jobs) { file, isInScope in
      load(file, isInScope: isInScope, sieve, overlay)
    }
    let tree = all.compactMap(\.inTree)
    let programs =
      division?.programs(of: tree) ?? Programs(tree, repositories: walk.repositories)
    if extent != .everything {
      let concerned = ConcernedPrograms(programs, all, words, all: extent == .allSwift)
      // Old APIs are used through names that only the program's own code knows: all of it counts.
      let passedOver = all.indices.dropFirst(facts).filter {
        all[$0].file == nil && concerned.reads(all[$0])
      }
      let again = passedOver.map { rest[$0 - facts] }
      let loaded = await parallelMap(again, jobs: jobs) { file, isInScope in
        load(file, isInScope: isInScope, nil, overlay)
      }
      for (position, file) in zip(passedOver, loaded) {
        all[position] = file.mentioning(all[position].anchors)
      }
      for index in all.indices.dropFirst(facts) where concerned.leaves(all[index]) {
        all[index].file = nil
      }
    }

    self.base = base
    self.scanner = scanner
    evidence = words.evidence
    self.programs = programs
    let kept = all.compactMap(\.file)
      .sorted { $0.source.path.utf8.lexicographicallyPrecedes($1.source.path.utf8) }
    files = programs.areWhole ? kept : kept.filter { programs.sees($0.source.path) }
    elsewhere = division.map { division in
      WorkspaceElsewhere(
        division, texts: kept.filter { !programs.sees($0.source.path) },
        isEmptyTree: division.codeElsewhere.isEmpty && all.allSatisfy { $0.surface == nil })
    }
    var layoutFiles = LayoutFiles(base: base)
    layouts = files.reduce(into: [:]) { layouts, file in
      guard file.surface == .swift, !file.isGenerated else { return }
      let path = joined(base, file.source.path)
      layouts[file.source.path] = layoutFiles.settings(forFile: path)
    }
    // What falls to no program is told by the first shard.
    let told = all.lazy.filter { division?.isOwn($0.path) ?? true }
    let tellsOfTree = shard.map { $0.index == 1 } ?? true
    let unbuilt = unbuiltSwift(among: told.filter(\.isInScope), of: files)
    let asked = told.filter { $0.isInScope && unbuilt[$0.path] == nil }
    coverage = Coverage(
      seen: Dictionary(asked.compactMap(\.surface).map { ($0, 1) }, uniquingKeysWith: +),
      generated: asked.filter(\.isGenerated).map(\.path),
      context: told.count { !$0.isInScope && $0.surface != nil },
      unrelated: (tellsOfTree ? walk.unrelated : 0)
        + asked.count { $0.surface == nil && $0.gap == nil },
      excluded: tellsOfTree ? walk.excluded : 0,
      gaps: (tellsOfTree ? walk.gaps : []) + asked.compactMap(\.gap) + unbuilt.values
        + told.compactMap(\.contextGap) + layoutFiles.notes)
  }
}

/// The programs of a tree that have to do with a library.
private struct ConcernedPrograms {
  private let programs: Programs
  private let words: WorkspaceWords
  private var numbers: Set<Int> = []

  init(_ programs: Programs, _ files: [LoadedFile], _ words: WorkspaceWords, all: Bool) {
    self.programs = programs
    self.words = words
    if all {
      numbers = Set(programs.all.indices)
      return
    }
    var seeingProtos: Set<Int> = []
    for file in files where file.surface == .proto {
      seeingProtos.formUnion(programs.programs(ofPath: file.path))
    }
    for file in files {
      guard let surface = file.surface, surface != .script else { continue }
      let anchors = file.anchors
      if let evidence = words.evidence {
        for program in programs.programs(ofPath: file.path) where !numbers.contains(program) {
          let seesProtos = seeingProtos.contains(program)
          if evidence.shows(
            surface, imports: file.imports, anchors: anchors, seesProtos: seesProtos)
          {
            numbers.insert(program)
          }
        }
      } else if !anchors.isEmpty {
        numbers.formUnion(programs.programs(ofPath: file.path))
      }
    }
  }

  /// Whether a file is code of such a program.
  func reads(_ file: LoadedFile) -> Bool {
    file.isCode && !numbers.isDisjoint(with: programs.programs(ofPath: file.path))
  }

  /// Whether a file is code that no rule can have anything to say about.
  func leaves(_ file: LoadedFile) -> Bool {
    guard let evidence = words.evidence, file.isCode, !reads(file) else { return false }
    return !evidence.concernsMoult(file.anchors)
  }
}

/// What became of one file that was found.
struct LoadedFile: Sendable {
  let path: String
  let isInScope: Bool
  /// What its name shows.
  let surfaceOfName: Surface?
  /// Nil if the file was not read, or shows no surface.
  var surface: Surface?
  var isGenerated = false
  var gap: Gap?
  var file: WorkspaceFile?

  /// What keeps a file from saying what it could about the others, which is worth a line and no more.
  var contextGap: Gap? {
    guard let gap, !isInScope else { return nil }
    switch gap.kind {
    case .skipped: return nil
    case .partlyUnderstood, .notUnderstood, .unreadable:
      return Gap(path: path, kind: .partlyUnderstood, reason: "read for context: " + gap.reason)
    }
  }

  /// What a Swift or Objective-C file imports, whether it is kept or not.
  var imports: [String] = []

  /// The anchors that it mentions, whether it is kept or not.
  var anchors: [String] = []

  var isCode: Bool { surface?.isCode ?? false }

  /// The file as the division into programs looks at it; nil if it shows no surface.
  ///
  /// Code counts by its name, as a shard knows no more of the code of others.
  var inTree: TreeFile? {
    if let surfaceOfName, surfaceOfName.isCode {
      return TreeFile(path: path, surface: surfaceOfName, imports: imports, source: nil)
    }
    return surface.map {
      TreeFile(path: path, surface: $0, imports: [], source: file?.source)
    }
  }

  /// The same file, with the anchors that it mentions.
  func mentioning(_ scanner: AnchorScanner) -> LoadedFile {
    guard let file else { return self }
    return mentioning(scanner.anchors(in: file.source.bytes).map { scanner.anchors[$0] })
  }

  func mentioning(_ anchors: [String]) -> LoadedFile {
    var result = self
    result.anchors = anchors
    result.file = file.map {
      WorkspaceFile(
        source: $0.source, surface: $0.surface, isGenerated: $0.isGenerated,
        isInScope: $0.isInScope, anchors: anchors)
    }
    return result
  }
}

extension LoadedFile {
  /// Looks at a text that is to stand for a Swift file, and keeps it whatever it says.
  init(_ text: [UInt8], at path: String, isInScope: Bool) {
    let found = FoundFile(path: path, absolutePath: path, surface: .swift)
    self = load(found, isInScope: isInScope, nil, [path: text])
  }
}

/// What a file is kept for before anyone knows which programs show a library.
///
/// A word alone is no evidence in code, so most of what mentions one is never looked into. A little of it is kept, for
/// small projects; what is beyond that is read again once it is wanted, and a clean tree takes no memory for its size.
final class Sieve: Sendable {
  let scanner: AnchorScanner
  private let evidence: LibraryEvidence?

  /// The bytes that may still be kept.
  private let left = Atomic(2 << 20)

  init(_ scanner: AnchorScanner, _ evidence: LibraryEvidence?) {
    self.scanner = scanner
    self.evidence = evidence
  }

  /// - Parameter anchors: what the file mentions; not empty.
  func keeps(_ surface: Surface, _ anchors: [String], bytes: Int) -> Bool {
    switch surface {
    case .swift, .objectiveC:
      guard let evidence, !evidence.concernsMoult(anchors) else { return true }
      return left.subtract(bytes, ordering: .relaxed).newValue >= 0
    case .proto, .manifest, .script: return true
    }
  }
}

/// Files without a dot in their name are read to see whether they are scripts, if they are no longer.
private let scriptLimit = 1 << 20

/// The first size in bytes of a file that is not looked into.
///
/// What people and generators write is far smaller, and what is known of a file takes up to fifty times its size
/// (`make limits`).
private let sizeLimit = 32 << 20

/// Returns the first size in bytes of a file that is not read.
///
/// Code and scripts may be mere data, which is of no interest unless the project's other files make it so.
private func readingLimit(_ surface: Surface?) -> Int {
  switch surface {
  case .proto, .manifest: sizeLimit
  case .swift, .objectiveC, .script: 1 << 32
  case nil: scriptLimit
  }
}

/// Reads one file and keeps what the sieve keeps; without one, keeps it anyway.
func load(
  _ found: FoundFile, isInScope: Bool, _ sieve: Sieve?, _ overlay: [String: [UInt8]]
) -> LoadedFile {
  var (result, text) = opened(found, isInScope: isInScope, overlay)
  guard let bytes = text, let surface = result.surface else { return result }
  result.isGenerated = hasGeneratedName(lastComponent(ofPath: found.path))
  if let sieve {
    let scanner = sieve.scanner
    result.anchors = scanner.anchors(in: bytes).map { scanner.anchors[$0] }
    if result.anchors.isEmpty { return result }
  }
  guard bytes.count < sizeLimit else {
    result.gap = Gap(
      path: found.path, kind: .notUnderstood,
      reason: ReadError.tooLarge(limit: sizeLimit).message)
    return result
  }
  let source = SourceText(path: found.path, bytes: bytes)
  result.isGenerated = result.isGenerated || hasGeneratedHeader(bytes)
  if surface == .swift, !result.isGenerated { result.isGenerated = hasGeneratedShape(source) }
  if let sieve, !sieve.keeps(surface, result.anchors, bytes: bytes.count) { return result }
  result.file = WorkspaceFile(
    source: source, surface: surface,
    isGenerated: result.isGenerated, isInScope: isInScope, anchors: result.anchors)
  return result
}

/// Returns what a file imports or includes, as `load` has it.
func imports(of found: FoundFile) -> [String] {
  opened(found, isInScope: true, [:]).file.imports
}

/// Reads one file and tells its surface and its imports; without a text where nobody can look into it, or no rule would.
private func opened(
  _ found: FoundFile, isInScope: Bool, _ overlay: [String: [UInt8]]
) -> (file: LoadedFile, text: [UInt8]?) {
  var result = LoadedFile(
    path: found.path, isInScope: isInScope, surfaceOfName: found.surface)
  func gap(_ kind: Gap.Kind, _ reason: String) -> (LoadedFile, [UInt8]?) {
    result.gap = Gap(path: found.path, kind: kind, reason: reason)
    return (result, nil)
  }

  let bytes: [UInt8]
  do throws(ReadError) {
    if let text = overlay[found.absolutePath] {
      bytes = text
    } else {
      bytes = try readFile(found.absolutePath, below: readingLimit(found.surface))
    }
  } catch {
    switch error {
    case .tooLarge:
      return found.surface == nil ? (result, nil) : gap(.notUnderstood, error.message)
    case .notARegularFile: return gap(.skipped, error.message)
    case .system: return gap(.unreadable, error.message)
    }
  }
  guard let surface = found.surface ?? (bytes.starts(with: "#!".utf8) ? .script : nil) else {
    return (result, nil)
  }
  if isBinary(bytes) { return gap(.skipped, "binary") }
  result.surface = surface
  switch surface {
  case .swift, .proto:
    if let offset = firstInvalidUTF8(in: bytes) {
      return gap(.notUnderstood, "not UTF-8 at byte \(offset)")
    }
  case .objectiveC, .manifest, .script:
    if found.path.hasSuffix(".swift"), let offset = firstInvalidUTF8(in: bytes) {
      return gap(.notUnderstood, "not UTF-8 at byte \(offset)")
    }
  }
  result.imports = TreeFile.imports(in: bytes, surface)
  return (result, bytes)
}
