import MoultReporting
import MoultSource

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

/// The files of a project, as far as they matter.
struct Workspace: Sendable {
  /// Absolute; paths in output are relative to it.
  let base: String

  /// All manifests and `.proto` files, and what else mentions an anchor; all Swift and Objective-C files
  /// if any file but a script does; sorted by path.
  let files: [WorkspaceFile]

  let coverage: Coverage

  /// Reads what a walk found.
  ///
  /// - Parameters:
  ///   - context: files to read for what they say about those of the walk.
  ///   - overlay: texts that stand for what is on disk, by absolute path.
  ///   - anchors: returns the words to look for, given the manifests and `.proto` files.
  init(
    _ walk: Walk, context: [FoundFile], base: String, jobs: Int,
    extent: WorkspaceExtent = .whatMatters, overlay: [String: [UInt8]] = [:],
    anchors: ([WorkspaceFile]) -> [String]
  ) async {
    func isFact(_ file: FoundFile) -> Bool {
      switch file.surface {
      case .proto, .manifest: true
      case .swift, .objectiveC, .script, nil: false
      }
    }
    let found = walk.files.map { ($0, true) } + context.map { ($0, false) }
    let facts = await parallelMap(found.filter { isFact($0.0) }, jobs: jobs) { file, isInScope in
      load(file, isInScope: isInScope, nil, overlay)
    }
    let scanner = AnchorScanner(anchors: anchors(facts.compactMap(\.file)))
    let filter = extent == .everything ? nil : scanner
    var others = await parallelMap(found.filter { !isFact($0.0) }, jobs: jobs) { file, isInScope in
      load(file, isInScope: isInScope, filter, overlay)
    }
    let usesGeneratedHeaders = others.contains { $0.importsGeneratedHeader }
    if extent == .allSwift || usesGeneratedHeaders
      || (facts + others).contains(where: { $0.mentionsAnchor(scanner) })
    {
      // Old APIs are used through names that only the project's own code knows: all of it counts.
      let passedOver = others.indices.filter {
        others[$0].file == nil
          && (others[$0].surface == .swift || others[$0].surface == .objectiveC)
      }
      let byPath = Dictionary(
        found.map { ($0.0.path, $0) }, uniquingKeysWith: { first, _ in first })
      let again = passedOver.compactMap { byPath[others[$0].path] }
      let loaded = await parallelMap(again, jobs: jobs) { file, isInScope in
        load(file, isInScope: isInScope, nil, overlay)
      }
      for (position, file) in zip(passedOver, loaded) { others[position] = file }
    }

    self.base = base
    let all = facts + others
    files = all.compactMap(\.file)
      .map { file in
        // The facts were read before anyone knew what to look for in them.
        guard file.anchors.isEmpty else { return file }
        return WorkspaceFile(
          source: file.source, surface: file.surface, isGenerated: file.isGenerated,
          isInScope: file.isInScope,
          anchors: scanner.anchors(in: file.source.bytes).map { scanner.anchors[$0] })
      }
      .sorted { $0.source.path.utf8.lexicographicallyPrecedes($1.source.path.utf8) }
    let asked = all.filter(\.isInScope)
    coverage = Coverage(
      seen: Dictionary(asked.compactMap(\.surface).map { ($0, 1) }, uniquingKeysWith: +),
      generated: asked.filter(\.isGenerated).map(\.path),
      context: all.count { !$0.isInScope && $0.surface != nil },
      unrelated: walk.unrelated + asked.count { $0.surface == nil && $0.gap == nil },
      excluded: walk.excluded,
      gaps: walk.gaps + asked.compactMap(\.gap) + all.compactMap(\.contextGap))
  }
}

/// What became of one file that was found.
private struct LoadedFile: Sendable {
  let path: String
  let isInScope: Bool
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

  /// Whether the file uses Objective-C classes that are made from `.proto` files, which other files may do
  /// without a word of it.
  var importsGeneratedHeader: Bool {
    guard surface == .objectiveC, !isGenerated, let file else { return false }
    return file.anchors.contains { $0 == "pbobjc" || $0 == "pbrpc" }
  }

  func mentionsAnchor(_ scanner: AnchorScanner) -> Bool {
    // A script that mentions one speaks for itself alone.
    guard let file, surface != .script else { return false }
    return !file.anchors.isEmpty || scanner.findsAnchor(in: file.source.bytes)
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

/// Reads one file and keeps it if it mentions an anchor; without a scanner, keeps it anyway.
private func load(
  _ found: FoundFile, isInScope: Bool, _ scanner: AnchorScanner?, _ overlay: [String: [UInt8]]
) -> LoadedFile {
  var result = LoadedFile(path: found.path, isInScope: isInScope)
  func gap(_ kind: Gap.Kind, _ reason: String) -> LoadedFile {
    result.gap = Gap(path: found.path, kind: kind, reason: reason)
    return result
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
      return found.surface == nil ? result : gap(.notUnderstood, error.message)
    case .notARegularFile: return gap(.skipped, error.message)
    case .system: return gap(.unreadable, error.message)
    }
  }
  guard let surface = found.surface ?? (bytes.starts(with: "#!".utf8) ? .script : nil) else {
    return result
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
  let fileName = found.path.split(separator: "/").last.map(String.init) ?? found.path
  result.isGenerated = hasGeneratedName(fileName)
  var anchors: [String] = []
  if let scanner {
    anchors = scanner.anchors(in: bytes).map { scanner.anchors[$0] }
    if anchors.isEmpty { return result }
  }
  guard bytes.count < sizeLimit else {
    return gap(.notUnderstood, ReadError.tooLarge(limit: sizeLimit).message)
  }
  let source = SourceText(path: found.path, bytes: bytes)
  result.isGenerated = result.isGenerated || hasGeneratedHeader(bytes)
  if surface == .swift, !result.isGenerated { result.isGenerated = hasGeneratedShape(source) }
  result.file = WorkspaceFile(
    source: source, surface: surface,
    isGenerated: result.isGenerated, isInScope: isInScope, anchors: anchors)
  return result
}
