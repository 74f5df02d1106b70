import Foundation
import Testing

private let old = "import SwiftGRPC\n" + String(repeating: "// Some text.\n", count: 40)
private let new = "import GRPC\n" + String(repeating: "// Some text.\n", count: 40)

/// `make torn` asks for 200, over 500 files.
private let kills = ProcessInfo.processInfo.environment["MOULT_KILLS"].flatMap { Int($0) } ?? 20
private let fileCount = kills >= 200 ? 500 : 125

@Test func `a fix that is killed leaves every file old or new, and the next one finishes`() throws {
  let folder = try TemporaryFolder()
  let names = (0..<fileCount).map { "d\($0 % 7)/F\($0).swift" }
  for name in names { try folder.write(name, old) }
  let whole = try folder.measureFix()
  var before = 0
  var within = 0
  var after = 0
  // On a busy machine most of them come too early or too late, so as many again are tried until one does not.
  for number in 0..<10 * kills where number < kills || within == 0 {
    for name in names where try folder.read(name) != old { try folder.write(name, old) }
    let part = Double(number % kills) / Double(kills)
    switch number % 4 {
    case 0: try folder.killFix(.started, after: whole.run * part)
    case 1: try folder.killFix(.writing, after: whole.writing * part)
    default: try folder.killFix(.renaming, after: .microseconds(12 * fileCount) * part)
    }
    let texts = try names.map { try folder.read($0) }
    #expect(texts.allSatisfy { $0 == old || $0 == new }, "a file is torn")
    switch texts.count(where: { $0 == new }) {
    case 0: before += 1
    case fileCount: after += 1
    default: within += 1
    }
    // What else is there can only be new content under a name of its own, which the next run takes away.
    let others = Set(folder.files()).subtracting(names).filter { $0.contains(".") }
    #expect(others.allSatisfy { $0.contains("/.moult-") }, "\(others)")
  }
  print(
    "killed \(before + within + after) times: \(before) before, \(within) among and \(after) after the renames"
  )
  #expect(within > 0, "no run was killed among its renames: \(before) before, \(after) after")
  #expect(try folder.moult("fix").code == 0)
  #expect(try names.allSatisfy { try folder.read($0) == new })
  #expect(Set(folder.files().filter { $0.contains(".") }) == Set(names))
}

/// What a run has come to.
private enum Stage {
  case started
  /// New content lies beside the old.
  case writing
  /// The first file is new.
  case renaming
}

extension TemporaryFolder {
  /// Runs `moult fix` to its end; returns how long it took, and how long from the first new content on.
  fileprivate func measureFix() throws -> (run: Duration, writing: Duration) {
    let beginning = ContinuousClock.now
    let process = try start("fix")
    wait(for: .writing, of: process)
    let writing = ContinuousClock.now
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return (ContinuousClock.now - beginning, ContinuousClock.now - writing)
  }

  /// Starts `moult fix` and kills it a while after it has come to a stage.
  fileprivate func killFix(_ stage: Stage, after delay: Duration) throws {
    let process = try start("fix")
    wait(for: stage, of: process)
    usleep(UInt32(delay / .microseconds(1)))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func wait(for stage: Stage, of process: Process) {
    switch stage {
    case .started: break
    case .writing:
      func isWriting() -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/d0")) ?? []
        return names.contains { $0.hasPrefix(".moult-") }
      }
      while process.isRunning, !isWriting() { usleep(500) }
    case .renaming:
      // The renames take a few milliseconds, so nothing may sleep here.
      let first = path + "/d0/F0.swift"
      func node() -> ino_t {
        var status = stat()
        return stat(first, &status) == 0 ? status.st_ino : 0
      }
      let original = node()
      while process.isRunning, node() == original {}
    }
  }
}
