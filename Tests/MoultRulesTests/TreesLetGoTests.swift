import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import MoultSyntax
import Testing

private let manifest = "// swift-tools-version: 6.0\nimport PackageDescription\n"

/// Returns the Swift files among some whose trees a run has kept.
private func keptTrees(_ texts: [String: String]) async throws -> [String] {
  let files = texts.sorted { $0.key < $1.key }.compactMap { path, text in
    ProjectText(path: path, bytes: Array(text.utf8))
  }
  let cache = TreeCache()
  let trees = files.map { cache.tree(of: $0.source) }
  _ = await analyse(files, try Catalogue(embeddedTexts), AnalysisOptions(jobs: 1), cache: cache)
  return zip(files, trees).filter { file, tree in
    file.surface == .swift && cache.tree(of: file.source) === tree
  }.map(\.0.source.path)
}

struct TreesLetGoTests {
  @Test func `a tree goes when its program is judged, unless something is found in it`()
    async throws
  {
    let kept = try await keptTrees([
      "a/Package.swift": manifest, "a/Sources/A/A.swift": "struct Item {}\n",
      "b/Package.swift": manifest, "b/Sources/B/B.swift": "import SwiftGRPC\n",
      "b/Sources/B/Other.swift": "struct Other {}\n",
    ])
    #expect(kept == ["b/Sources/B/B.swift"])
  }

  @Test func `a tree that is one program stays, as whoever asks next asks about it`() async throws {
    let kept = try await keptTrees([
      "Package.swift": manifest, "Sources/A/A.swift": "struct Item {}\n",
    ])
    #expect(kept == ["Sources/A/A.swift"])
  }
}
