import Foundation
import Testing
import Yams

/// A small project in `Fixtures`, what is run on it, and what should come out.
///
/// `case.yml` lists the runs; `before` is the project, `after` holds the files that the runs change, and
/// `expected` what each run prints.
struct Fixture: Sendable, CustomTestStringConvertible {
  let name: String
  let runs: [Run]

  /// The files that the tool does not leave as `after` has them, and why: its known defects.
  let differs: [String: String]

  /// The rows of `expected.md` that no finding covers (`path:line:column`), and why.
  let uncovered: [String: String]

  struct Run: Sendable, Decodable {
    /// The arguments, with spaces between.
    let command: String
    let exit: Int32
    /// The file in `expected` with what it prints.
    let output: String

    var arguments: [String] { command.split(separator: " ").map(String.init) }
    var isFix: Bool { arguments.first == "fix" && !arguments.contains("--diff") }
  }

  init(named name: String) throws {
    self.name = name
    let text = try String(
      contentsOf: Self.folder.appending(path: "\(name)/case.yml"), encoding: .utf8)
    let file = try YAMLDecoder().decode(CaseFile.self, from: text)
    runs = file.runs
    differs = file.differs ?? [:]
    uncovered = file.uncovered ?? [:]
  }

  private struct CaseFile: Decodable {
    let runs: [Run]
    let differs: [String: String]?
    let uncovered: [String: String]?
  }

  /// All of them: each folder that has a `before`.
  static let all: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { name in
      FileManager.default.fileExists(atPath: folder.appending(path: "\(name)/before").path)
    }
  }()

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  var folder: URL { Self.folder.appending(path: name) }
  var testDescription: String { name }

  /// Returns the bytes of each file below a folder of the fixture; empty if there is no such folder.
  func files(_ part: String) throws -> [String: Data] {
    let root = folder.appending(path: part).path
    var result: [String: Data] = [:]
    for path in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
      var isFolder: ObjCBool = false
      let whole = root + "/" + path
      _ = FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder)
      if isFolder.boolValue { continue }
      result[path] = try Data(contentsOf: URL(fileURLWithPath: whole))
    }
    return result
  }
}
