import MoultAnalysis
import MoultFindings
import MoultMatching
import MoultRules
import MoultSource
import MoultSurfaces
import MoultSyntax

extension TypeCheckPlan {
  /// Creates the questions about the cases of these pages.
  ///
  /// *Before* is code of the era where the page's hop starts, *after* of the one where it ends. A case
  /// without findings is code of whichever of the two has the modules that it imports, or of any other era of the library.
  init(_ pages: [RulePage], _ catalogue: Catalogue) async {
    for page in pages {
      for pageCase in page.cases {
        await add(pageCase, of: page, in: catalogue)
      }
    }
  }

  private mutating func add(
    _ pageCase: PageCase, of page: RulePage, in catalogue: Catalogue
  ) async {
    let place = CasePlace(page: page.name, line: pageCase.line, name: pageCase.name)
    let start = EraModules(.start, ofPage: page.path, in: catalogue)
    let end = EraModules(.end, ofPage: page.path, in: catalogue)
    let before = pageCase.before.filter(isSwiftSource)
    let after = pageCase.blocksAfter.filter(isSwiftSource)
    guard !before.isEmpty else { return }
    if pageCase.before.contains(where: { Surface(fileName: $0.path) == .objectiveC }) {
      unchecked.append(CaseRemark(place, "its types come from Objective-C"))
      return
    }
    let modules = Set(pageCase.blocksAfter.compactMap { moduleFolder($0.path) })
    if modules.count > 1 {
      let names = modules.sorted().joined(separator: ", ")
      unchecked.append(CaseRemark(place, "its files are several modules: \(names)"))
      return
    }
    let isSilent = pageCase.before.allSatisfy(\.expected.isEmpty)
    let era = isSilent ? eraOfSilentCode(before, start, end) : start
    let others = isSilent ? EraModules.all(ofLibraryOf: page.path, in: catalogue) : []
    add(
      before, .before, era, others.filter { $0 != era }, place,
      unfinished: Set(before.flatMap(linesWithFoundPlaceholder)))
    guard !pageCase.after.filter(isSwiftSource).isEmpty else { return }
    let manual = await manualFindings(
      in: pageCase.blocksAfter, pageCase.options, start, catalogue,
      rules: catalogue.rules(forCasesOf: page))
    if after.contains(where: { $0.text.contains("<#") }) {
      left.append(CaseRemark(place, "'after' has a placeholder"))
    } else if let first = manual.first {
      left.append(CaseRemark(place, "'after' has a finding of \(first.rule) without a fix"))
    }
    let unfinished = Set(manual.compactMap { $0.pageLine(in: after) })
      .union(after.flatMap { block in linesLeft(in: block, from: pageCase.before) })
    add(after, .after, end, [], place, unfinished: unfinished)
  }

  private mutating func add(
    _ blocks: [CodeBlock], _ side: CaseSide, _ era: EraModules, _ others: [EraModules],
    _ place: CasePlace, unfinished: Set<Int>
  ) {
    let files = caseFiles(blocks, era)
    let imports = Set(files.flatMap { parse($0.source).importedModules })
    tasks.append(
      TypeCheckTask(
        place: place, side: side, files: files, imports: imports, era: index(of: era),
        alternatives: others.map { other in
          TypeCheckTask.Alternative(era: index(of: other), files: caseFiles(blocks, other))
        }, unfinished: unfinished))
  }

  private mutating func index(of era: EraModules) -> Int {
    if let index = eras.firstIndex(of: era) { return index }
    eras.append(era)
    return eras.count - 1
  }
}

/// Returns the files of a case, and the era's sample of generated code if they use it.
private func caseFiles(_ blocks: [CodeBlock], _ era: EraModules) -> [CaseFile] {
  var files = blocks.map { block in
    CaseFile(
      source: SourceText(path: block.path, bytes: Array(block.text.utf8)),
      pageLines: block.pageLines)
  }
  if let sample = era.sample, blocks.contains(where: { mentions($0, namesOf: sample) }) {
    files.append(CaseFile(source: sample, pageLines: []))
  }
  return files
}

/// Returns the era whose modules the code imports: the newer one only if the older has not all of them.
private func eraOfSilentCode(
  _ blocks: [CodeBlock], _ start: EraModules, _ end: EraModules
) -> EraModules {
  let known = blocks.flatMap { tree(of: $0).importedModules }.filter {
    start.interfaces[$0] != nil || end.interfaces[$0] != nil
  }
  return known.allSatisfy { start.interfaces[$0] != nil } ? start : end
}

/// Returns what rules still find in the code and have no fix for.
private func manualFindings(
  in blocks: [CodeBlock], _ options: OptionValues, _ start: EraModules, _ catalogue: Catalogue,
  rules: Set<RuleID>
) async -> [Finding] {
  var files = blocks.compactMap { ProjectText(path: $0.path, bytes: Array($0.text.utf8)) }
  if let sample = start.sample, blocks.contains(where: { mentions($0, namesOf: sample) }) {
    let source = SourceText(path: "Sources/App/Generated/sample.grpc.swift", bytes: sample.bytes)
    files.append(ProjectText(source: source, surface: .swift, isGenerated: true))
  }
  let swift = Set(blocks.filter(isSwiftSource).map(\.path))
  let all = await analyse(
    files, catalogue, AnalysisOptions(rules: rules, options: options), cache: TreeCache()
  ).findings
  return all.filter { $0.safety == .manual && swift.contains($0.path) }
}

/// Returns the page's lines of a block on which something stands that a person still has to do.
///
/// What no rule can find any more, because its module is no longer imported, is left all the same: a line that
/// had a finding without a fix before, or that stands in its place.
private func linesLeft(in after: CodeBlock, from before: [CodeBlock]) -> [Int] {
  guard let old = before.first(where: { $0.path == after.path }) else { return [] }
  let oldLines = old.text.split(separator: "\n", omittingEmptySubsequences: false)
  let newLines = after.text.split(separator: "\n", omittingEmptySubsequences: false)
  let manual = Set(old.expected.filter { $0.safety == .manual }.map { $0.line - 1 })
  let pageLines = after.pageLines
  return newLines.indices.filter { index in
    manual.contains { line in
      oldLines.indices.contains(line)
        && (oldLines[line] == newLines[index]
          || line == index && oldLines.count == newLines.count)
    }
  }.map { pageLines[$0] }
}

/// Returns the page's lines of a block on which a placeholder is found, which no compiler takes.
private func linesWithFoundPlaceholder(in block: CodeBlock) -> [Int] {
  let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
  let pageLines = block.pageLines
  return Set(block.expected.map { $0.line - 1 })
    .filter { lines.indices.contains($0) && lines[$0].contains("<#") }.map { pageLines[$0] }
}

extension Finding {
  /// Returns the one-based line of the page on which the finding begins.
  fileprivate func pageLine(in blocks: [CodeBlock]) -> Int? {
    guard let block = blocks.first(where: { $0.path == path }) else { return nil }
    let line = LineIndex(Array(block.text.utf8)).line(of: range.lowerBound)
    let lines = block.pageLines
    return lines.indices.contains(line - 1) ? lines[line - 1] : nil
  }
}

/// Whether a block is a Swift file that a target is made of.
private func isSwiftSource(_ block: CodeBlock) -> Bool { Surface(path: block.path) == .swift }

/// Returns `App` for `Sources/App/Case.swift`, and nil for a file that is in no target's folder.
private func moduleFolder(_ path: String) -> Substring? {
  let parts = path.split(separator: "/")
  return parts.count > 2 && path.hasSuffix(".swift") ? parts[1] : nil
}

private func tree(of block: CodeBlock) -> SyntaxTree {
  parse(SourceText(path: block.path, bytes: Array(block.text.utf8)))
}

/// Whether a block has a name in it that `sample` declares outside of any other type.
private func mentions(_ block: CodeBlock, namesOf sample: SourceText) -> Bool {
  let declared = parse(sample).root.children.compactMap { node in
    switch node.kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typealiasDecl: node.name
    default: nil
    }
  }
  let tree = tree(of: block)
  let names = Set(declared)
  return tree.tokens.indices.contains { index in
    tree.tokens[index].kind == .identifier
      && names.contains(tree.text(of: TokenID(rawValue: UInt32(index))))
  }
}

extension PageCase {
  /// The case's files after its fixes; those that `after` does not name are as before.
  fileprivate var blocksAfter: [CodeBlock] {
    let changed = Set(after.map(\.path))
    return before.filter { !changed.contains($0.path) } + after
  }
}
