import MoultAnalysis
import MoultFindings
import MoultLearning
import MoultRules
import MoultSource
import MoultSurfaces

/// Tells whether what cases show as new is old in the era that their page leads to.
///
/// Two things are old there: what the era's own interface or generated code retires (`@available`), and what a page that
/// leads there, or to an era before it, finds. What a case leaves to a person is old in it, and stays.
struct OldInTarget {
  private let catalogue: Catalogue

  /// For each library and era, that era's interfaces with those of the newest era of every other library, and no page.
  private let targets: [String: Catalogue]

  /// - Parameter texts: pages, interfaces and samples.
  init(_ texts: [CatalogueText]) throws {
    let catalogue = try Catalogue(texts)
    self.catalogue = catalogue
    var targets: [String: Catalogue] = [:]
    for page in catalogue.pages where targets[page.target] == nil {
      let retired = LearnedLibrary(
        name: "target", version: nil, interfaces: interfaces(of: page.target, in: texts))
      targets[page.target] = try Catalogue([], learned: [retired, .own(everywhere: true)])
    }
    self.targets = targets
  }

  /// Returns what is old in what a page shows as new, one line for each place.
  func places(on page: RulePage) async -> [String] {
    var result: [String] = []
    for pageCase in page.cases where !pageCase.after.isEmpty {
      let shown = Set(pageCase.after.map(\.path))
      let changed = pageCase.before.filter { !shown.contains($0.path) } + pageCase.after
      let texts = changed.compactMap { ProjectText(path: $0.path, bytes: Array($0.text.utf8)) }
      let all = await retired(in: texts, page, pageCase) + found(in: texts, page, pageCase)
      let left = WhatIsLeft(in: pageCase)
      result += all.filter { !left.has($0, texts) }.map {
        "\(page.name):\(pageCase.line): \(describe($0, in: texts))"
      }
    }
    return result
  }

  private func retired(
    in texts: [ProjectText], _ page: RulePage, _ pageCase: PageCase
  ) async -> [Finding] {
    guard let target = targets[page.target] else { return [] }
    return await analyse(
      texts + sample(of: page), target, AnalysisOptions(options: pageCase.options),
      cache: TreeCache()
    ).findings.filter { finding in
      finding.rule.rawValue.hasSuffix(".deprecated")
        && texts.contains { $0.source.path == finding.path }
    }
  }

  private func found(
    in texts: [ProjectText], _ page: RulePage, _ pageCase: PageCase
  ) async -> [Finding] {
    let options = AnalysisOptions(
      rules: catalogue.rules(forCasesOf: page), options: pageCase.options
    ).answering(.none)
    let paths = Set(texts.map(\.source.path))
    return await analyse(texts + sample(of: page), catalogue, options, cache: TreeCache())
      .findings.filter { paths.contains($0.path) }
  }

  /// What the generator of the era makes, once it has run.
  private func sample(of page: RulePage) -> [ProjectText] {
    guard page.hop != nil, let text = catalogue.samples[page.target] else { return [] }
    return [
      ProjectText(
        source: SourceText(
          path: "Sources/App/Generated/sample.grpc.swift", bytes: Array(text.utf8)),
        surface: .swift, isGenerated: true)
    ]
  }

  private func describe(_ finding: Finding, in texts: [ProjectText]) -> String {
    guard let source = texts.first(where: { $0.source.path == finding.path })?.source else {
      return "\(finding.path): \(finding.message)"
    }
    let line = LineIndex(source.bytes)
      .position(of: finding.range.lowerBound, in: .utf8, of: source.bytes).line
    let code = String(decoding: source.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
    return "\(finding.rule): \(finding.message): \(code.drop { $0 == " " })"
  }
}

/// What a case leaves to a person, or for a person to fill in.
private struct WhatIsLeft {
  private var rules: Set<String> = []
  private var words: Set<String> = []

  init(in pageCase: PageCase) {
    for block in pageCase.before {
      let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
      for expected in block.expected where expected.safety >= .placeholder {
        rules.insert("\(expected.path) \(expected.rule)")
        let line = Array(lines[expected.line - 1].utf8)
        let columns = (expected.columns.lowerBound - 1)..<(expected.columns.upperBound - 1)
        guard columns.upperBound <= line.count else { continue }
        words.insert("\(expected.path) \(String(decoding: line[columns], as: UTF8.self))")
      }
    }
  }

  /// The rule that left something may find it still, and another rule may find the same word.
  func has(_ finding: Finding, _ texts: [ProjectText]) -> Bool {
    if finding.rule == RuleID("moult.placeholder-left") { return true }
    let source = texts.first { $0.source.path == finding.path }?.source
    let word = source.map { $0.text(finding.range) } ?? ""
    return rules.contains("\(finding.path) \(finding.rule)")
      || words.contains("\(finding.path) \(word)")
  }
}

extension RulePage {
  /// The library and the era that the page leads to: `grpc-swift/1`, or the library alone.
  fileprivate var target: String {
    let library = path.prefix { $0 != "/" }
    return hop?.split(separator: "-").last.map { "\(library)/\($0)" } ?? String(library)
  }
}

/// The interfaces of an era, of what several eras share, and of the newest era of each other library.
private func interfaces(of target: String, in texts: [CatalogueText]) -> [LearnedInterface] {
  let all = texts.filter { $0.path.hasSuffix(".swiftinterface") }
    .map { (text: $0, parts: $0.path.split(separator: "/").map(String.init)) }
  var eras: [String: String] = [:]
  for (_, parts) in all where parts.count == 3 {
    let known = eras[parts[0]].flatMap { Int($0) } ?? -1
    if known < Int(parts[1]) ?? 0 { eras[parts[0]] = parts[1] }
  }
  let chosen = target.split(separator: "/").map(String.init)
  if chosen.count == 2 { eras[chosen[0]] = chosen[1] }
  return all.filter { $0.parts.count != 3 || eras[$0.parts[0]] == $0.parts[1] }.map { text, parts in
    LearnedInterface(
      module: String((parts.last ?? "").dropLast(".swiftinterface".count)), path: text.name,
      text: text.text)
  }
}
