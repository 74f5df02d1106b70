import Foundation
import Testing

@Suite struct FixtureTests {
  @Test(arguments: Fixture.all)
  func `the runs on a fixture print and leave what is expected`(name: String) throws {
    let fixture = try Fixture(named: name)
    let one = try play(fixture, jobs: 1)
    let eight = try play(fixture, jobs: 8)
    #expect(one.outputs == eight.outputs)
    #expect(one.tree == eight.tree)
    if isRefreshing {
      try refresh(fixture, one.outputs)
      return
    }
    for (run, output) in zip(fixture.runs, one.outputs) {
      let expected = try String(
        contentsOf: fixture.folder.appending(path: "expected/\(run.output)"), encoding: .utf8)
      expectSameLines(output, expected, "'\(run.command)' on \(name) prints, not \(run.output):")
    }
    let after = try fixture.files("before").merging(fixture.files("after")) { $1 }
    let different = Set(after.keys).union(one.tree.keys).filter { after[$0] != one.tree[$0] }
    #expect(different == Set(fixture.differs.keys), "files that are not as in 'after'")
  }

  @Test(arguments: Fixture.all)
  func `a second fix changes nothing and only advice is left`(name: String) throws {
    let fixture = try Fixture(named: name)
    let folder = try copy(fixture)
    for run in fixture.runs where run.isFix {
      _ = try folder.moult(run.arguments)
      let tree = try contents(folder)
      let again = try folder.moult(run.arguments)
      #expect(again.code == run.exit)
      #expect(again.output.hasPrefix("Applied 0 fixes in 0 files\n"), "\(again.output)")
      #expect(try contents(folder) == tree)
      for finding in try findings(folder) {
        #expect(finding.safety == "manual", "\(finding)")
        #expect(finding.nextStep?.isEmpty == false, "\(finding)")
      }
    }
  }

  @Test(arguments: Fixture.all)
  func `each use that a reader finds has a finding of its kind`(name: String) throws {
    let fixture = try Fixture(named: name)
    let uses = try fixture.uses()
    let found = try findings(copy(fixture))
    let uncovered = uses.filter { use in
      !found.contains { $0.covers(use) && ($0.safety == "manual") == use.isManual }
    }
    #expect(Set(uncovered.map(\.description)) == Set(fixture.uncovered.keys))
    // A target that a deployment target has decided is no use of anything.
    for finding in found where finding.rule != "grpc-swift.platform-floor" {
      #expect(uses.contains { finding.covers($0) }, "\(name) says nothing of \(finding)")
    }
  }

  @Test func `the runner sees every fixture, and expectations are not being refreshed`() {
    #expect(Fixture.all.contains("hello-v0"))
    #expect(!isRefreshing, "MOULT_REFRESH is set: read what changed, and run again without it")
  }
}

/// Whether the expected outputs are to be written anew; such a run always fails.
private let isRefreshing = ProcessInfo.processInfo.environment["MOULT_REFRESH"] != nil

/// What the runs of a fixture left behind.
private struct Performance {
  var outputs: [String] = []
  var tree: [String: Data] = [:]
}

/// Runs everything on a copy of the fixture.
private func play(_ fixture: Fixture, jobs: Int) throws -> Performance {
  let folder = try copy(fixture)
  var result = Performance()
  for run in fixture.runs {
    let outcome = try folder.moult(run.arguments + ["--jobs", "\(jobs)"])
    #expect(outcome.code == run.exit, "'\(run.command)': \(outcome.errors)")
    // The format for Xcode prints absolute paths.
    result.outputs.append(outcome.output.replacingOccurrences(of: folder.path + "/", with: ""))
  }
  result.tree = try contents(folder)
  return result
}

private func copy(_ fixture: Fixture) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for (path, bytes) in try fixture.files("before") { try folder.write(path, Array(bytes)) }
  return folder
}

private func contents(_ folder: TemporaryFolder) throws -> [String: Data] {
  var result: [String: Data] = [:]
  for path in folder.files() {
    let file = URL(fileURLWithPath: folder.path).appending(path: path)
    if let bytes = try? Data(contentsOf: file) { result[path] = bytes }
  }
  return result
}

private func refresh(_ fixture: Fixture, _ outputs: [String]) throws {
  let expected = fixture.folder.appending(path: "expected")
  try FileManager.default.createDirectory(at: expected, withIntermediateDirectories: true)
  for (run, output) in zip(fixture.runs, outputs) {
    try Data(output.utf8).write(to: expected.appending(path: run.output))
  }
}

/// Compares texts and shows the lines in which they differ.
private func expectSameLines(_ text: String, _ expected: String, _ comment: Comment) {
  let difference = text.split(separator: "\n", omittingEmptySubsequences: false)
    .difference(from: expected.split(separator: "\n", omittingEmptySubsequences: false))
  let lines = difference.map { change in
    switch change {
    case .remove(let offset, let line, _): "-\(offset + 1) \(line)"
    case .insert(let offset, let line, _): "+\(offset + 1) \(line)"
    }
  }
  #expect(lines.isEmpty, comment)
}
