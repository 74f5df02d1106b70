import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// One project made of the first cases of many pages, each in a module of its own.
private func project(_ catalogue: Catalogue) -> [ProjectText] {
  var files = [text("Package.swift", "// swift-tools-version: 6.0\nimport PackageDescription\n")]
  for (number, page) in catalogue.pages.enumerated() {
    for block in page.cases.first?.before ?? [] where block.path.hasSuffix(".swift") {
      let name = block.path.split(separator: "/").joined(separator: "-")
      files.append(text("Sources/Module\(number)/\(name)", block.text))
    }
    // The generated code that the cases speak of, in the module that uses it.
    for sample in embeddedTexts
    where sample.path == "grpc-swift/0/Generated.swift" && page.path.hasPrefix("grpc-swift/0-1/") {
      files.append(
        text("Sources/Module\(number)/hello.grpc.swift", sample.text, isGenerated: true))
    }
  }
  return files
}

private func text(_ path: String, _ text: String, isGenerated: Bool = false) -> ProjectText {
  ProjectText(
    source: SourceText(path: path, bytes: Array(text.utf8)),
    surface: path == "Package.swift" ? .manifest : .swift, isGenerated: isGenerated)
}

/// A generator of numbers that gives the same ones in every run.
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

/// Everything that an analysis says, as text; a set is written in order, as its description has none.
private func written(_ result: AnalysisResult) -> String {
  result.findings.map { finding in
    let imports = finding.fix?.imports.add ?? []
    return "\(finding)".replacing("\(imports)", with: "\(imports.sorted())")
  }
  .joined(separator: "\n") + "\n"
    + result.gaps.map { "\($0)" }.joined(separator: "\n")
}

struct OrderTests {
  @Test func `findings do not depend on the order of files or the number of threads`() async throws
  {
    let catalogue = try Catalogue(embeddedTexts)
    let files = project(catalogue)
    let expected = written(
      await analyse(files, catalogue, AnalysisOptions(jobs: 1), cache: TreeCache()))
    #expect(expected.split(separator: "\n").count > 20)
    for (seed, jobs) in [(1, 1), (3, 8)] {
      var numbers = SeededNumbers(state: UInt64(seed))
      let shuffled = files.shuffled(using: &numbers)
      #expect(shuffled.map(\.source.path) != files.map(\.source.path))
      let found = await analyse(
        shuffled, catalogue, AnalysisOptions(jobs: jobs), cache: TreeCache())
      let different = Set(written(found).split(separator: "\n"))
        .symmetricDifference(expected.split(separator: "\n"))
      #expect(different.sorted() == [], "seed \(seed), \(jobs) threads")
      #expect(written(found) == expected, "seed \(seed), \(jobs) threads")
    }
  }

  @Test func `findings and fixed texts do not depend on whether files are kept as outlines`()
    async throws
  {
    let catalogue = try Catalogue(embeddedTexts)
    let files = project(catalogue)
    func found(outliningFrom bytes: Int) async -> String {
      let cache = TreeCache(outliningFrom: bytes)
      return written(await analyse(files, catalogue, AnalysisOptions(jobs: 4), cache: cache))
    }
    #expect(await found(outliningFrom: 0) == found(outliningFrom: .max))
    let few = Array(files.prefix(24))
    let policy = FixPolicy(allowed: [.safe, .review, .placeholder])
    func changed(outliningFrom bytes: Int) async throws -> [String: [UInt8]] {
      try await fixProject(
        few, catalogue, AnalysisOptions(jobs: 4), policy,
        cache: TreeCache(outliningFrom: bytes)
      ).outcome.changed
    }
    #expect(try await changed(outliningFrom: 0) == changed(outliningFrom: .max))
  }

  @Test func `fixed texts do not depend on the order of files or the number of threads`()
    async throws
  {
    let catalogue = try Catalogue(embeddedTexts)
    let files = Array(project(catalogue).prefix(24))
    let policy = FixPolicy(allowed: [.safe, .review, .placeholder])
    let expected = try await fixProject(
      files, catalogue, AnalysisOptions(jobs: 1), policy, cache: TreeCache()
    ).outcome
    #expect(!expected.changed.isEmpty)
    for (seed, jobs) in [(4, 1), (5, 8)] {
      var numbers = SeededNumbers(state: UInt64(seed))
      let found = try await fixProject(
        files.shuffled(using: &numbers), catalogue, AnalysisOptions(jobs: jobs), policy,
        cache: TreeCache()
      ).outcome
      #expect(found.changed == expected.changed)
      #expect(found.applied.map { "\($0)" } == expected.applied.map { "\($0)" })
      #expect(found.remaining.map { "\($0)" } == expected.remaining.map { "\($0)" })
    }
  }
}
