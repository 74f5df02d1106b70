package import MoultFindings
package import MoultRules
import MoultSource
package import MoultSurfaces

/// A tree while files of it are edited, for who wants to know after each edit what is found.
///
/// What is found is what `analyse` would find in the files as they are. A program whose files are what they were is not
/// analysed again; the one of an edited file is kept, so that an edit of bodies costs no more than the files that it
/// concerns (`FollowedProgram`).
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
  }

  private let tree: DividedTree
  private let catalogue: Catalogue
  private let cache: TreeCache
  private var parts: [Part]

  /// What is found, by path.
  package private(set) var findings: [String: [Finding]]

  /// Analyses all files, and keeps what is known of the programs of those at `edited`.
  package init(
    _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache,
    edited: Set<String>
  ) async {
    tree = DividedTree(files, options)
    self.catalogue = catalogue
    self.cache = cache
    parts = await tree.map { part in
      let program = await FollowedProgram(part.files, catalogue, part.options, cache: cache)
      let isKept = part.files.contains { edited.contains($0.source.path) }
      return Part(
        number: part.number, options: part.options, files: part.files,
        program: isKept ? program : nil, found: isKept ? nil : program.result)
    }
    findings = [:]
    findings = Dictionary(grouping: result.findings, by: \.path)
  }

  /// What is found in all files.
  package var result: AnalysisResult {
    AnalysisResult(merging: parts.map(\.result), of: tree, unused: catalogue.unusedSuppressions)
  }

  /// Lets go of the programs that have none of the files at `paths`, but for what was found.
  package mutating func keepPrograms(of paths: Set<String>) {
    for place in parts.indices where parts[place].program != nil {
      guard !parts[place].files.contains(where: { paths.contains($0.source.path) }) else {
        continue
      }
      parts[place].found = parts[place].result
      parts[place].program = nil
    }
  }

  /// Takes another text of a file, which changes nothing about how the tree is divided.
  ///
  /// - Returns: the paths of the files whose findings may be others.
  package mutating func replace(by file: ProjectText) async -> Set<String> {
    let path = file.source.path
    var judged: Set<String> = []
    var concerned: [Int] = []
    for place in parts.indices {
      guard let position = parts[place].files.firstIndex(where: { $0.source.path == path }) else {
        continue
      }
      concerned.append(place)
      parts[place].files[position] = file
      if let due = await parts[place].program?.replaceBodies(by: file) {
        judged.formUnion(due)
      } else {
        // What was known goes first: two states of a large program are twice its memory.
        parts[place].program = nil
        parts[place].program = await FollowedProgram(
          parts[place].files, catalogue, parts[place].options, cache: cache)
        parts[place].found = nil
        judged.formUnion(parts[place].files.map(\.source.path))
      }
    }
    if concerned.count == 1, !judged.contains(where: tree.isShared),
      let program = parts[concerned[0]].program
    {
      for path in judged {
        let found = program.findings(at: path)
        findings[path] = found.isEmpty ? nil : found
      }
    } else {
      findings = Dictionary(grouping: result.findings, by: \.path)
    }
    return judged
  }
}
