import Foundation
import MoultRules
import MoultSource
import MoultSurfaces

private let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Fixtures")

/// The folders of `Fixtures` that hold a project.
let fixtureNames: [String] = {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []
  return names.sorted().filter { name in
    FileManager.default.fileExists(atPath: fixtures.appending(path: "\(name)/before").path)
  }
}()

/// The files of a fixture that Moult opens, sorted by path.
func fixtureFiles(_ name: String) -> [ProjectText] {
  let root = fixtures.appending(path: "\(name)/before")
  let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
  return paths.sorted().compactMap { path in
    guard let data = try? Data(contentsOf: root.appending(path: path)) else { return nil }
    return ProjectText(path: path, bytes: [UInt8](data))
  }
}

/// The files of a page's case, with the generated code of the sample service where the case speaks of it.
func caseFiles(of pageCase: PageCase, _ page: RulePage, _ catalogue: Catalogue) -> [ProjectText] {
  let files = pageCase.before.compactMap {
    ProjectText(path: $0.path, bytes: Array($0.text.utf8))
  }
  let parts = page.path.split(separator: "/")
  guard parts.count == 3, let era = parts[1].split(separator: "-").first,
    let sample = catalogue.samples["\(parts[0])/\(era)"],
    pageCase.before.contains(where: { $0.text.contains("_V1_") })
  else { return files }
  return files + [
    ProjectText(
      source: SourceText(
        path: "Sources/App/Generated/sample.grpc.swift", bytes: Array(sample.utf8)),
      surface: .swift, isGenerated: true)
  ]
}
