import Foundation
import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Synchronization
import Testing

/// How many edits are made of each project; `make test-long` makes more.
private let edits = ProcessInfo.processInfo.environment["MOULT_EDITS"].flatMap { Int($0) } ?? 12

private let catalogue = Result { try Catalogue(embeddedTexts) }

/// Edits a project, and expects after each edit what an analysis finds that knows of nothing before.
///
/// The edited file is right at once, the others when all that is due is judged; every other edit comes before that.
///
/// - Returns: how many of the edits were judged without the whole program.
private func expectSameFindings(
  _ files: [ProjectText], seed: Int, edits: Int, _ name: String
) async throws -> Int {
  let catalogue = try catalogue.get()
  let cache = TreeCache()
  let options = AnalysisOptions(jobs: 2)
  var random = RandomEdits(files, seed: seed)
  let edited = Set(files.map(\.source.path))
  var followed = await FollowedTree(files, catalogue, options, cache: cache, edited: edited)
  var partial = 0
  for number in 1...edits {
    let before = random.files
    guard let file = random.next() else { return 0 }
    func imports(_ files: [ProjectText]) -> [String]? {
      files.first { $0.source.path == file.source.path }
        .map { TreeFile.imports(in: $0.source.bytes, .swift) }
    }
    if imports(before) == imports(random.files) {
      await followed.replace(by: file)
      if followed.due.count < files.count - 1 { partial += 1 }
    } else {
      // Who edits says when the tree may be divided otherwise.
      followed = await FollowedTree(
        random.files, catalogue, options, cache: cache, edited: edited)
    }
    let cold = await analyse(random.files, catalogue, options, cache: TreeCache())
    let place = "\(name), seed \(seed), edit \(number), \(file.source.path)"
    let foundByPath = Dictionary(grouping: cold.findings, by: \.path)
    #expect(followed.findings[file.source.path] == foundByPath[file.source.path], "\(place)")
    var whole = followed
    let found = await whole.judged()
    if number.isMultiple(of: 2) { followed = whole }
    #expect(found.findings == cold.findings, "\(place)")
    #expect(found.suppressed == cold.suppressed, "\(place)")
    #expect(found.kept == cold.kept, "\(place)")
    #expect(found.gaps == cold.gaps, "\(place)")
    #expect(found.unknown == cold.unknown, "\(place)")
    #expect(whole.findings == foundByPath, "\(place)")
    #expect(whole.due.isEmpty, "\(place)")
    if found.findings != cold.findings { break }
  }
  return partial
}

@Suite struct FollowedTreeTests {
  @Test(arguments: ["hello-v0", "depot-v0", "weather-async", "messenger-ios"])
  func `after each edit of a fixture the findings are those of a cold run`(name: String)
    async throws
  {
    let partial = try await expectSameFindings(
      fixtureFiles(name), seed: 1, edits: edits, name)
    #expect(partial > 0, "no edit left the program as it was")
  }

  @Test(arguments: 0..<4)
  func `after each edit of a program put together at random the findings are those of a cold run`(
    seed: Int
  ) async throws {
    let program = GeneratedProgram(seed: seed)
    _ = try await expectSameFindings(
      program.files, seed: seed, edits: edits, "program \(seed)")
  }

  @Test func `two packages side by side are followed each by itself`() async throws {
    let package = fixtureFiles("hello-v0")
    let files = ["one/", "two/"].flatMap { folder in
      package.compactMap { ProjectText(path: folder + $0.source.path, bytes: $0.source.bytes) }
    }
    _ = try await expectSameFindings(files, seed: 2, edits: edits, "two packages")
  }
}
