import Foundation
import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// Checks a folder that is known to build: each error is one too many.
///
/// The folder is named by the environment variable `MOULT_CHECKED_FOLDER`; without it the fixtures are checked that
/// `Tests/GRPC2/build.sh` builds with the real packages. `MOULT_CHECKED_FILES` may name files, with commas between
/// them; what is wrong in others is not said.
struct FolderTests {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["MOULT_CHECKED_FOLDER"] != nil))
  func `a folder that builds has no definite errors`() async throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = try #require(environment["MOULT_CHECKED_FOLDER"])
    let files = environment["MOULT_CHECKED_FILES"]?.split(separator: ",").map(String.init)
    #expect(try await errors(in: texts(of: URL(filePath: folder)), files.map(Set.init)) == [])
  }

  @Test(arguments: ["parcel-futures", "beacon-tls", "relay-tool", "token-service"])
  func `what a migration ends in has no definite errors`(_ fixture: String) async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "Fixtures/\(fixture)")
    let found = try await errors(
      in: texts(of: folder.appending(path: "before"))
        .merging(texts(of: folder.appending(path: "after"))) { $1 }, nil)
    #expect(found == [])
  }
}

/// The files below a folder by their paths, without what a build or a version control keeps there.
private func texts(of folder: URL) -> [String: [UInt8]] {
  var texts: [String: [UInt8]] = [:]
  let names = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
  while let name = names?.nextObject() as? String {
    if name.contains(".build/") || name.contains(".docc/") || name.hasPrefix(".git/") { continue }
    guard let data = try? Data(contentsOf: folder.appending(path: name)) else { continue }
    texts[name] = Array(data)
  }
  return texts
}

/// The errors of a project's Swift, as `path:line: kind: message`; without names that only a fix could have made up.
private func errors(in texts: [String: [UInt8]], _ asked: Set<String>?) async throws -> [String] {
  let files = texts.sorted { $0.key < $1.key }.compactMap {
    ProjectText(path: $0.key, bytes: $0.value)
  }
  let errors = await definiteErrors(
    in: files, try Catalogue(embeddedTexts), AnalysisOptions(scope: asked, jobs: 2),
    cache: TreeCache())
  return errors.filter { $0.kind != .danglingName }.map { error in
    let before = (texts[error.path] ?? []).prefix(Int(error.range.lowerBound.utf8))
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    return "\(error.path):\(line): \(error.kind): \(error.message)"
  }
}
