import MoultFindings
import MoultFixes
import MoultManifests
import MoultReporting
import MoultSource
import MoultSyntax

/// The Markdown files of a project, and the code in them.
struct MarkdownFiles: Sendable {
  /// Those that hold code that is read, sorted by path.
  let documents: [SourceText]
  let blocks: [MarkdownBlock]

  /// The number of files, with code or without, that have no surface of their own.
  let unrelated: Int

  /// What was not read, and why.
  let gaps: [Gap]

  /// - Parameters:
  ///   - found: the Markdown files that a walk found.
  ///   - generated: modules of generated code, whose names documentation uses without importing them.
  ///   - overlay: texts that stand for what is on disk, by path.
  init(
    _ found: [FoundFile], seeing generated: [String], overlay: [String: [UInt8]] = [:]
  ) {
    var documents: [SourceText] = []
    var blocks: [MarkdownBlock] = []
    var gaps: [Gap] = []
    for file in found {
      let bytes: [UInt8]
      do throws(ReadError) {
        if let text = overlay[file.path] {
          bytes = text
        } else {
          bytes = try readFile(file.absolutePath, below: 32 << 20)
        }
      } catch {
        gaps.append(Gap(path: file.path, kind: .unreadable, reason: error.message))
        continue
      }
      guard !isBinary(bytes), firstInvalidUTF8(in: bytes) == nil else {
        gaps.append(Gap(path: file.path, kind: .skipped, reason: "Markdown that is not UTF-8"))
        continue
      }
      let source = SourceText(path: file.path, bytes: bytes)
      let fences = markdownFences(in: source)
      // What people are told to type in these is looked at without being asked for.
      let isScript = file.surface == .script
      let kinds = fences.map { fence in
        MarkdownCode(fence, in: source).flatMap { kind in
          isScript && kind == .file("run.sh") ? nil : kind
        }
      }
      if fences.contains(where: { !$0.isClosed }) {
        gaps.append(
          Gap(path: file.path, kind: .skipped, reason: "a code block that nothing closes"))
      }
      let imported = zip(fences, kinds).filter { $0.1 == .swift }.flatMap { fence, _ in
        parse(SourceText(path: "", bytes: Array(bytes[fence.content.indices]))).importedModules
      }
      let modules = (Set(imported).subtracting(generated)).sorted() + generated
      var unread = 0
      var own: [MarkdownBlock] = []
      for (index, (fence, kind)) in zip(fences, kinds).enumerated() {
        guard let kind else { continue }
        if let block = MarkdownBlock(
          fence, as: kind, number: index + 1, in: source, importing: modules)
        {
          own.append(block)
        } else {
          unread += 1
        }
      }
      if unread > 0 {
        gaps.append(
          Gap(
            path: file.path, kind: .skipped,
            reason: "fragments of Swift that do not parse: \(unread)"))
      }
      if !own.isEmpty { documents.append(source) }
      blocks += own
    }
    self.documents = documents
    unrelated = found.count { $0.surface == nil }
    self.blocks = blocks
    self.gaps = gaps
  }

  /// The Markdown files as files to which findings refer.
  var files: [WorkspaceFile] {
    documents.map {
      WorkspaceFile(
        source: $0, surface: .script, isGenerated: false, isInScope: true, anchors: [])
    }
  }

  /// Returns the files to look at: those of a project, for what they say, and the blocks.
  func files(beside project: [WorkspaceFile]) -> [WorkspaceFile] {
    let context = project.map {
      WorkspaceFile(
        source: $0.source, surface: $0.surface, isGenerated: $0.isGenerated, isInScope: false,
        anchors: $0.anchors)
    }
    return (context + blocks.map(\.file))
      .sorted { $0.source.path.utf8.lexicographicallyPrecedes($1.source.path.utf8) }
  }

  // MARK: Back to the Markdown files

  /// Returns those findings that stand in the blocks, where they stand in the Markdown files, sorted.
  func located(_ findings: [Finding]) -> [Finding] {
    let byPath = Dictionary(blocks.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return findings.compactMap { located($0, byPath) }.sorted()
  }

  /// Returns those findings that stand in the blocks after fixes, where they stand in the changed Markdown files, sorted.
  ///
  /// - Parameter texts: those of the blocks that changed, by their paths.
  func located(_ findings: [Finding], after texts: [String: [UInt8]]) -> [Finding] {
    let moved = blocks(after: texts)
    return findings.compactMap { located($0, moved) }.sorted()
  }

  /// Returns what became of findings in the blocks, before and after where they stand in the Markdown files.
  ///
  /// - Parameter texts: those of the blocks that changed, by their paths.
  func located(
    _ followed: [FollowedFinding], after texts: [String: [UInt8]]
  ) -> [FollowedFinding] {
    let before = Dictionary(blocks.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let after = blocks(after: texts)
    return followed.compactMap { pair in
      guard let old = located(pair.before, before), let new = located(pair.after, after) else {
        return nil
      }
      return FollowedFinding(before: old, after: new)
    }
  }

  /// The blocks where they stand in the changed Markdown files, by path.
  private func blocks(after texts: [String: [UInt8]]) -> [String: MarkdownBlock] {
    var moved: [String: MarkdownBlock] = [:]
    var shifts: [String: Int] = [:]
    for block in blocks {
      let shift = shifts[block.document, default: 0]
      guard let now = block.moved(by: shift, with: texts[block.path]) else { continue }
      moved[block.path] = now
      shifts[block.document] = shift + now.content.utf8Count - block.content.utf8Count
    }
    return moved
  }

  /// Returns a finding in the text of a Markdown file where it stands once the blocks above it have changed.
  func moved(_ finding: Finding, after texts: [String: [UInt8]]) -> Finding {
    var shift = 0
    for block in blocks
    where block.document == finding.path && block.content.upperBound <= finding.range.lowerBound {
      guard let changed = texts[block.path], let code = block.code(of: changed) else { continue }
      shift += code.count - block.content.utf8Count
    }
    guard shift != 0 else { return finding }
    func moved(_ range: ByteRange) -> ByteRange {
      ByteRange(indices: range.lowerBound.index + shift..<range.upperBound.index + shift)
    }
    // Its fix was not applied, and whoever looks again gets one for the new text.
    return Finding(
      rule: finding.rule, severity: finding.severity, path: finding.path,
      range: moved(finding.range), construct: finding.construct.map(moved),
      message: finding.message, nextStep: finding.nextStep, evidence: finding.evidence,
      related: finding.related
    ).caused(by: finding.cause)
  }

  private func located(_ finding: Finding, _ blocks: [String: MarkdownBlock]) -> Finding? {
    guard let block = blocks[finding.path], let range = block.located(finding.range) else {
      return nil
    }
    let fix = finding.fix.flatMap { fix -> Fix? in
      let files = fix.files.compactMap { file -> FileEdits? in
        guard let own = blocks[file.path] else { return file }
        let edits = file.edits.compactMap { edit in
          own.located(edit.range).map { Edit(range: $0, replacement: edit.replacement) }
        }
        return edits.isEmpty ? nil : FileEdits(path: own.document, edits: edits)
      }
      // What only changes the imports that the other blocks brought has nothing to write here.
      guard !files.isEmpty else { return nil }
      return Fix(title: fix.title, safety: fix.safety, files: files)
    }
    return Finding(
      rule: finding.rule, severity: finding.severity, path: block.document, range: range,
      construct: finding.construct.flatMap(block.located), message: finding.message,
      nextStep: finding.nextStep,
      evidence: finding.evidence.filter { evidence in
        // Its lines are not those of the Markdown file.
        !evidence.text.contains(block.document + "/")
      },
      related: finding.related.compactMap { place in
        guard let own = blocks[place.path] else { return place }
        return own.located(place.range).map {
          RelatedPlace(path: own.document, range: $0, message: place.message)
        }
      }, fix: fix
    ).caused(by: finding.cause)
  }

  /// Returns what fixes of the blocks make of the Markdown files, those that change, sorted by path.
  func changes(_ changes: [FileChange]) -> [FileChange] {
    let after = Dictionary(changes.map { ($0.path, $0.after) }, uniquingKeysWith: { $1 })
    return documents.compactMap { document in
      var text = document.bytes
      for block in blocks.reversed() where block.document == document.path {
        guard let changed = after[block.path], let code = block.code(of: changed) else { continue }
        text.replaceSubrange(block.content.indices, with: code)
      }
      return text == document.bytes
        ? nil : FileChange(path: document.path, before: document.bytes, after: text)
    }
  }
}
