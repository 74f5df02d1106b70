import Foundation
import Testing

/// What is left of `Fixtures/quiz-client` by a fix for review, and how it gets there.
@Suite struct QuizClientTests {
  @Test func `a fix for review leaves few findings, and says what to do about each`() throws {
    let folder = try copy()
    let before = try findings(folder)
    _ = try folder.moult(["fix", "--review"])
    let left = try findings(folder)
    #expect(before.count >= 40)
    #expect(left.count * 100 <= before.count * 15, "\(left.count) of \(before.count)")
    for finding in left {
      #expect(finding.safety == "manual", "\(finding)")
      #expect(finding.nextStep?.isEmpty == false, "\(finding)")
    }
  }

  @Test func `each fix of a path brings the annotation of its enumeration along`() throws {
    let paths = try findings(copy()).filter {
      $0.rule == "point-free.case-path-operator" && $0.fix != nil
    }
    #expect(paths.count >= 10)
    for finding in paths {
      let files = finding.fix?.files.map(\.path) ?? []
      #expect(files.contains("Sources/QuizModels/ServerRoute.swift"), "\(finding)")
    }
  }

  @Test func `without the configuration nothing is said of the architecture`() throws {
    let folder = try copy()
    try folder.write(".moult.yml", Array("fail_on: error\n".utf8))
    let rules = Set(try findings(folder).map(\.rule))
    #expect(rules.filter { $0.hasPrefix("point-free.client-") || $0.contains("live") }.isEmpty)
    #expect(rules.contains("point-free.case-path-operator"))
  }

  private func copy() throws -> TemporaryFolder {
    let fixture = try Fixture(named: "quiz-client")
    let folder = try TemporaryFolder()
    for (path, bytes) in try fixture.files("before") { try folder.write(path, Array(bytes)) }
    return folder
  }
}
